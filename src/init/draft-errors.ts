/** Error rules of a draft: the statuses of each kind of rejection, and the schema of an error body. */
import { omitUndefined, mapOptional } from '../model/objects.ts';
import { isMap, type JsonMap } from '../model/json.ts';
import { encodePointerPart } from '../model/pointer.ts';
import type { RejectionKind } from '../load/model.ts';
import type { ApiOperation } from '../openapi/document.ts';
import { type JsonSchema, asList } from '../openapi/references.ts';
import { isJsonMediaType, DEFAULT_JSON_TYPE } from './operation-bodies.ts';
import { bareMediaType } from '../model/headers.ts';
import { stripSchema, propertiesOf } from './schemas.ts';
import { requiresIfMatch } from './headers.ts';
import { byFrequency } from './names.ts';

export interface DraftErrors {
  readonly families: Readonly<Record<string, JsonMap>>;
  readonly refusals: Readonly<Partial<Record<RejectionKind, JsonMap>>>;
}

/** HTTP statuses of each kind of rejection. A draft uses the documented ones, or the first one if none is documented. */
const STATUSES: Readonly<Partial<Record<RejectionKind, readonly number[]>>> = {
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

/** Statuses that generated test cases provoke. A draft has no test case for a name that is taken. */
export const PROVOKED_STATUSES: ReadonlySet<number> = new Set([
  401,
  ...Object.entries(STATUSES).flatMap(([kind, statuses]) => (kind === 'taken' ? [] : statuses)),
]);

/** Names of properties that contain an error code or a message, the most specific first. */
const CODES = ['code', 'errorCode', 'error_code', 'error', 'type', 'title', 'message'] as const;
const DETAILS = ['detail', 'message', 'description', 'title', 'error_description'] as const;
/** Names of properties in an error entry that contain the location of the error. */
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
/** Names of properties that contain a single error object. */
const HOLDERS: readonly string[] = ['error', 'fault', 'errors', 'problem'];

const FAMILY = 'error';
/** Name suffix of an error family whose body also lists the single errors. */
const LISTING = '-with-list';
/** Kinds of rejection that concern one field or parameter of a request. */
const OF_MEMBERS: readonly string[] = ['shape', 'value', 'query', 'page'] satisfies readonly RejectionKind[];
const OF_BODIES: readonly string[] = ['malformed', 'shape', 'value', 'duplicate'] satisfies readonly RejectionKind[];
const OF_LISTS: readonly string[] = ['query', 'page'] satisfies readonly RejectionKind[];
const PROBLEM = 'application/problem+json';

/** An error body, and its variants by family name. */
interface Shape {
  readonly name: string;
  readonly families: DraftErrors['families'];
}

export function draftErrors(operations: readonly ApiOperation[], mediaType = DEFAULT_JSON_TYPE): DraftErrors {
  const documented = new Set(operations.flatMap((o) => Object.keys(o.responses)));
  const shapes = shapesOf(operations, mediaType);
  const used: Record<string, JsonMap> = {};
  const familyOf = (kind: string, statuses: readonly number[]): JsonMap => {
    const shape = shapeFor(kind, statuses, operations, shapes);
    if (shape === undefined) return {};
    const listing = `${shape.name}${LISTING}`;
    const name = Object.hasOwn(shape.families, listing) && OF_MEMBERS.includes(kind) ? listing : shape.name;
    const family = shape.families[name];
    if (family === undefined) return {};
    used[name] = family;
    return { family: name };
  };
  const refusals: Record<string, JsonMap> = {};
  const declare = (kind: RejectionKind, statuses: readonly number[]): void => {
    refusals[kind] = { statuses, ...familyOf(kind, statuses) };
  };
  if (operations.some((o) => o.secured)) declare('unauthenticated', [401]);
  for (const [kind, statuses] of Object.entries(STATUSES) as readonly (readonly [RejectionKind, readonly number[]])[]) {
    const known = statuses.filter((status) => documented.has(String(status)));
    // A response documented for every error (`default`, `4XX`) can have any of the statuses.
    const isAny = kind === 'method' || (known.length === 0 && (documented.has('default') || documented.has('4XX')));
    declare(kind, isAny ? statuses : known.length > 0 ? known : statuses.slice(0, 1));
  }
  const notFound = refusals['not-found']?.['statuses'] as readonly number[];
  // Status 403 or 404: the document does not state who gets a 403, and a service may hide records of another tenant.
  if (operations.some((o) => o.secured && '403' in o.responses)) declare('forbidden', [403, ...notFound]);
  const ofReads = NO_IDENTIFIER.filter((status) => operations.some((one) => isReadOfOne(one, status)));
  if (ofReads.length > 0) declare('identifier', [...notFound, ...ofReads]);
  // A missing precondition header is a bad request if no status 428 is documented.
  if (!documented.has('428') && operations.some(requiresIfMatch)) declare('precondition-required', [428, 400]);
  if (documented.has('409')) declare('duplicate', [409]);
  if (operations.some(({ method, responses }) => method === 'DELETE' && '409' in responses)) declare('in-use', [409]);
  return { families: used, refusals };
}

/** Statuses besides 404 with which a read rejects an invalid ID: the ID is the only input of a read. */
const NO_IDENTIFIER: readonly number[] = [400, 422];

function isReadOfOne({ method, path, responses }: ApiOperation, status: number): boolean {
  const isDocumented = responses[status] !== undefined || (status === 400 && responses['default'] !== undefined);
  return method === 'GET' && path.endsWith('}') && isDocumented;
}

/** Distinct error schemas, the most frequent first. */
function shapesOf(operations: readonly ApiOperation[], mediaType: string): ReadonlyMap<string, Shape> {
  const bodies = operations.flatMap(({ responses }) =>
    Object.keys(responses).flatMap((status) => (/^[45]|^default$/.test(status) ? errorsOf(responses, status) : [])),
  );
  const names = new Set<string>();
  return new Map(
    byFrequency(bodies, ({ schema }) => JSON.stringify(schema)).map(({ type, schema }, index) => {
      const wanted = index === 0 ? FAMILY : type === PROBLEM ? 'problem' : `${FAMILY}-${index + 1}`;
      const name = names.has(wanted) ? `${wanted}-${index + 1}` : wanted;
      names.add(name);
      const isDeclared = type !== mediaType && isJsonMediaType(type) && !type.includes('*') && type !== PROBLEM;
      const families = withMedia(familiesIn(schema, name), isDeclared ? type : undefined);
      return [JSON.stringify(schema), { name, families }] as const;
    }),
  );
}

function errorsOf(
  responses: ApiOperation['responses'],
  status: string,
): readonly { readonly type: string; readonly schema: JsonSchema }[] {
  return Object.entries(responses[status]?.content ?? {})
    .filter(([type, schema]) => /json/i.test(type) && isMap(schema['properties']))
    .map(([type, schema]) => ({ type: bareMediaType(type), schema }));
}

/** Error family of a kind of rejection: from the operations that can reject so with these statuses, else the most frequent family. */
function shapeFor(
  kind: string,
  statuses: readonly number[],
  operations: readonly ApiOperation[],
  shapes: ReadonlyMap<string, Shape>,
): Shape | undefined {
  const concerned = operations.filter(
    (one) =>
      (!OF_BODIES.includes(kind) || one.requestBody !== undefined) &&
      (!OF_LISTS.includes(kind) || one.method === 'GET'),
  );
  const matching = concerned.flatMap(({ responses }) =>
    statuses.flatMap((status) =>
      errorsOf(responses, String(status)).flatMap(({ schema }) => shapes.get(JSON.stringify(schema)) ?? []),
    ),
  );
  const all = [...byFrequency(matching, ({ name }) => name), ...shapes.values()].filter(
    ({ families }) => Object.keys(families).length > 0,
  );
  const matchingNames = new Set(matching.map(({ name }) => name));
  // Kinds about one field use the family that states the location of the error, if several families have the status.
  const preferred = OF_MEMBERS.includes(kind)
    ? all.find(
        ({ name, families }) => matchingNames.has(name) && Object.values(families).some((one) => 'source' in one),
      )
    : all.find(({ name }) => matchingNames.has(name) && name === FAMILY);
  return preferred ?? all[0];
}

function withMedia(families: DraftErrors['families'], media: string | undefined): DraftErrors['families'] {
  return Object.fromEntries(
    Object.entries(families).map(([name, family]) => [name, { ...family, ...omitUndefined({ media }) }]),
  );
}

function familiesIn(schema: JsonSchema, name: string): DraftErrors['families'] {
  const [listing, whole] = [listingFamily(schema), wholeFamily(schema)];
  if (listing === undefined) return whole === undefined ? {} : { [name]: whole };
  // An optional list of errors occurs only for invalid requests, so other rejections use the family without it.
  return listing.isAlways || whole === undefined
    ? { [name]: listing.family }
    : { [name]: whole, [`${name}${LISTING}`]: listing.family };
}

/** An error body with a list of errors at the top or inside a single error object, `{ error: { details: [] } }`. */
function listingFamily(schema: JsonSchema): { readonly family: JsonMap; readonly isAlways: boolean } | undefined {
  const single = singleErrorIn(schema);
  for (const [prefix, holder] of [
    ['', schema],
    ...(mapOptional(single, ([name, inner]) => [[`/${encodePointerPart(name)}`, inner]]) ?? []),
  ] as const) {
    const found = Object.entries(propertiesOf(holder)).flatMap(([name, inner]) => {
      const entry = inner['type'] === 'array' ? entryOf(inner, name, holder) : undefined;
      const pointers = entry === undefined ? undefined : errorPointers(entry);
      return pointers === undefined ? [] : [{ name, said: pointers }];
    })[0];
    if (found === undefined) continue;
    return {
      family: { schema: stripSchema(schema), entries: `${prefix}/${encodePointerPart(found.name)}`, ...found.said },
      isAlways: asList(holder['required']).includes(found.name),
    };
  }
  return undefined;
}

/** Schema of an entry. If the document describes the entries of `details` as any object, they have the form of the error itself. */
function entryOf({ items }: JsonSchema, name: string, holder: JsonSchema): JsonSchema | undefined {
  if (!isMap(items)) return undefined;
  if (isMap(items['properties'])) return items;
  return name === 'details' && Object.keys(items).length === 0 ? holder : undefined;
}

function singleErrorIn(schema: JsonSchema): readonly [string, JsonSchema] | undefined {
  return Object.entries(propertiesOf(schema)).find(
    ([name, inner]) => HOLDERS.includes(name) && memberOf(inner, CODES) !== undefined,
  );
}

/** An error body about one error: the body itself, or one property of it, `{ error: { code, message } }`. */
function wholeFamily(schema: JsonSchema): JsonMap | undefined {
  const single = singleErrorIn(schema);
  const pointers = errorPointers(single?.[1] ?? schema);
  return mapOptional(pointers, (found) => ({
    schema: stripSchema(schema),
    ...omitUndefined({ entry: mapOptional(single, ([name]) => `/${encodePointerPart(name)}`) }),
    ...found,
  }));
}

/** Pointers to the code, the message and the location of the error in an entry. */
function errorPointers(entry: JsonSchema): JsonMap | undefined {
  const code = memberOf(entry, CODES);
  // The code is also the message if there is only one of them.
  const detail = memberOf(entry, DETAILS) ?? code;
  const source = sourceIn(entry);
  // The document does not state whether messages contain the name of the field.
  const unnamed = source === undefined ? true : undefined;
  return (detail ?? source) === undefined ? undefined : omitUndefined({ code, detail, source, unnamed });
}

/** Pointer to the location of the error, possibly nested: `{ source: { pointer } }`. */
function sourceIn(entry: JsonSchema): string | undefined {
  // A `path` next to a `timestamp` is the path of the request, not the location of the error.
  const hasTimestamp = 'timestamp' in propertiesOf(entry);
  const name = memberOf(entry, hasTimestamp ? SOURCES.filter((one) => one !== 'path') : SOURCES);
  if (name === undefined) return undefined;
  const inner = propertiesOf(entry)[name] ?? {};
  return `/${encodePointerPart(name)}${Object.keys(propertiesOf(inner)).length === 0 ? '' : (sourceIn(inner) ?? '')}`;
}

function memberOf(schema: JsonSchema, names: readonly string[]): string | undefined {
  return names.find((name) => Object.hasOwn(propertiesOf(schema), name));
}
