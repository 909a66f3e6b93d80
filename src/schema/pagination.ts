/** `contracts/<service>/pagination.yaml`. */
import {
  choice,
  constant,
  Definitions,
  describeSchema,
  extend,
  FLAG,
  integer,
  list,
  map,
  object,
  partial,
  schema,
  schemaFile,
  when,
} from './builder.ts';
import { HEADER, MEMBER, NAME, POINTER, TEXT } from './common.ts';
import {
  type ListEnd,
  type PageOrder,
  type PageStyle,
  type PagingSlot,
  type ResponsePlace,
  STYLE_NAMES,
} from '../model/paging/model.ts';

const parts = new Definitions('pagination');

const SLOT_PROPERTIES = {
  header: describeSchema('Name of the request header.', HEADER),
  query: describeSchema('Name of the query parameter.', TEXT),
  path: describeSchema('Name of the path parameter.', MEMBER),
  body: describeSchema('Place in the JSON body of the request.', POINTER),
};
const SLOT = parts.define(
  'slot',
  describeSchema(
    'Place in a request: one of header, query, path, body.',
    schema<PagingSlot>(partial(SLOT_PROPERTIES, { minProperties: 1, maxProperties: 1 })),
  ),
);

const SPOT_PROPERTIES = {
  header: describeSchema('Name of the response header.', HEADER),
  body: describeSchema('Place in the JSON body of the response.', POINTER),
  link: describeSchema('Relation type of a link in the Link header (RFC 8288).', TEXT),
};
const SPOT = parts.define(
  'spot',
  describeSchema(
    'Place in a response: one of header, body, link.',
    schema<ResponsePlace>(partial(SPOT_PROPERTIES, { minProperties: 1, maxProperties: 1 })),
  ),
);

const REQUIRED = {
  style: describeSchema(
    'How a page is requested. page-number: by its number. offset: by the number of records before it. cursor: by a token from the previous page. link: at an address from the previous page.',
    choice(...STYLE_NAMES),
  ),
  ask: describeSchema(
    'Places of the page and its size in a request.',
    partial({
      page: describeSchema('For page-number: place of the number.', SLOT),
      offset: describeSchema('For offset: place of the number of preceding records.', SLOT),
      cursor: describeSchema('For cursor: place of the token. The first request has none.', SLOT),
      size: describeSchema(
        'Page size, and where a request specifies it: one of header, query, path, body, or none of them.',
        partial({
          ...SLOT_PROPERTIES,
          default: describeSchema(
            'Page size if the request specifies none. Default: the maximum.',
            integer({ minimum: 1 }),
          ),
          maximum: describeSchema('Maximum page size. Default: unknown.', integer({ minimum: 1 })),
          minimum: describeSchema(
            '0: a size of 0 is allowed and means no size. Default: 0 is rejected, like -1.',
            constant(0),
          ),
          over: describeSchema(
            'Response to a size over the maximum. clamp: a page of the maximum size. refuse: a rejection of kind page. Default: not tested.',
            choice('clamp', 'refuse'),
          ),
        }),
      ),
      first: describeSchema('For page-number: number of the first page. Default: 1.', choice(0, 1)),
      alone: describeSchema(
        'For page-number and offset. true: a request may contain only the page or only the size. false: every request contains both, and one alone has no effect. Default: true.',
        FLAG,
      ),
    }),
  ),
  ends: describeSchema(
    'How to recognize the last page. absent, empty, zero, null: value of `next` (and of `previous` on the first page). empty-page: a page without records. short-page: fewer records than the page size. total: the total is reached. { flag, is }: a field has a value.',
    schema<ListEnd>({
      title: 'end: one of absent, empty, zero, null, empty-page, short-page, total, or { flag, is }',
      type: ['string', 'object'],
      pattern: '^(absent|empty|zero|null|empty-page|short-page|total)$',
      properties: {
        flag: describeSchema('Place of the field in the response body.', POINTER),
        is: describeSchema(
          'Its value on the last page.',
          schema<boolean | string | number | null>({ type: ['boolean', 'string', 'number', 'null'] }),
        ),
      },
      required: ['flag', 'is'],
      additionalProperties: false,
    }),
  ),
};
const OPTIONAL = {
  current: describeSchema('Number of the returned page.', SPOT),
  next: describeSchema(
    'Next page: its number, offset or cursor, or its address for links. A cursor may come from the last record.',
    partial(
      {
        ...SPOT_PROPERTIES,
        last: describeSchema(
          'For cursors: place below the last record of a page that holds the cursor of the next page.',
          POINTER,
        ),
      },
      { minProperties: 1, maxProperties: 1 },
    ),
  ),
  previous: describeSchema('Previous page.', SPOT),
  first: describeSchema('Address of the first page.', SPOT),
  last: describeSchema('Address of the last page.', SPOT),
  total: describeSchema(
    'Total number of records or pages.',
    object(
      { counts: describeSchema('Unit of the total: one of records, pages.', choice('records', 'pages')) },
      {
        ...SPOT_PROPERTIES,
      },
      { maxProperties: 2 },
    ),
  ),
  pagesOfNone: describeSchema(
    'For a total of pages: number of pages without records. Default: 0, or 1 with an empty page.',
    list(choice(0, 1), { title: 'a list of 0, 1 or both', minItems: 1 }),
  ),
  order: describeSchema(
    'Sort order over all pages. true: by identifier, ascending. Default, or false: any stable order.',
    schema<PageOrder | boolean>({
      type: ['object', 'boolean'],
      properties: {
        by: describeSchema('Place below a record. Default: its identifier.', POINTER),
        descending: describeSchema('Default: false.', FLAG),
      },
      additionalProperties: false,
      minProperties: 1,
    }),
  ),
  pastTheEnd: describeSchema(
    'Response to a page after the last: one of empty, not-found. Default: not tested.',
    choice('empty', 'not-found'),
  ),
  unasked: describeSchema(
    'Response to a list request without paging parameters. first-page (default): the first page, with the paging information of every page. bare: only the first records, without paging information such as totals and links.',
    choice('first-page', 'bare'),
  ),
};

/** Required properties of each paging style. */
const NEEDED_BY_STYLE = {
  allOf: [
    when('style', constant('page-number'), { properties: { ask: { required: ['page'] } } }),
    when('style', constant('offset'), { properties: { ask: { required: ['offset'] } } }),
    when('style', constant('cursor'), { required: ['next'], properties: { ask: { required: ['cursor'] } } }),
    when('style', constant('link'), { required: ['next'] }),
  ],
};

const STYLE = parts.define(
  'style',
  describeSchema('A paging style.', schema<PageStyle>(object(REQUIRED, OPTIONAL, NEEDED_BY_STYLE))),
);
const OTHER_NAME = extend(NAME, {
  title: 'name other than usual, which is that of the service’s own style',
  pattern: '^(?!usual$)',
});

export type RawPagination = PageStyle & { readonly others?: Readonly<Record<string, PageStyle>> };
const PAGINATION = describeSchema(
  'contracts/<service>/pagination.yaml: how the lists of the service are paged.',
  object(
    REQUIRED,
    {
      ...OPTIONAL,
      others: describeSchema(
        'Other paging styles of the service, by name. An operation refers to one with `style`.',
        map(STYLE, { keys: OTHER_NAME }),
      ),
    },
    NEEDED_BY_STYLE,
  ),
);

export const PAGINATION_FILE = schemaFile('Plumbline: pagination of a service', PAGINATION, parts);
