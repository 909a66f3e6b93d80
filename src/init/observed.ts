/** One answer of a running endpoint as an OpenAPI document of one operation: what was seen, and nothing more. Pure. */
import { defined } from '../record/defined.ts';
import { isMap } from '../record/json.ts';
import type { Json } from '../record/json.ts';
import type { ApiDocument } from '../openapi/document.ts';
import { listOf, type JsonSchema } from '../openapi/json.ts';

export interface ObservedAnswer {
  /** The address that was asked. */
  readonly url: string;
  readonly status: number;
  readonly body: Json;
  /** Whether a token was sent. */
  readonly secured: boolean;
}

export function documentOf({ url, status, body, secured }: ObservedAnswer): ApiDocument {
  const { origin, pathname, hostname } = new URL(url);
  return {
    title: hostname,
    version: '1.0.0',
    servers: [origin],
    operations: [
      {
        method: 'GET',
        path: pathname,
        tags: [],
        parameters: [],
        responses: { [status]: { content: { 'application/json': schemaOf(body) }, headers: [] } },
        secured,
        schemes: [],
      },
    ],
  };
}

const FORMATS: readonly (readonly [string, RegExp])[] = [
  ['date', /^\d{4}-\d{2}-\d{2}$/],
  ['date-time', /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/],
  ['uuid', /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i],
  ['uri', /^https?:\/\/\S+$/],
  ['email', /^[^@\s]+@[^@\s]+\.[^@\s]+$/],
];

/** The types of what was seen. Every entry of a list counts: a member that one of them lacks is optional. */
function schemaOf(value: Json): JsonSchema {
  if (Array.isArray(value)) {
    const entries = (value as readonly Json[]).map(schemaOf);
    return {
      type: 'array',
      items:
        entries.reduce<JsonSchema | undefined>((all, one) => (all === undefined ? one : common(all, one)), undefined) ??
        {},
    };
  }
  if (isMap(value))
    return {
      type: 'object',
      properties: Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, schemaOf(inner)])),
      required: Object.keys(value),
    };
  if (typeof value === 'string') {
    const format = FORMATS.find(([, pattern]) => pattern.test(value))?.[0];
    return { type: 'string', ...defined({ format }) };
  }
  if (typeof value === 'number') return { type: Number.isInteger(value) ? 'integer' : 'number' };
  return typeof value === 'boolean' ? { type: 'boolean' } : {};
}

function common(one: JsonSchema, other: JsonSchema): JsonSchema {
  const types = new Set([one['type'], other['type']]);
  if (types.size > 1) return types.has('integer') && types.has('number') && types.size === 2 ? { type: 'number' } : {};
  if (one['type'] !== 'object') return one['format'] === other['format'] ? one : { type: one['type'] ?? 'string' };
  const [mine, theirs] = [propertiesOf(one), propertiesOf(other)];
  const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])];
  const required = listOf(one['required']).filter((name) => listOf(other['required']).includes(name));
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, merged(mine[name], theirs[name])])),
    required,
  };
}

function merged(one: JsonSchema | undefined, other: JsonSchema | undefined): JsonSchema {
  return one === undefined ? (other ?? {}) : other === undefined ? one : common(one, other);
}

function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  return isMap(schema['properties']) ? (schema['properties'] as Readonly<Record<string, JsonSchema>>) : {};
}
