/** Pagination style of a list, as far as its document describes it. */
import { omitUndefined, mapOptional } from '../model/objects.ts';
import { isMap, type JsonMap } from '../model/json.ts';
import { encodePointerPart } from '../model/pointer.ts';
import type { ApiOperation, ApiParameter } from '../openapi/document.ts';
import { type JsonSchema, asList } from '../openapi/references.ts';
import { responseSchemaOf, type RecordLocation, locateRecords } from './operation-bodies.ts';
import { byFrequency, normalizeName } from './names.ts';
import { propertiesOf, schemaType } from './schemas.ts';
import { USUAL_STYLE } from '../load/model.ts';

/** Common names of pagination parameters in lower case, without punctuation. */
const ASKS = {
  page: ['page', 'pagenumber', 'pageno', 'pageindex', 'currentpage', 'pagenum'],
  offset: ['offset', 'skip', 'startindex', 'pageoffset'],
  cursor: [
    'cursor',
    'pagetoken',
    'nexttoken',
    'pagecursor',
    'startingafter',
    'continue',
    'continuationtoken',
    'after',
    'marker',
    'startcursor',
    'nextcursor',
    'iterator',
  ],
  size: [
    'limit',
    'perpage',
    'pagesize',
    'size',
    'maxresults',
    'top',
    'rows',
    'pagelimit',
    'max',
    'results',
    'count',
    'itemsperpage',
    'amount',
  ],
} as const;
type Ask = keyof typeof ASKS;

const NEXT_CURSORS = [
  'nextcursor',
  'nextpagetoken',
  'nexttoken',
  'next',
  'endcursor',
  'continuationtoken',
  'continue',
  'cursor',
  'after',
  'nextoffset',
  'nextpage',
];
const NEXT_LINKS = ['next', 'nextpageurl', 'nexturl', 'nextlink', 'nexthref', 'nextpage', 'nextpageuri'];
const RECORD_TOTALS = [
  'total',
  'totalcount',
  'totalelements',
  'totalitems',
  'totalresults',
  'totalrecords',
  'itemcount',
  'count',
  'totalhits',
];
const PAGE_TOTALS = ['totalpages', 'pagecount', 'pages', 'numpages', 'lastpage'];
/** Names of flags that are true on the last page. */
const LAST_PAGE_FLAGS = ['done', 'islast', 'islastpage'];
const MORE_PAGES_FLAGS = ['hasmore', 'hasnext', 'more', 'hasnextpage'];
/** Names of properties that contain paging information. */
const PAGING_OBJECTS = ['meta', 'metadata', 'page', 'paging', 'pagination', 'links', 'cursors', 'pageinfo'];

type AskParameters = Partial<Readonly<Record<Ask, ApiParameter>>>;

function askParameters({ parameters, responses }: ApiOperation): AskParameters {
  const within = parameters.filter((one) => one.in === 'query' || one.in === 'header');
  const hasLinks = isLinked(responses);
  const found = Object.fromEntries(
    Object.entries(ASKS).flatMap(([ask, names]) => {
      // `n` is a size parameter if links lead to the next page.
      const order: readonly string[] = ask === 'size' && hasLinks ? [...names, 'n'] : names;
      const one = within
        .filter(({ name }) => order.includes(normalizeName(name)))
        .sort((a, b) => order.indexOf(normalizeName(a.name)) - order.indexOf(normalizeName(b.name)))[0];
      return one === undefined ? [] : [[ask, one] as const];
    }),
  ) as AskParameters;
  // An offset of type string is a cursor.
  const { offset, ...rest } = found;
  return offset !== undefined && schemaType(offset.schema) === 'string' && found.cursor === undefined
    ? { ...rest, cursor: offset }
    : found;
}

/** Whether a response can have a Link header (RFC 8288). */
function isLinked(responses: ApiOperation['responses']): boolean {
  return Object.values(responses).some(({ headers }) => headers.some((name) => normalizeName(name) === 'link'));
}

/** Whether an operation has pagination parameters. A size parameter alone counts only if its name contains `page` or `limit`. */
export function isPaged(operation: ApiOperation): boolean {
  const { page, offset, cursor, size } = askParameters(operation);
  return (
    page !== undefined ||
    offset !== undefined ||
    cursor !== undefined ||
    (size !== undefined && (/page|limit/i.test(size.name) || isLinked(operation.responses)))
  );
}

/** Location of the records, if the operation returns a list. */
export function listInResponse(operation: ApiOperation): RecordLocation | undefined {
  return locateRecords(responseSchemaOf(operation), operation.path, isPaged(operation));
}

export function paginationParameters(operation: ApiOperation): ReadonlySet<string> {
  return new Set(isPaged(operation) ? Object.values(askParameters(operation)).map(({ name }) => name) : []);
}

/** `also`: a second pagination style of the same list. */
export type PaginationDraft =
  | { readonly style: JsonMap; readonly also?: JsonMap }
  | { readonly open: string }
  | undefined;

/** Pagination style as in `pagination.yaml`; `open` is the reason if the document does not describe how to get the next page. */
export function draftPagination(operation: ApiOperation): PaginationDraft {
  if (!isPaged(operation)) return undefined;
  const { page, offset, cursor, size } = askParameters(operation);
  const answer = responseSchemaOf(operation);
  const headers = Object.values(operation.responses).flatMap((one) => one.headers);
  const spot = (
    names: readonly string[],
    fits: (schema: JsonSchema) => boolean,
    around: readonly string[] = PAGING_OBJECTS,
  ): JsonMap | undefined => {
    const header = headers.find((name) => names.includes(normalizeName(name).replace(/^x/, '')));
    if (header !== undefined) return { header };
    const pointer = pointerTo(answer, names, fits, around);
    return pointer === undefined ? undefined : { body: pointer };
  };
  const isText = (schema: JsonSchema): boolean => schemaType(schema) === 'string' || schemaType(schema) === undefined;
  const isNumber = (schema: JsonSchema): boolean => ['integer', 'number'].includes(String(schemaType(schema)));
  // `links` contain URLs, so they are excluded from the search for a cursor.
  const around = PAGING_OBJECTS.filter((name) => name !== 'links');
  const next =
    cursor === undefined ? undefined : nextOf(cursor, (names, where) => spot(names, isText, where), around, answer);
  // A string named `next` can be a cursor only if there is a parameter to send it in.
  const isToken = cursor !== undefined || page !== undefined || offset !== undefined;
  const address = isLinked(operation.responses) ? { link: 'next' } : linkIn(answer, isToken);
  const isInHeader = address !== undefined && 'link' in address;
  const records = spot(RECORD_TOTALS, isNumber);
  const pages = spot(PAGE_TOTALS, isNumber);
  const more = pointerTo(answer, MORE_PAGES_FLAGS, (schema) => schemaType(schema) === 'boolean');
  const total =
    mapOptional(records, (place) => ({ ...place, counts: 'records' })) ??
    mapOptional(pages, (place) => ({ ...place, counts: 'pages' }));
  const done = pointerTo(answer, LAST_PAGE_FLAGS, (schema) => schemaType(schema) === 'boolean');
  const flag =
    mapOptional(more, (at) => ({ flag: at, is: false })) ?? mapOptional(done, (at) => ({ flag: at, is: true }));
  const ends = flag ?? (total?.counts === 'records' ? 'total' : 'short-page');
  const asked = omitUndefined({ size: size === undefined ? undefined : sizeOf(size) });
  if (cursor !== undefined && next !== undefined)
    return {
      style: {
        style: 'cursor',
        ask: { cursor: slot(cursor), ...asked },
        next,
        ends: flag ?? ('last' in next ? 'short-page' : (endMarker(answer, next) ?? 'absent')),
      },
    };
  const linked = mapOptional(address, (it) => ({
    style: 'link',
    ask: asked,
    next: it,
    ends: isInHeader ? 'absent' : (endMarker(answer, it) ?? 'null'),
  }));
  // A complete next URL takes precedence over a cursor.
  if (linked !== undefined && (cursor !== undefined || (page === undefined && offset === undefined)))
    return { style: linked };
  // For numbered pages, the Link header is an option of their style and not a second style.
  const also = isInHeader ? {} : omitUndefined({ also: linked });
  if (page !== undefined)
    return {
      style: {
        style: 'page-number',
        ask: { page: slot(page), ...asked, ...firstOf(page) },
        ...omitUndefined({ next: isInHeader ? { link: 'next' } : undefined, total }),
        ends: flag ?? (isInHeader ? 'absent' : ends),
      },
      ...also,
    };
  if (offset !== undefined)
    return {
      style: { style: 'offset', ask: { offset: slot(offset), ...asked }, ...omitUndefined({ total }), ends },
      ...also,
    };
  return {
    open:
      cursor === undefined
        ? `${size?.name ?? ''} sets the page size, but no parameter requests the next page`
        : `its response has no value for ${cursor.name}`,
  };
}

/** Value of the next-page property on the last page, as far as its schema shows it. */
function endMarker(answer: JsonSchema | undefined, { body }: JsonMap): string | undefined {
  if (typeof body !== 'string' || answer === undefined) return undefined;
  const names = body.split('/').slice(1);
  const holder = names.slice(0, -1).reduce((schema: JsonSchema, name) => propertiesOf(schema)[name] ?? {}, answer);
  const name = names.at(-1) ?? '';
  const type = propertiesOf(holder)[name]?.['type'];
  if (Array.isArray(type)) return type.includes('null') ? 'null' : undefined;
  return asList(holder['required']).includes(name) ? undefined : 'absent';
}

/** Source of the next cursor: a property with a known name or the name of the parameter, or the ID of the last record. */
function nextOf(
  { name }: ApiParameter,
  spot: (names: readonly string[], around: readonly string[]) => JsonMap | undefined,
  around: readonly string[],
  answer: JsonSchema | undefined,
): JsonMap | undefined {
  const parameterName = normalizeName(name);
  const names = [...new Set([`next${parameterName}`, ...NEXT_CURSORS, parameterName])];
  const pointer = spot(names, around);
  if (pointer !== undefined || !parameterName.endsWith('after')) return pointer;
  const items = Object.values(propertiesOf(answer)).map(({ items: one }) =>
    propertiesOf(one as JsonSchema | undefined),
  );
  return items.some((members) => members['id'] !== undefined) ? { last: '/id' } : undefined;
}

function slot({ in: place, name }: ApiParameter): JsonMap {
  return { [place]: name };
}

function sizeOf(size: ApiParameter): JsonMap {
  const { default: defaultSize, maximum, minimum } = size.schema;
  return {
    ...slot(size),
    ...(minimum === 0 ? { minimum: 0 } : {}),
    ...(typeof defaultSize === 'number' && defaultSize >= 1 ? { default: defaultSize } : {}),
    ...(typeof maximum === 'number' && maximum >= 1 ? { maximum } : {}),
  };
}

function firstOf({ schema }: ApiParameter): JsonMap {
  return schema['default'] === 0 || (schema['default'] === undefined && schema['minimum'] === 0) ? { first: 0 } : {};
}

/**
 * Property name without an annotation namespace, such as `@odata.nextLink`. `@odata.count` is not matched: it is present only on request.
 */
function nameWithoutNamespace(member: string): string {
  return normalizeName(member.replace(/^@\w+\./, ''));
}

/** Pointer to a property with one of these names, in the response or in its paging information. */
function pointerTo(
  answer: JsonSchema | undefined,
  names: readonly string[],
  fits: (schema: JsonSchema) => boolean,
  around: readonly string[] = PAGING_OBJECTS,
): string | undefined {
  const isLink = names.includes('nextlink');
  const inside = (schema: JsonSchema, prefix: string, depth: number): readonly string[] => {
    const members = Object.entries(propertiesOf(schema));
    const here = names.flatMap((name) =>
      members
        .filter(
          ([member, inner]) => (isLink ? nameWithoutNamespace(member) : normalizeName(member)) === name && fits(inner),
        )
        .map(([member]) => `${prefix}/${encodePointerPart(member)}`),
    );
    if (here.length > 0 || depth === 0) return here;
    return members.flatMap(([member, inner]) =>
      around.includes(normalizeName(member)) ? inside(inner, `${prefix}/${encodePointerPart(member)}`, depth - 1) : [],
    );
  };
  return answer === undefined ? undefined : inside(answer, '', 2)[0];
}

/** Next-page URL in the body: a string with a matching name or format, or `{ href }`. Any string counts if no parameter takes a cursor. */
function linkIn(answer: JsonSchema | undefined, isToken: boolean): JsonMap | undefined {
  const isAddress = (schema: JsonSchema): boolean =>
    schemaType(schema) === 'string' && (!isToken || ['uri', 'url', 'uri-reference'].includes(String(schema['format'])));
  const pointer =
    pointerTo(
      answer,
      NEXT_LINKS.filter((name) => /url|uri|link|href/.test(name)),
      (schema) => schemaType(schema) === 'string',
    ) ?? pointerTo(answer, NEXT_LINKS, isAddress);
  if (pointer !== undefined) return { body: pointer };
  const linkObject = pointerTo(answer, ['next'], (schema) => propertiesOf(schema)['href'] !== undefined);
  if (linkObject !== undefined) return { body: `${linkObject}/href` };
  // HAL links are keyed by relation, and a document need not name the relations.
  const anyLink = propertiesOf(answer)['_links']?.['additionalProperties'];
  if (isMap(anyLink) && propertiesOf(anyLink)['href'] !== undefined) return { body: '/_links/next/href' };
  const links = Object.entries(propertiesOf(answer)).find(
    ([name, schema]) => normalizeName(name) === 'links' && propertiesOf(schema)['next'] !== undefined,
  );
  return links === undefined || schemaType(propertiesOf(links[1])['next']) !== 'string'
    ? undefined
    : { body: `/${encodePointerPart(links[0])}/next` };
}

/** Records that a draft omits something of an operation, with the reason. */
export type NoteOmission = (operation: ApiOperation, why: string) => void;

export interface PaginationStyles {
  readonly pagination?: JsonMap;
  /** Pagination settings of a list, by `METHOD path`. */
  readonly saidBy: ReadonlyMap<string, JsonMap>;
}

export function methodAndPath({ method, path }: ApiOperation): string {
  return `${method} ${path}`;
}

/** The most frequent style becomes the style of the service; the others get names. */
export function paginationStyles(lists: readonly ApiOperation[], leaveOut: NoteOmission): PaginationStyles {
  const paged = lists.flatMap((operation) => {
    const pages = draftPagination(operation);
    if (pages !== undefined && 'open' in pages) leaveOut(operation, `paging: ${pages.open}`);
    return pages !== undefined && 'style' in pages ? [{ operation, ...pages }] : [];
  });
  const [mostFrequent, ...lessFrequent] = byFrequency(paged.map(({ style }) => style));
  if (mostFrequent === undefined) return { saidBy: new Map() };
  const others = byFrequency([...lessFrequent, ...paged.flatMap(({ also }) => (also === undefined ? [] : [also]))]);
  const named: Record<string, JsonMap> = {};
  const names = new Map<string, string>();
  for (const style of others) {
    const base = `by-${String(style['style'])}`;
    const name = base in named ? `${base}-${Object.keys(named).length + 1}` : base;
    named[name] = style;
    names.set(JSON.stringify(style), name);
  }
  return {
    pagination: { ...mostFrequent, ...(others.length === 0 ? {} : { others: named }) },
    saidBy: new Map(
      paged.map(({ operation, style, also }) => {
        const styleName = names.get(JSON.stringify(style));
        const second = mapOptional(also, (value) => names.get(JSON.stringify(value)));
        return [
          methodAndPath(operation),
          {
            pagination: isCapped(style) ? 'enforced' : 'optional',
            ...omitUndefined({ style: second === undefined ? styleName : [styleName ?? USUAL_STYLE, second] }),
          },
        ];
      }),
    ),
  };
}

/** A list with a default or maximum size is always paged; other lists are paged on request. */
function isCapped({ ask }: JsonMap): boolean {
  const size = (ask as JsonMap)['size'] as JsonMap | undefined;
  return size?.['default'] !== undefined || size?.['maximum'] !== undefined;
}
