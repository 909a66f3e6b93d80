/** How a service refuses, as far as its OpenAPI document says: statuses by kind of refusal, and the shape of an error. Pure. */
import { defined, maybe } from '../record/defined.ts';
import { isMap, type Json, type JsonMap } from '../record/json.ts';
import type { RefusalKind } from '../load/model.ts';
import type { ApiOperation } from '../openapi/document.ts';
import type { JsonSchema } from '../openapi/json.ts';
import { bareSchema } from './bare-schema.ts';
import { byFrequency } from './by-frequency.ts';

export interface DraftErrors {
  /** As in `contracts/<service>/errors.yaml`. */
  readonly families: Readonly<Record<string, JsonMap>>;
  readonly refusals: Readonly<Partial<Record<RefusalKind, JsonMap>>>;
}

/** Statuses that HTTP has for each kind; of several the documented ones, or else the first. */
const STATUSES: Readonly<Partial<Record<RefusalKind, readonly number[]>>> = {
  'not-found': [404, 410],
  method: [405, 501],
  'media-type': [415],
  'not-acceptable': [406],
  malformed: [400, 422],
  shape: [400, 422],
  value: [422, 400],
  query: [400, 422],
  page: [400, 422],
  precondition: [412],
  'precondition-required': [428],
  taken: [409, 412],
  'too-large': [413],
  unavailable: [503],
};

/** Members that hold a code or a text for a reader, most telling first. */
const CODES = ['code', 'errorCode', 'error_code', 'error', 'type', 'title', 'message'] as const;
const DETAILS = ['detail', 'message', 'description', 'title', 'error_description'] as const;
/** Members that hold the one thing that is wrong. */
const HOLDERS: readonly string[] = ['error', 'fault', 'errors', 'problem'];

const FAMILY = 'error';

export function draftErrors(operations: readonly ApiOperation[]): DraftErrors {
  const documented = new Set(operations.flatMap((o) => Object.keys(o.responses)));
  const family = familyOf(operations);
  const named = family === undefined ? {} : { family: FAMILY };
  const refusals: Record<string, JsonMap> = {};
  if (operations.some((o) => o.secured)) refusals['unauthenticated'] = { statuses: [401], ...named };
  for (const [kind, statuses] of Object.entries(STATUSES)) {
    const known = statuses.filter((status) => documented.has(String(status)));
    refusals[kind] = {
      statuses: kind === 'method' ? statuses : known.length > 0 ? known : statuses.slice(0, 1),
      ...named,
    };
  }
  return { families: family === undefined ? {} : { [FAMILY]: family }, refusals };
}

/** Made of the error body that most operations share. */
function familyOf(operations: readonly ApiOperation[]): JsonMap | undefined {
  const schemas = operations
    .flatMap(({ responses }) => Object.entries(responses))
    .filter(([status]) => /^[45]|^default$/.test(status))
    .map(([, { content }]) => Object.entries(content).find(([type]) => /json/i.test(type))?.[1])
    .filter((schema) => schema !== undefined && isMap(schema['properties']));
  return maybe(byFrequency(schemas)[0], family);
}

function family(schema: JsonSchema): JsonMap | undefined {
  const properties = schema['properties'];
  if (!isMap(properties)) return undefined;
  const list = Object.entries(properties).find(
    ([, inner]) =>
      isMap(inner) && inner['type'] === 'array' && isMap(inner['items']) && isMap(inner['items']['properties']),
  );
  // `{ error: { code, message } }`: what is said stands in a member of the body.
  const held =
    list === undefined
      ? Object.entries(properties).find(
          ([name, inner]) =>
            HOLDERS.includes(name) && isMap(inner) && memberOf(inner['properties'], CODES) !== undefined,
        )
      : undefined;
  const entries =
    list === undefined
      ? ((held?.[1] as JsonMap | undefined)?.['properties'] ?? properties)
      : ((list[1] as JsonMap)['items'] as JsonMap)['properties'];
  const code = memberOf(entries, CODES);
  if (code === undefined) return undefined;
  // What is said in one member alone is said to readers too.
  const detail = memberOf(entries, DETAILS) ?? code;
  return {
    schema: bareSchema(schema),
    ...defined({ entries: maybe(list, (it) => `/${it[0]}`), entry: maybe(held, (it) => `/${it[0]}`) }),
    code,
    detail,
  };
}

function memberOf(properties: Json | undefined, names: readonly string[]): string | undefined {
  return isMap(properties) ? names.find((name) => name in properties) : undefined;
}
