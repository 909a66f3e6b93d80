/** How a service refuses, as far as its OpenAPI document says: statuses by kind of refusal, and the shape of an error. Pure. */
import { defined, maybe } from '../record/defined.ts';
import { isMap, type JsonMap } from '../record/json.ts';
import { pointerPart } from '../record/pointer.ts';
import type { RefusalKind } from '../load/model.ts';
import type { ApiOperation } from '../openapi/document.ts';
import { listOf, type JsonSchema } from '../openapi/json.ts';
import { isJson, propertiesOf, USUAL_JSON } from './answers.ts';
import { bareMediaType } from '../record/media-type.ts';
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

/** What some case provokes: of a name that is taken a draft knows nothing. */
export const PROVOKED: ReadonlySet<number> = new Set([
  401,
  ...Object.entries(STATUSES).flatMap(([kind, statuses]) => (kind === 'taken' ? [] : statuses)),
]);

/** Members that hold a code or a text for a reader, most telling first. */
const CODES = ['code', 'errorCode', 'error_code', 'error', 'type', 'title', 'message'] as const;
const DETAILS = ['detail', 'message', 'description', 'title', 'error_description'] as const;
/** Members of an entry that name what is wrong. */
const SOURCES = [
  'pointer',
  'field',
  'path',
  'parameter',
  'param',
  'property',
  'target',
  'attribute',
  'location',
  'source',
] as const;
/** Members that hold the one thing that is wrong. */
const HOLDERS: readonly string[] = ['error', 'fault', 'errors', 'problem'];

const FAMILY = 'error';
/** The same body, where the list of what is wrong is in it. */
const LISTING = 'error-with-list';
/** Kinds of refusal that say what of a request is wrong. */
const OF_MEMBERS: readonly string[] = ['shape', 'value', 'query'] satisfies readonly RefusalKind[];

export function draftErrors(operations: readonly ApiOperation[], mediaType = USUAL_JSON): DraftErrors {
  const documented = new Set(operations.flatMap((o) => Object.keys(o.responses)));
  const families = familiesOf(operations, mediaType);
  const named = (kind: string): JsonMap => {
    const name = LISTING in families && OF_MEMBERS.includes(kind) ? LISTING : FAMILY;
    return name in families ? { family: name } : {};
  };
  const refusals: Record<string, JsonMap> = {};
  if (operations.some((o) => o.secured)) refusals['unauthenticated'] = { statuses: [401], ...named('unauthenticated') };
  for (const [kind, statuses] of Object.entries(STATUSES)) {
    const known = statuses.filter((status) => documented.has(String(status)));
    // What is documented for any status may be any of them.
    const isAny = kind === 'method' || (known.length === 0 && (documented.has('default') || documented.has('4XX')));
    const usual = isAny ? statuses : known.length > 0 ? known : statuses.slice(0, 1);
    refusals[kind] = { statuses: usual, ...named(kind) };
  }
  if (documented.has('409')) refusals['duplicate'] = { statuses: [409], ...named('value') };
  if (operations.some(({ method, responses }) => method === 'DELETE' && '409' in responses))
    refusals['in-use'] = { statuses: [409], ...named('value') };
  return { families, refusals };
}

/** Made of the error body that most operations share. */
function familiesOf(operations: readonly ApiOperation[], mediaType: string): DraftErrors['families'] {
  const bodies = operations
    .flatMap(({ responses }) => Object.entries(responses))
    .filter(([status]) => /^[45]|^default$/.test(status))
    .flatMap(([, { content }]) =>
      Object.entries(content)
        .filter(([type]) => /json/i.test(type))
        .slice(0, 1),
    )
    .map(([type, schema]) => ({ type: bareMediaType(type), schema }))
    .filter(({ schema }) => isMap(schema['properties']));
  const [usual] = byFrequency(bodies, ({ schema }) => JSON.stringify(schema));
  if (usual === undefined) return {};
  const { type, schema } = usual;
  const isSaid = type !== mediaType && isJson(type) && !type.includes('*') && type !== 'application/problem+json';
  return withMedia(familiesIn(schema), isSaid ? type : undefined);
}

function withMedia(families: DraftErrors['families'], media: string | undefined): DraftErrors['families'] {
  return Object.fromEntries(
    Object.entries(families).map(([name, family]) => [name, { ...family, ...defined({ media }) }]),
  );
}

function familiesIn(usual: JsonSchema): DraftErrors['families'] {
  const [listing, whole] = [listingFamily(usual), wholeFamily(usual)];
  if (listing === undefined) return defined({ [FAMILY]: whole });
  // A list that need not be there says what of a request is wrong, and nothing of what is not found.
  return listing.isAlways || whole === undefined
    ? { [FAMILY]: listing.family }
    : { [FAMILY]: whole, [LISTING]: listing.family };
}

/** An error body in which what is wrong stands in a list. */
function listingFamily(schema: JsonSchema): { readonly family: JsonMap; readonly isAlways: boolean } | undefined {
  const [name, list] =
    Object.entries(propertiesOf(schema)).find(
      ([, inner]) => inner['type'] === 'array' && isMap(inner['items']) && isMap(inner['items']['properties']),
    ) ?? [];
  const said = saidIn(isMap(list?.['items']) ? list['items'] : {});
  if (name === undefined || said === undefined) return undefined;
  return {
    family: { schema: bareSchema(schema), entries: `/${pointerPart(name)}`, ...said },
    isAlways: listOf(schema['required']).includes(name),
  };
}

/** One that tells of one thing: itself, or in a member, `{ error: { code, message } }`. */
function wholeFamily(schema: JsonSchema): JsonMap | undefined {
  const held = Object.entries(propertiesOf(schema)).find(
    ([name, inner]) => HOLDERS.includes(name) && memberOf(inner, CODES) !== undefined,
  );
  const said = saidIn(held?.[1] ?? schema);
  return maybe(said, (it) => ({
    schema: bareSchema(schema),
    ...defined({ entry: maybe(held, ([name]) => `/${pointerPart(name)}`) }),
    ...it,
  }));
}

/** Where an entry has its code, a text for a reader, and what of the request it is about. */
function saidIn(entry: JsonSchema): JsonMap | undefined {
  const code = memberOf(entry, CODES);
  // What is said in one member alone is said to readers too.
  const detail = memberOf(entry, DETAILS) ?? code;
  const source = sourceIn(entry);
  // That a text names the member is more than a document says.
  const unnamed = source === undefined ? true : undefined;
  return (detail ?? source) === undefined ? undefined : defined({ code, detail, source, unnamed });
}

/** A member that names what is wrong, or one in it: `{ source: { pointer } }`. */
function sourceIn(entry: JsonSchema): string | undefined {
  const name = memberOf(entry, SOURCES);
  if (name === undefined) return undefined;
  const inner = propertiesOf(entry)[name] ?? {};
  return `/${pointerPart(name)}${Object.keys(propertiesOf(inner)).length === 0 ? '' : (sourceIn(inner) ?? '')}`;
}

function memberOf(schema: JsonSchema, names: readonly string[]): string | undefined {
  return names.find((name) => name in propertiesOf(schema));
}
