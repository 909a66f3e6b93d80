/** Which answers are lists, where their records stand, and how they are paged, as far as an OpenAPI document shows it. Pure. */
import { defined, maybe } from '../record/defined.ts';
import { isMap, type Json, type JsonMap } from '../record/json.ts';
import { pointerPart } from '../record/pointer.ts';
import type { ApiOperation, ApiParameter } from '../openapi/document.ts';
import { listOf, type JsonSchema } from '../openapi/json.ts';

/** Where the records of a list stand, and what one of them is. */
export interface ListShape {
  readonly records: string;
  readonly item: JsonSchema;
}

/** Members by which lists are mostly called. */
const RECORDS: ReadonlySet<string> = new Set([
  'data',
  'items',
  'results',
  'entries',
  'records',
  'values',
  'list',
  'rows',
]);

/** `named`: what the collection is called, such as `books`. */
export function listShape(
  answer: JsonSchema | undefined,
  named: string,
  parameters: readonly ApiParameter[],
): ListShape | undefined {
  if (answer === undefined) return undefined;
  if (answer['type'] === 'array') return { records: '', item: itemOf(answer) };
  const lists = Object.entries(propertiesOf(answer)).filter(([, schema]) => typesOf(schema).includes('array'));
  const paged = asks(parameters) !== undefined;
  const found =
    lists.find(([name]) => RECORDS.has(name)) ??
    lists.find(([name]) => plain(name) === plain(named)) ??
    (paged && lists.length === 1 ? lists[0] : undefined);
  return found === undefined ? undefined : { records: `/${pointerPart(found[0])}`, item: itemOf(found[1]) };
}

/** Names by which pages are asked for, most telling first. */
const SIZES = [
  'per_page',
  'perPage',
  'page_size',
  'pageSize',
  'limit',
  'amount',
  'max_results',
  'maxResults',
  'count',
  'size',
];
const ASKED = [
  ['page-number', 'page', ['page', 'page_number', 'pageNumber']],
  ['offset', 'offset', ['offset', 'skip']],
  [
    'cursor',
    'cursor',
    [
      'cursor',
      'page_token',
      'pageToken',
      'continuation_token',
      'continuationToken',
      'next_token',
      'nextToken',
      'marker',
      'iterator',
      'starting_after',
      'after',
      'since',
    ],
  ],
] as const;

interface Asked {
  readonly style: (typeof ASKED)[number][0];
  readonly slot: (typeof ASKED)[number][1];
  readonly by: ApiParameter;
  readonly size: ApiParameter | undefined;
}

function asks(parameters: readonly ApiParameter[]): Asked | undefined {
  const inQuery = (names: readonly string[]): ApiParameter | undefined =>
    names
      .map((name) => parameters.find((one) => one.in === 'query' && one.name === name))
      .find((one) => one !== undefined);
  const size = inQuery(SIZES);
  for (const [style, slot, names] of ASKED) {
    const by = inQuery(names);
    // A date since when, without a size beside it, is a filter.
    if (by !== undefined && (size !== undefined || style !== 'cursor')) return { style, slot, by, size };
  }
  return undefined;
}

export interface DraftPaging {
  /** As in `contracts/<service>/pagination.yaml`. */
  readonly style: JsonMap;
  /** Whether it has pages for those too who do not ask for any. */
  readonly always: boolean;
  /** Names of the parameters that it takes. */
  readonly taken: readonly string[];
}

/** How a list is paged; undefined where nothing asks for pages. `identifier` is that of a record. */
export function pagingOf(
  operation: ApiOperation,
  answer: JsonSchema,
  identifier: string | undefined,
): DraftPaging | undefined {
  const asked = asks(operation.parameters);
  if (asked === undefined) return undefined;
  const { style, slot, by, size } = asked;
  const flag = flagOf(answer);
  const total = totalOf(answer);
  const next = style === 'offset' ? undefined : nextOf(operation, answer, asked, identifier);
  // A cursor that nothing shows leads nowhere.
  if (style === 'cursor' && next === undefined) return undefined;
  const limits = defined({
    default: numberIn(size?.schema['default']),
    maximum: numberIn(size?.schema['maximum']),
  });
  const first = by.schema['default'] ?? by.schema['minimum'];
  return {
    style: {
      style,
      ask: {
        [slot]: { query: by.name },
        ...defined({ size: maybe(size, ({ name }) => ({ query: name, ...limits })) }),
        ...(style === 'page-number' && first === 0 ? { first: 0 } : {}),
      },
      ...defined({ next, total }),
      ends: flag ?? endOf(style, answer, next, total, size),
    },
    always: Object.keys(limits).length > 0,
    taken: [
      by.name,
      ...(size === undefined ? [] : [size.name]),
      ...operation.parameters.flatMap(({ name }) => (name === 'before' ? [name] : [])),
    ],
  };
}

/** Where the next page is shown: a link of the head, a member of the body, or the last record itself. */
function nextOf(
  { responses }: ApiOperation,
  answer: JsonSchema,
  { style, by }: Asked,
  identifier: string | undefined,
): JsonMap | undefined {
  const heads = Object.entries(responses).flatMap(([status, one]) => (status.startsWith('2') ? one.headers : []));
  if (style === 'page-number')
    return heads.some((name) => name.toLowerCase() === 'link') ? { link: 'next' } : undefined;
  const names = [
    `next_${by.name}`,
    `next${capital(by.name)}`,
    'next_cursor',
    'nextCursor',
    'next_page_token',
    'nextPageToken',
    'next_token',
    'next_offset',
    'next_marker',
    by.name,
  ];
  const place = placeOf(answer, names);
  if (place !== undefined) return { body: place };
  return identifier !== undefined && by.name.endsWith('after') ? { last: identifier } : undefined;
}

/** What says that there are more pages. */
function flagOf(answer: JsonSchema): JsonMap | undefined {
  const more = placeOf(answer, ['has_more', 'hasMore', 'has_next', 'hasNext', 'more']);
  if (more !== undefined) return { flag: more, is: false };
  const done = placeOf(answer, ['done', 'is_last', 'isLast', 'last_page', 'isLastPage']);
  return done === undefined ? undefined : { flag: done, is: true };
}

function totalOf(answer: JsonSchema): JsonMap | undefined {
  const place = placeOf(answer, ['total_count', 'totalCount', 'total_results', 'totalResults', 'total']);
  return place === undefined ? undefined : { body: place, counts: 'records' };
}

/** A guess, where nothing says it: it is the first thing to look at. */
function endOf(
  style: Asked['style'],
  answer: JsonSchema,
  next: JsonMap | undefined,
  total: JsonMap | undefined,
  size: ApiParameter | undefined,
): Json {
  const shown = typeof next?.['body'] === 'string' ? schemaAt(answer, next['body']) : undefined;
  if (shown !== undefined)
    return typesOf(shown).includes('null') ? 'null' : typesOf(shown).includes('integer') ? 'zero' : 'empty';
  if (next !== undefined && 'link' in next) return 'absent';
  if (total !== undefined && style !== 'cursor') return 'total';
  return size === undefined ? 'empty-page' : 'short-page';
}

/** The first of these members, at the top or one below, that is no list and no object. */
function placeOf(answer: JsonSchema, names: readonly string[]): string | undefined {
  const top = propertiesOf(answer);
  const inside = Object.entries(top).flatMap(([name, schema]) =>
    Object.entries(propertiesOf(schema)).map(
      ([inner, one]) => [`/${pointerPart(name)}/${pointerPart(inner)}`, inner, one] as const,
    ),
  );
  const all = [...Object.entries(top).map(([name, one]) => [`/${pointerPart(name)}`, name, one] as const), ...inside];
  return names
    .map((name) =>
      all.find(
        ([, own, schema]) => own === name && !typesOf(schema).some((type) => type === 'array' || type === 'object'),
      ),
    )
    .find((one) => one !== undefined)?.[0];
}

function schemaAt(answer: JsonSchema, place: string): JsonSchema | undefined {
  return place
    .split('/')
    .slice(1)
    .reduce<JsonSchema | undefined>((here, name) => maybe(here, (it) => propertiesOf(it)[name]), answer);
}

export function itemOf(list: JsonSchema): JsonSchema {
  return isMap(list['items']) ? list['items'] : {};
}

export function propertiesOf(schema: JsonSchema | undefined): Readonly<Record<string, JsonSchema>> {
  const properties = schema?.['properties'];
  return isMap(properties)
    ? (Object.fromEntries(Object.entries(properties).filter(([, inner]) => isMap(inner))) as Record<string, JsonSchema>)
    : {};
}

export function typesOf(schema: JsonSchema): readonly Json[] {
  return Array.isArray(schema['type']) ? listOf(schema['type']) : schema['type'] === undefined ? [] : [schema['type']];
}

function numberIn(value: Json | undefined): number | undefined {
  return typeof value === 'number' && value > 0 ? value : undefined;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function capital(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
