/** OpenAPI document of observed responses of a running service. */
import { propertiesOf } from './schemas.ts';
import { omitUndefined } from '../model/objects.ts';
import { type HeaderList, linkTarget } from '../model/headers.ts';
import { isMap, type Json, ownProperty } from '../model/json.ts';
import type { ApiDocument, ApiOperation, ApiParameter } from '../openapi/document.ts';
import { type JsonSchema, asList } from '../openapi/references.ts';

export interface ObservedResponse {
  readonly url: string;
  readonly status: number;
  readonly body: Json;
  readonly headers: HeaderList;
  /** Whether the request had an access token. */
  readonly secured: boolean;
}

/** Document of responses of one service; the first URL names the service. */
export function documentFromResponses(all: readonly [ObservedResponse, ...(readonly ObservedResponse[])]): ApiDocument {
  const { origin, hostname } = new URL(all[0].url);
  const paths = new Set(all.map(({ url }) => new URL(url).pathname));
  return {
    title: hostname,
    version: '1.0.0',
    servers: [origin],
    schemes: [],
    variables: {},
    operations: all.map((one) => operationOf(one, paths)),
    unread: [],
  };
}

function operationOf(
  { url, status, body, headers, secured }: ObservedResponse,
  paths: ReadonlySet<string>,
): ApiOperation {
  const { pathname, searchParams } = new URL(url);
  const parts = pathname.split('/');
  const collection = parts.slice(0, -1).join('/');
  const last = parts.at(-1) ?? '';
  // A path directly below another requested path is one of its records.
  const isRecord = paths.has(collection) && last !== '' && isMap(body);
  const idParameter: ApiParameter = {
    name: 'id',
    in: 'path',
    required: true,
    schema: schemaOf(parseNumber(last)),
    example: parseNumber(last),
  };
  return {
    method: 'GET',
    path: isRecord ? `${collection}/{id}` : pathname,
    tags: [],
    parameters: [
      ...(isRecord ? [idParameter] : []),
      ...[...searchParams].map(([name, text]) => {
        const value = parseNumber(text);
        return { name, in: 'query', required: false, schema: schemaOf(value), example: value };
      }),
    ],
    responses: { [status]: { content: { 'application/json': schemaOf(body) }, headers: headerNames(headers) } },
    secured,
  };
}

/** Link relations between pages of a list (IANA registry of RFC 8288). */
const PAGE_RELATIONS = ['next', 'prev', 'previous', 'first', 'last'];

/** Names of response headers. Link headers without page relations are not about pagination and are omitted. */
function headerNames(headers: HeaderList): readonly string[] {
  const isPaged = PAGE_RELATIONS.some((relation) => linkTarget({ headers }, relation) !== undefined);
  return headers.map(([name]) => name).filter((name) => isPaged || name.toLowerCase() !== 'link');
}

/** Converts a decimal string to a number. */
function parseNumber(text: string): string | number {
  return /^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : text;
}

const FORMATS: readonly (readonly [string, RegExp])[] = [
  ['date', /^\d{4}-\d{2}-\d{2}$/],
  ['date-time', /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/],
  ['uuid', /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i],
  ['uri', /^https?:\/\/\S+$/],
  ['email', /^[^@\s]+@[^@\s]+\.[^@\s]+$/],
];

/** Schema of an observed value. List entries are merged: a property that is missing in one entry is optional. */
function schemaOf(value: Json): JsonSchema {
  if (Array.isArray(value)) {
    const entries = (value as readonly Json[]).map(schemaOf);
    return {
      type: 'array',
      items:
        entries.reduce<JsonSchema | undefined>(
          (all, one) => (all === undefined ? one : mergeSchemas(all, one)),
          undefined,
        ) ?? {},
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
    return { type: 'string', ...omitUndefined({ format }) };
  }
  if (typeof value === 'number') return { type: Number.isInteger(value) ? 'integer' : 'number' };
  return typeof value === 'boolean' ? { type: 'boolean' } : {};
}

function mergeSchemas(one: JsonSchema, other: JsonSchema): JsonSchema {
  const types = new Set([one['type'], other['type']]);
  if (types.size > 1) return types.has('integer') && types.has('number') && types.size === 2 ? { type: 'number' } : {};
  if (one['type'] !== 'object') return one['format'] === other['format'] ? one : { type: one['type'] ?? 'string' };
  const [properties, otherProperties] = [propertiesOf(one), propertiesOf(other)];
  const names = [...new Set([...Object.keys(properties), ...Object.keys(otherProperties)])];
  const required = asList(one['required']).filter((name) => asList(other['required']).includes(name));
  return {
    type: 'object',
    properties: Object.fromEntries(
      names.map((name) => [name, mergeOptional(ownProperty(properties, name), ownProperty(otherProperties, name))]),
    ),
    required,
  };
}

function mergeOptional(one: JsonSchema | undefined, other: JsonSchema | undefined): JsonSchema {
  return one === undefined ? (other ?? {}) : other === undefined ? one : mergeSchemas(one, other);
}
