/** What an operation of an OpenAPI document sends and answers, and where the records stand in it. Pure. */
import { isMap, type Json, type JsonMap } from '../model/json.ts';
import { pointerPart } from '../model/pointer.ts';
import { bareMediaType } from '../model/headers.ts';
import type { ApiOperation } from '../openapi/document.ts';
import { type JsonSchema, listOf } from '../openapi/references.ts';
import { type ResourceObject, resourceObjectIn } from './json-api.ts';
import { byFrequency } from './by-frequency.ts';
import { plain } from './names.ts';

export function isJson(type: string): boolean {
  return /^application\/(?:[\w.-]+\+)?json\b/i.test(type) || type === '*/*';
}

function jsonOf(content: Readonly<Record<string, JsonSchema>>): JsonSchema | undefined {
  return Object.entries(content).find(([type]) => isJson(type))?.[1];
}

/** How a contract says that a body is sent, with the schema of its members. */
export interface SentBody {
  readonly form: 'plain' | 'form' | 'multipart';
  readonly schema: JsonSchema;
  /** What the JSON is declared as, where that is not `application/json`. */
  readonly media?: string;
  /** Where the record stands in it, as a pointer; absent: it is the record. */
  readonly pointer?: string;
  /** What stands around the record there. */
  readonly around?: JsonMap;
  /** Whether what identifies the record stands there too. */
  readonly hasId?: boolean;
}

const FORMS: readonly (readonly [SentBody['form'], (type: string) => boolean])[] = [
  ['plain', isJson],
  ['form', (type) => /^application\/x-www-form-urlencoded\b/i.test(type)],
  ['multipart', (type) => /^multipart\/form-data\b/i.test(type)],
];

export function bodyOf(operation: ApiOperation | undefined): SentBody | undefined {
  const content = Object.entries(operation?.requestBody?.content ?? {});
  for (const [form, fits] of FORMS) {
    const fitting = content.filter(([type]) => fits(type));
    const [type, schema] = fitting.find(([one]) => bareMediaType(one) === USUAL_JSON) ?? fitting[0] ?? [];
    if (type === undefined || schema === undefined) continue;
    if (form !== 'plain') return { form, schema };
    const media = bareMediaType(type);
    const isSaid = media !== USUAL_JSON && !media.includes('*');
    return { form, ...(isSaid ? { media } : {}), ...unwrapped(objectOf(schema), wordOf(operation?.path ?? '')) };
  }
  return undefined;
}

/** What JSON is declared as where nothing else is said. */
export const USUAL_JSON = 'application/json';

/** The one object among what may be sent, besides lists of it and null. */
function objectOf(schema: JsonSchema): JsonSchema {
  const ways = ['oneOf', 'anyOf'].flatMap((name) => listOf(schema[name]).filter(isMap));
  const objects = ways.filter((one) => Object.keys(propertiesOf(one)).length > 0);
  const [only] = objects;
  const isAlone = objects.length === 1 && ways.every((one) => one === only || typeOf(one) !== 'object');
  return only !== undefined && isAlone && Object.keys(propertiesOf(schema)).length === 0 ? only : schema;
}

/** A body whose one member is the record: `{ data: … }`, or called as the records are. */
function unwrapped(schema: JsonSchema, word: string): Omit<SentBody, 'form' | 'media'> {
  const members = propertiesOf(schema);
  const resource = resourceObjectIn(members['data']);
  if (resource !== undefined) return sentResource(resource);
  const [only, ...others] = Object.entries(members);
  if (only === undefined || others.length > 0 || Object.keys(propertiesOf(only[1])).length === 0) return { schema };
  const [name, inner] = only;
  const isNamed = plain(name) === 'data' || (plain(name).length > 2 && word.startsWith(plain(name)));
  return isNamed ? { schema: inner, pointer: `/${pointerPart(name)}` } : { schema };
}

/** Whoever sends the id of a record says which it is, and sets nothing. */
function sentResource({ schema, around, hasId }: ResourceObject): Omit<SentBody, 'form' | 'media'> {
  const { id: _id, ...others } = propertiesOf(schema);
  return {
    schema: hasId ? { ...schema, properties: others } : schema,
    pointer: '/data/attributes',
    around: { data: around },
    hasId,
  };
}

/** What else stands in a request; one that changes a record may have to say which it is. */
export function aroundOf(sent: SentBody | undefined, kind: string, uid: string | undefined): JsonMap | undefined {
  const { around, hasId } = sent ?? {};
  if (around === undefined || hasId !== true || uid === undefined || (kind !== 'update' && kind !== 'replace'))
    return around;
  return Object.fromEntries(
    Object.entries(around).map(([name, inner]) => [name, { ...(inner as JsonMap), id: { $path: `#${uid}` } }]),
  );
}

/** The last word of a path, without case and punctuation. */
function wordOf(path: string): string {
  const words = path.split('/').filter((part) => part !== '' && !part.startsWith('{'));
  return plain(words.at(-1) ?? '');
}

export function successesOf(operation: ApiOperation): readonly string[] {
  return Object.keys(operation.responses).filter((status) => /^2\d\d$/.test(status));
}

export function answerOf(operation: ApiOperation | undefined): JsonSchema | undefined {
  if (operation === undefined) return undefined;
  return successesOf(operation)
    .map((status) => jsonOf(operation.responses[status]?.content ?? {}))
    .find((schema) => schema !== undefined && Object.keys(schema).length > 0);
}

/** What the JSON of its successes is declared as; `application/json`, where that is one of several. */
export function jsonTypeOf(operation: ApiOperation): string | undefined {
  const types = successesOf(operation)
    .flatMap((status) => Object.keys(operation.responses[status]?.content ?? {}))
    .filter((type) => isJson(type) && !type.includes('*'))
    .map(bareMediaType);
  return types.includes(USUAL_JSON) ? USUAL_JSON : types[0];
}

/** What most answers of a service are declared as. */
export function usualJsonType(operations: readonly ApiOperation[]): string {
  return byFrequency(operations.flatMap((operation) => jsonTypeOf(operation) ?? []))[0] ?? USUAL_JSON;
}

/** The media type of a success that is no JSON. */
export function mediaOf(operation: ApiOperation): string | undefined {
  const types = successesOf(operation).flatMap((status) => Object.keys(operation.responses[status]?.content ?? {}));
  return types.some(isJson) ? undefined : types.find((type) => /^[a-z0-9.+-]+\/[a-z0-9.+-]+$/.test(type));
}

export function propertiesOf(schema: JsonSchema | undefined): Readonly<Record<string, JsonSchema>> {
  const properties = schema?.['properties'];
  return isMap(properties)
    ? (Object.fromEntries(Object.entries(properties).filter(([, inner]) => isMap(inner))) as Record<string, JsonSchema>)
    : {};
}

/** Whether what is shown may have members that the schema does not name. */
export function isOpen(schema: JsonSchema | undefined): boolean {
  if (schema === undefined) return false;
  if (isMap(schema['items'])) return isOpen(schema['items']);
  const members = Object.values(propertiesOf(schema));
  return (members.length > 0 && schema['additionalProperties'] !== false) || members.some(isOpen);
}

/** The type of a schema, whether or not it may be null besides. */
export function typeOf(schema: JsonSchema | undefined): Json | undefined {
  const type = schema?.['type'];
  return Array.isArray(type) ? listOf(type).find((one) => one !== 'null') : type;
}

/** Where records stand, as a pointer, with the schema of one of them. */
export interface Place {
  readonly pointer: string;
  readonly schema: JsonSchema;
  /** Of a list: where the record stands in an entry, where that is not the record. */
  readonly entry?: string;
}

/** What services usually call the list in an answer, and the record. */
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

/** What speaks of the page, of the answer or of links, and not of a record. */
const ASIDE =
  /^(links?|meta|metadata|page\w*|paging|pagination|total\w*|count|\w*count|hasmore|hasnext|more|next\w*|prev\w*|first\w*|last\w*|self\w*|limit|offset|cursors?|size|perpage|kind|etag|status|statuscode|success|ok|message|requestid|url|itemsonpage)$/;

/**
 * Where the records of a list stand: the answer itself is an array, or it has one member, or one in a member, that is. An array in a record
 * is told from a list by its name, by what stands beside it, or because the operation is paged.
 */
export function recordsOf(schema: JsonSchema | undefined, path: string, isPaged: boolean): Place | undefined {
  const found = listIn(schema, path, isPaged);
  const resource = resourceObjectIn(found?.schema);
  return found === undefined || resource === undefined
    ? found
    : { pointer: found.pointer, schema: resource.schema, entry: '/attributes' };
}

function listIn(schema: JsonSchema | undefined, path: string, isPaged: boolean): Place | undefined {
  if (schema === undefined) return undefined;
  if (typeOf(schema) === 'array') return { pointer: '', schema: entryOf(schema) };
  const word = wordOf(path);
  const within = (outer: JsonSchema, prefix: string): Place | undefined => {
    const members = Object.entries(propertiesOf(outer));
    const arrays = members.filter(([, inner]) => typeOf(inner) === 'array');
    const isNamed = (name: string): boolean =>
      LISTS.has(plain(name)) || (word !== '' && (plain(name).endsWith(word) || word.endsWith(plain(name))));
    const others = members.filter(([, inner]) => typeOf(inner) !== 'array');
    const isAlone =
      arrays.length === 1 && ((isPaged && prefix === '') || others.every(([name]) => ASIDE.test(plain(name))));
    const found = arrays.find(([name]) => isNamed(name)) ?? (isAlone ? arrays[0] : undefined);
    return found === undefined
      ? undefined
      : { pointer: `${prefix}/${pointerPart(found[0])}`, schema: entryOf(found[1]) };
  };
  const direct = within(schema, '');
  if (direct !== undefined) return direct;
  const inner = Object.entries(propertiesOf(schema)).flatMap(([name, member]) =>
    typeOf(member) === 'object' && !plain(name).endsWith('links')
      ? (within(member, `/${pointerPart(name)}`) ?? [])
      : [],
  );
  return inner.length === 1 &&
    (isPaged ||
      LISTS.has(plain(inner[0]?.pointer.split('/')[1] ?? '')) ||
      inner[0]?.pointer.startsWith('/_embedded/') === true)
    ? inner[0]
    : undefined;
}

/** Where the record stands in the answer about one. `like`: members that records are known to have; an answer with none of them wraps one. */
export function recordOf(
  schema: JsonSchema | undefined,
  name: string,
  like: ReadonlySet<string> = new Set(),
): Place | undefined {
  const found = recordIn(schema, name, like);
  const resource = resourceObjectIn(found?.schema);
  return found === undefined || resource === undefined
    ? found
    : { pointer: `${found.pointer}/attributes`, schema: resource.schema };
}

function recordIn(schema: JsonSchema | undefined, name: string, like: ReadonlySet<string>): Place | undefined {
  if (schema === undefined || typeOf(schema) === 'array') return undefined;
  const members = Object.entries(propertiesOf(schema));
  const isStrange = like.size > 0 && !members.some(([member]) => like.has(member));
  const objects = members.filter(
    ([, inner]) =>
      typeOf(inner) === 'object' ||
      Object.keys(propertiesOf(inner)).length > 0 ||
      (isStrange && typeOf(inner) === undefined),
  );
  const isNamed = (member: string): boolean => RECORDS.has(plain(member)) || plain(name).startsWith(plain(member));
  const found = objects.find(([member]) => isNamed(member));
  if (
    found !== undefined &&
    (isStrange || members.every(([member]) => member === found[0] || ASIDE.test(plain(member))))
  )
    return { pointer: `/${pointerPart(found[0])}`, schema: found[1] };
  return { pointer: '', schema };
}

export function entryOf(list: JsonSchema): JsonSchema {
  return isMap(list['items']) ? list['items'] : {};
}
