/** Operations of an endpoint contract: requests, parameters and responses. */
import {
  choice,
  constant,
  Definitions,
  describeSchema,
  FLAG,
  JSON_VALUE,
  list,
  map,
  object,
  partial,
  schema,
  text,
  type ObjectOf,
  type ValueOf,
} from './builder.ts';
import {
  HEADER,
  MEMBER,
  NAME,
  POINTER,
  RANGE_PROPERTIES,
  STATUSES,
  TEXT,
  RECORD_WRAPPING,
  changeOf,
  changesOf,
} from './common.ts';
import { LIMIT_PROPERTIES } from './fields.ts';

export const OPERATION_DEFINITIONS = new Definitions('endpoint');

export const FORMS = ['plain', 'item', 'items', 'single', 'list', 'form', 'multipart', 'content', 'none'] as const;
export type Form = (typeof FORMS)[number];
export const FORM = OPERATION_DEFINITIONS.define(
  'form',
  describeSchema(
    'How a body is wrapped. plain: the resource itself. item: one envelope. items: an array of envelopes. single and list: {success, result}; list without an envelope: an array of resources. form and multipart: the fields as an HTML form sends them. content: text or bytes other than JSON. none: no content.',
    choice(...FORMS),
  ),
);

export const OPERATION_KINDS = ['create', 'read', 'list', 'update', 'replace', 'delete', 'action', 'token'] as const;
export type OperationKind = (typeof OPERATION_KINDS)[number];

export const MEDIA_TYPE = text({ pattern: '^[a-z0-9.+-]+/[a-z0-9.+-]+$', title: 'media type' });
export const CONTENT_TYPE = text({ pattern: '^[a-z0-9.+-]+/[a-z0-9.+-]+( *;.*)?$', title: 'media type' });
const NAME_OR_NAMES = schema<string | readonly string[]>({
  oneOf: [NAME, list(NAME, { minItems: 2, uniqueItems: true })],
});

/** Text or bytes. */
export const BYTES = {
  text: describeSchema('Text, sent as UTF-8.', text()),
  base64: describeSchema('Bytes, in base64.', text({ pattern: '^[A-Za-z0-9+/]*={0,2}$' })),
};
const ONE_OF_BYTES = { oneOf: [{ required: ['text'] }, { required: ['base64'] }] };
const CONTENT_PROPERTIES = { type: describeSchema('Media type of the content.', CONTENT_TYPE) };

/** Text or bytes with their media type. */
export type Content = ValueOf<typeof CONTENT>;
const CONTENT = object(CONTENT_PROPERTIES, BYTES, ONE_OF_BYTES);

/** A file as a part of a multipart body. */
export type FilePart = ValueOf<typeof FILE>;
export const FILE = OPERATION_DEFINITIONS.define(
  'file',
  object({ ...CONTENT_PROPERTIES, filename: describeSchema('File name.', TEXT) }, BYTES, ONE_OF_BYTES),
);

const PARAMETER_TYPE = describeSchema(
  'Type of the value. code: one of `values`.',
  choice('string', 'integer', 'decimal', 'boolean', 'date', 'code'),
);
const EXAMPLE = describeSchema(
  'A valid value. Default: generated from the type.',
  schema<string | number | boolean>({ type: ['string', 'number', 'boolean'] }),
);

const SLOT = OPERATION_DEFINITIONS.define(
  'slot',
  describeSchema('A path parameter.', object({ type: PARAMETER_TYPE }, { example: EXAMPLE, ...LIMIT_PROPERTIES })),
);

export type RawParameter = ValueOf<typeof PARAMETER>;
const PARAMETER = OPERATION_DEFINITIONS.define(
  'parameter',
  describeSchema(
    'A query parameter.',
    object(
      { type: PARAMETER_TYPE },
      {
        list: describeSchema('Several values are allowed. Default: false.', FLAG),
        explode: describeSchema(
          'For a list, as in OpenAPI. true: the parameter is repeated for each value (default). false: one parameter with comma-separated values.',
          FLAG,
        ),
        required: describeSchema('A request without it is rejected. Default: false.', FLAG),
        default: describeSchema(
          'Value that applies if the parameter is absent.',
          schema<string | number | boolean>({ type: ['string', 'number', 'boolean'] }),
        ),
        example: EXAMPLE,
        ...LIMIT_PROPERTIES,
        selects: describeSchema('The parameter selects fields, so a response may omit the others.', constant(true)),
        filters: describeSchema(
          'Place below a record whose value equals the parameter in every returned record.',
          POINTER,
        ),
        searches: describeSchema(
          'Places below a record; one of them contains the text in every returned record, ignoring case.',
          list(POINTER, { minItems: 1 }),
        ),
        sorts: describeSchema(
          'Sort order for each value of the parameter.',
          map(
            object(
              { by: describeSchema('Place below a record.', POINTER) },
              { descending: describeSchema('Default: false.', FLAG) },
            ),
            {
              minProperties: 1,
            },
          ),
        ),
      },
    ),
  ),
);

/** Properties of every operation. */
const CALL = {
  method: describeSchema('HTTP method, in upper case.', text({ title: 'HTTP method', pattern: '^[A-Z]+$' })),
  path: describeSchema(
    'Path below the base address, {name} for parameters. If the endpoint describes the service, an absolute address is also allowed.',
    text({
      title: 'path',
      pattern:
        '^(?!(.*/)?(\\.|%2[eE]){1,2}(/|$))(/(?:[^\\s?#{}]|\\{[^\\s?#{}/]+\\})*)?$|^https?://[^\\s/?#@]+(/[^\\s#]*)?$',
    }),
  ),
  success: describeSchema('HTTP statuses of a success.', STATUSES),
};
export const { method: METHOD, path: PATH } = CALL;

const CHANGEABLE = {
  files: describeSchema(
    'Parts of a multipart request that are files, by part name. Each has `text` or `base64`, a media type and a `filename`.',
    map(FILE, { minProperties: 1 }),
  ),
  content: describeSchema('Body of a request of form content: `text` or `base64`, and its media type.', CONTENT),
  request: describeSchema('Form of the request body. Default: none.', FORM),
  response: describeSchema('Form of a success body. Default: none.', FORM),
  unknownParameters: describeSchema(
    'Effect of an unknown query parameter. Default: not tested.',
    choice('refuse', 'ignore'),
  ),
  bodyOptional: describeSchema(
    'The request may have no body, so an empty body is not tested as an error. No check requires that the service accepts it.',
    constant(true),
  ),
  requestMedia: describeSchema(
    'Media type of the JSON request, such as application/merge-patch+json. Default: application/json.',
    MEDIA_TYPE,
  ),
  media: describeSchema('Media type of success responses. Default: the one in envelope.yaml, or JSON.', MEDIA_TYPE),
  schema: describeSchema(
    'JSON Schema (2020-12) of a success body, instead of `fields`; such as { type: object, required: [name] } if more fields are allowed.',
    map(JSON_VALUE),
  ),
  wrapping: describeSchema(
    'Place of the record or records in responses, if it differs from envelope.yaml.',
    RECORD_WRAPPING,
  ),
  pagination: describeSchema(
    'enforced: pages are capped even if the request does not ask for one. optional: paging can be requested. none: paging parameters are ignored (default).',
    choice('enforced', 'optional', 'none'),
  ),
  style: describeSchema(
    'Name of a paging style under `others` of pagination.yaml, or a list of styles that all work; `usual` is the style of the service. Default: usual.',
    NAME_OR_NAMES,
  ),
  server: describeSchema('Name of a server under `servers` of envelope.yaml. Default: the base address.', NAME),
  access: describeSchema(
    'token: every call needs an access token, or the credentials of security.yaml (default). public: no authentication.',
    choice('token', 'public'),
  ),
  security: describeSchema(
    'Name of an auth scheme under `others` of security.yaml, or a list of schemes that all work and are all tested. Default: the scheme of the service.',
    NAME_OR_NAMES,
  ),
  headers: describeSchema(
    'Headers of every success response, by name.',
    map(
      partial({
        value: describeSchema('Exact value. Default: any value, or one that matches `pattern`.', TEXT),
        pattern: describeSchema('Regular expression (RE2 syntax) that the value matches.', TEXT),
        optional: describeSchema('The header may be absent. Default: false.', FLAG),
      }),
      { keys: HEADER },
    ),
  ),
  upsert: describeSchema(
    'For kind replace: effect if the identifier does not exist. make: the record is created. refuse: 404. Default: not tested.',
    choice('make', 'refuse'),
  ),
  taken: describeSchema(
    'For a create with the identifier in its path: effect if the identifier exists. refuse: rejected (kind taken in errors.yaml), and the record is unchanged. replace: the record is overwritten. Default: not tested.',
    choice('refuse', 'replace'),
  ),
  conditional: describeSchema(
    'Supports If-Match (writes) and If-None-Match (reads) with the ETag of its read (RFC 9110 §13). required: a write without a condition is rejected (428, RFC 6585 §3). Default: false.',
    schema<boolean | 'required'>({ enum: [true, false, 'required'] }),
  ),
  ranges: describeSchema('For GET: supports byte ranges with Range and If-Range (RFC 9110 §14). Default: false.', FLAG),
  leaves: describeSchema(
    'For a delete that only marks the record as deleted: a read still returns the record with this mark, and lists omit it.',
    object(
      {
        at: describeSchema(
          'Place of the mark, relative to the record: /state.',
          text({ title: 'JSON pointer', pattern: '^(/([^~/]|~0|~1)+)+$' }),
        ),
      },
      {
        is: describeSchema(
          'Value of the mark, such as DELETED or true. Default: any value but null, such as the time of the deletion.',
          JSON_VALUE,
        ),
      },
    ),
  ),
  empties: describeSchema(
    'Fields that are empty afterwards, for operations that remove only a part.',
    list(MEMBER, { minItems: 1, uniqueItems: true }),
  ),
  after: describeSchema(
    'For a delete that is rejected (409) until another operation is done first: that operation, in this endpoint or as endpoint/operation. Cleanup calls it before the delete.',
    TEXT,
  ),
  makes: describeSchema(
    'For an action: the records that it creates, such as a copy or an import. Cleanup deletes them with the delete of their endpoint, or lists them as orphaned.',
    object(
      { endpoint: describeSchema('Endpoint of the records: this one, or another of the service.', NAME) },
      {
        ids: describeSchema(
          'Place of their identifiers in the response, * for each list entry: /id, or /results/*/id. later: they are created after the response and cannot be identified, so they are listed as orphaned. Default, if the response has no content: the Location header identifies the record.',
          text({ title: 'JSON pointer or later', pattern: '^((/([^~/]|~0|~1)+)+|later)$' }),
        ),
      },
    ),
  ),
};

/** Properties of an operation that a change may set. */
export type RawOperationProperties = ObjectOf<typeof CALL, typeof CHANGEABLE>;
const OPERATION_CHANGE = OPERATION_DEFINITIONS.define(
  'operationChange',
  changeOf({ ...CALL, ...CHANGEABLE }, [
    'after',
    'empties',
    'leaves',
    'makes',
    'unknownParameters',
    'files',
    'bodyOptional',
    'requestMedia',
    'server',
    'ranges',
    'schema',
    'wrapping',
    'style',
    'security',
    'headers',
    'upsert',
    'taken',
    'conditional',
  ]),
);

export type RawOperation = ValueOf<typeof OPERATION>;
export const OPERATION = OPERATION_DEFINITIONS.define(
  'operation',
  object(CALL, {
    kind: describeSchema(
      'Kind of the operation. Default: its name. update: changes the fields sent. replace: removes the fields not sent. action: anything else.',
      choice(...OPERATION_KINDS),
    ),
    parameters: describeSchema(
      'Path parameters that do not identify a record, by name, such as a year. Requests use the `example` or another allowed value.',
      map(SLOT, { keys: MEMBER, minProperties: 1 }),
    ),
    query: describeSchema(
      'Query parameters, by name. pagination.yaml specifies the parameters for pages.',
      map(PARAMETER, { keys: TEXT }),
    ),
    ...CHANGEABLE,
    ...RANGE_PROPERTIES,
    changes: changesOf(OPERATION_CHANGE),
  }),
);
