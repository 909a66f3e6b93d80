/** Request and response bodies of an operation in an OpenAPI document, and the location of records in them. */
import { isMap, type JsonMap } from '../model/json.ts';
import { encodePointerPart } from '../model/pointer.ts';
import { bareMediaType } from '../model/headers.ts';
import type { ApiOperation } from '../openapi/document.ts';
import { type JsonSchema, asList } from '../openapi/references.ts';
import { type ResourceObject, resourceObjectIn } from './json-api.ts';
import { byFrequency, normalizeName } from './names.ts';
import { itemSchemaOf, propertiesOf, schemaType } from './schemas.ts';

export function isJsonMediaType(type: string): boolean {
  return /^application\/(?:[\w.-]+\+)?json\b/i.test(type) || type === '*/*';
}

function jsonOf(content: Readonly<Record<string, JsonSchema>>): JsonSchema | undefined {
  return Object.entries(content).find(([type]) => isJsonMediaType(type))?.[1];
}

/** Body format of a request as a contract declares it, with the schema of the record. */
export interface RequestBodyDraft {
  readonly form: 'plain' | 'form' | 'multipart';
  readonly schema: JsonSchema;
  /** Media type of the JSON, if it is not `application/json`. */
  readonly media?: string;
  /** JSON pointer to the record in the body; absent if the body is the record. */
  readonly pointer?: string;
  /** Constant values that the body contains beside the record. */
  readonly around?: JsonMap;
  /** Whether the body also contains the ID of the record. */
  readonly hasId?: boolean;
}

const FORMS: readonly (readonly [RequestBodyDraft['form'], (type: string) => boolean])[] = [
  ['plain', isJsonMediaType],
  ['form', (type) => /^application\/x-www-form-urlencoded\b/i.test(type)],
  ['multipart', (type) => /^multipart\/form-data\b/i.test(type)],
];

export function requestBodyOf(operation: ApiOperation | undefined): RequestBodyDraft | undefined {
  const content = Object.entries(operation?.requestBody?.content ?? {});
  for (const [form, fits] of FORMS) {
    const fitting = content.filter(([type]) => fits(type));
    const [type, schema] = fitting.find(([one]) => bareMediaType(one) === DEFAULT_JSON_TYPE) ?? fitting[0] ?? [];
    if (type === undefined || schema === undefined) continue;
    if (form !== 'plain') return { form, schema };
    const media = bareMediaType(type);
    const isDeclared = media !== DEFAULT_JSON_TYPE && !media.includes('*');
    return { form, ...(isDeclared ? { media } : {}), ...unwrapRecord(objectOf(schema), wordOf(operation?.path ?? '')) };
  }
  return undefined;
}

export const DEFAULT_JSON_TYPE = 'application/json';

/** The only object schema among alternatives; alternatives that are lists or null do not count. */
function objectOf(schema: JsonSchema): JsonSchema {
  const alternatives = ['oneOf', 'anyOf'].flatMap((name) => asList(schema[name]).filter(isMap));
  const objects = alternatives.filter((one) => Object.keys(propertiesOf(one)).length > 0);
  const [only] = objects;
  const isAlone = objects.length === 1 && alternatives.every((one) => one === only || schemaType(one) !== 'object');
  return only !== undefined && isAlone && Object.keys(propertiesOf(schema)).length === 0 ? only : schema;
}

/** Unwraps a body with one property, named `data` or after the collection, that contains the record. */
function unwrapRecord(schema: JsonSchema, word: string): Omit<RequestBodyDraft, 'form' | 'media'> {
  const members = propertiesOf(schema);
  const resource = resourceObjectIn(members['data']);
  if (resource !== undefined) return resourceBody(resource);
  const [only, ...otherProperties] = Object.entries(members);
  if (only === undefined || otherProperties.length > 0 || Object.keys(propertiesOf(only[1])).length === 0)
    return { schema };
  const [name, inner] = only;
  const isNamed =
    normalizeName(name) === 'data' || (normalizeName(name).length > 2 && word.startsWith(normalizeName(name)));
  return isNamed ? { schema: inner, pointer: `/${encodePointerPart(name)}` } : { schema };
}

/** A JSON:API resource. The ID in it identifies the record and is not a field that the client sets. */
function resourceBody({ schema, around, hasId }: ResourceObject): Omit<RequestBodyDraft, 'form' | 'media'> {
  const { id: _id, ...attributes } = propertiesOf(schema);
  return {
    schema: hasId ? { ...schema, properties: attributes } : schema,
    pointer: '/data/attributes',
    around: { data: around },
    hasId,
  };
}

/** Constant values beside the record. An update of a JSON:API resource must also contain the ID of the record. */
export function constantsAround(
  sent: RequestBodyDraft | undefined,
  kind: string,
  uid: string | undefined,
): JsonMap | undefined {
  const { around, hasId } = sent ?? {};
  if (around === undefined || hasId !== true || uid === undefined || (kind !== 'update' && kind !== 'replace'))
    return around;
  return Object.fromEntries(
    Object.entries(around).map(([name, inner]) => [name, { ...(inner as JsonMap), id: { $path: `#${uid}` } }]),
  );
}

/** The last word of a path in lower case, without punctuation. */
function wordOf(path: string): string {
  const words = path.split('/').filter((part) => part !== '' && !part.startsWith('{'));
  return normalizeName(words.at(-1) ?? '');
}

export function successStatuses(operation: ApiOperation): readonly string[] {
  return Object.keys(operation.responses).filter((status) => /^2\d\d$/.test(status));
}

export function responseSchemaOf(operation: ApiOperation | undefined): JsonSchema | undefined {
  if (operation === undefined) return undefined;
  return successStatuses(operation)
    .map((status) => jsonOf(operation.responses[status]?.content ?? {}))
    .find((schema) => schema !== undefined && Object.keys(schema).length > 0);
}

/** Media type of the JSON of its successful responses; prefers `application/json`. */
export function jsonMediaType(operation: ApiOperation): string | undefined {
  const types = successStatuses(operation)
    .flatMap((status) => Object.keys(operation.responses[status]?.content ?? {}))
    .filter((type) => isJsonMediaType(type) && !type.includes('*'))
    .map(bareMediaType);
  return types.includes(DEFAULT_JSON_TYPE) ? DEFAULT_JSON_TYPE : types[0];
}

/** The most frequent JSON media type of the responses. */
export function mostFrequentJsonType(operations: readonly ApiOperation[]): string {
  return byFrequency(operations.flatMap((operation) => jsonMediaType(operation) ?? []))[0] ?? DEFAULT_JSON_TYPE;
}

/** Media type of a successful response that is not JSON. */
export function nonJsonMediaType(operation: ApiOperation): string | undefined {
  const types = successStatuses(operation).flatMap((status) => Object.keys(operation.responses[status]?.content ?? {}));
  return types.some(isJsonMediaType) ? undefined : types.find((type) => /^[a-z0-9.+-]+\/[a-z0-9.+-]+$/.test(type));
}

/** JSON pointer to the records, and the schema of one record. */
export interface RecordLocation {
  readonly pointer: string;
  readonly schema: JsonSchema;
  /** In a list: pointer from an entry to the record, if the entry is not the record itself. */
  readonly entry?: string;
}

/** Common names of the property that contains a list of records, and of the property that contains one record. */
const LISTS = new Set([
  'data',
  'items',
  'results',
  'result',
  'records',
  'entries',
  'values',
  'objects',
  'rows',
  'list',
  'content',
]);
const RECORDS = new Set(['data', 'item', 'result', 'record', 'resource', 'object']);

/** Names of properties for paging, response status and links: they are not fields of a record. */
const NON_RECORD_NAMES =
  /^(links?|meta|metadata|page\w*|paging|pagination|total\w*|count|\w*count|hasmore|hasnext|more|next\w*|prev\w*|first\w*|last\w*|self\w*|limit|offset|cursors?|size|perpage|kind|etag|status|statuscode|success|ok|message|requestid|url|itemsonpage)$/;

/**
 * Locates the records of a list response: the body itself, one of its properties, or a property of one of its objects is an array. An array
 * is the list, and not a field of a record, if its name or its sibling properties suggest so, or if the operation is paged.
 */
export function locateRecords(
  schema: JsonSchema | undefined,
  path: string,
  isPaged: boolean,
): RecordLocation | undefined {
  const found = listIn(schema, path, isPaged);
  const resource = resourceObjectIn(found?.schema);
  return found === undefined || resource === undefined
    ? found
    : { pointer: found.pointer, schema: resource.schema, entry: '/attributes' };
}

function listIn(schema: JsonSchema | undefined, path: string, isPaged: boolean): RecordLocation | undefined {
  if (schema === undefined) return undefined;
  if (schemaType(schema) === 'array') return { pointer: '', schema: itemSchemaOf(schema) };
  const word = wordOf(path);
  const within = (outer: JsonSchema, prefix: string): RecordLocation | undefined => {
    const members = Object.entries(propertiesOf(outer));
    const arrays = members.filter(([, inner]) => schemaType(inner) === 'array');
    const isNamed = (name: string): boolean =>
      LISTS.has(normalizeName(name)) ||
      (word !== '' && (normalizeName(name).endsWith(word) || word.endsWith(normalizeName(name))));
    const others = members.filter(([, inner]) => schemaType(inner) !== 'array');
    const isAlone =
      arrays.length === 1 &&
      ((isPaged && prefix === '') || others.every(([name]) => NON_RECORD_NAMES.test(normalizeName(name))));
    const found = arrays.find(([name]) => isNamed(name)) ?? (isAlone ? arrays[0] : undefined);
    return found === undefined
      ? undefined
      : { pointer: `${prefix}/${encodePointerPart(found[0])}`, schema: itemSchemaOf(found[1]) };
  };
  const direct = within(schema, '');
  if (direct !== undefined) return direct;
  const inner = Object.entries(propertiesOf(schema)).flatMap(([name, member]) =>
    schemaType(member) === 'object' && !normalizeName(name).endsWith('links')
      ? (within(member, `/${encodePointerPart(name)}`) ?? [])
      : [],
  );
  return inner.length === 1 &&
    (isPaged ||
      LISTS.has(normalizeName(inner[0]?.pointer.split('/')[1] ?? '')) ||
      inner[0]?.pointer.startsWith('/_embedded/') === true)
    ? inner[0]
    : undefined;
}

/**
 * Locates the record in a response about one record.
 *
 * @param knownFields fields of the records; a response without any of them wraps the record
 */
export function locateRecord(
  schema: JsonSchema | undefined,
  name: string,
  knownFields: ReadonlySet<string> = new Set(),
): RecordLocation | undefined {
  const found = recordIn(schema, name, knownFields);
  const resource = resourceObjectIn(found?.schema);
  return found === undefined || resource === undefined
    ? found
    : { pointer: `${found.pointer}/attributes`, schema: resource.schema };
}

function recordIn(
  schema: JsonSchema | undefined,
  name: string,
  knownFields: ReadonlySet<string>,
): RecordLocation | undefined {
  if (schema === undefined || schemaType(schema) === 'array') return undefined;
  const members = Object.entries(propertiesOf(schema));
  const isWrapper = knownFields.size > 0 && !members.some(([member]) => knownFields.has(member));
  const objects = members.filter(
    ([, inner]) =>
      schemaType(inner) === 'object' ||
      Object.keys(propertiesOf(inner)).length > 0 ||
      (isWrapper && schemaType(inner) === undefined),
  );
  const isNamed = (member: string): boolean =>
    RECORDS.has(normalizeName(member)) || normalizeName(name).startsWith(normalizeName(member));
  const found = objects.find(([member]) => isNamed(member));
  if (
    found !== undefined &&
    (isWrapper || members.every(([member]) => member === found[0] || NON_RECORD_NAMES.test(normalizeName(member))))
  )
    return { pointer: `/${encodePointerPart(found[0])}`, schema: found[1] };
  return { pointer: '', schema };
}
