/** Files that the endpoints of a service share: envelope.yaml, errors.yaml, bindings.yaml. */
import {
  choice,
  conditional,
  constant,
  Definitions,
  describeSchema,
  extend,
  FLAG,
  integer,
  JSON_VALUE,
  list,
  map,
  number,
  object,
  partial,
  schema,
  schemaFile,
  text,
  type ValueOf,
} from './builder.ts';
import {
  changeOf,
  changesOf,
  GLOB,
  HEADERS,
  ID,
  MEMBER,
  NAME,
  POINTER,
  RANGE_PROPERTIES,
  STATUSES,
  TEXT,
  RECORD_WRAPPING,
} from './common.ts';
import type { Json } from '../model/json.ts';
import { MEDIA_TYPE } from './operations.ts';
import { LEVELS } from './specs.ts';

// ---------------------------------------------------------------------------------------------- envelope.yaml

const addresses = new Definitions('envelope');
const SERVER = addresses.define(
  'server',
  describeSchema(
    'An absolute http or https address. {name} is a variable.',
    text({ title: 'an address', pattern: '^https?://[^\\s?#$]+$' }),
  ),
);

export type RawEnvelope = ValueOf<typeof ENVELOPE>;
const ENVELOPE = describeSchema(
  'contracts/<service>/envelope.yaml: the fields that wrap every body, and settings for every call. A service without wrapping has only the settings.',
  partial(
    {
      correlation: describeSchema(
        'Field that ties a response to its request.',
        object({
          member: describeSchema('Name of the field.', MEMBER),
          maxLength: describeSchema('Maximum number of characters.', integer({ minimum: 1, maximum: 100_000 })),
        }),
      ),
      success: describeSchema('Field that reports success.', MEMBER),
      result: describeSchema('Field with the result.', MEMBER),
      messages: describeSchema('Field with the warnings.', MEMBER),
      wrapping: describeSchema(
        'Places of records in requests and responses, as JSON pointers, for a service without the fields above.',
        RECORD_WRAPPING,
      ),
      headers: describeSchema(
        'Headers of every call to the service.',
        extend(HEADERS, {
          additionalProperties: describeSchema(
            'no line breaks, no control characters, nothing outside Latin-1',
            schema({ title: 'valid header value', pattern: '^[\\t -~\\u0080-\\u00ff]*$' }),
          ),
        }),
      ),
      methods: describeSchema(
        'complete: the contracts name all operations, so an undeclared method must be rejected and is tested. partial (default): other operations may exist, and only declared ones are called, apart from GET, HEAD and OPTIONS.',
        choice('complete', 'partial'),
      ),
      server: describeSchema(
        'Base address of the service, unless the target specifies one. {name} is a variable whose value comes from the target.',
        SERVER,
      ),
      servers: describeSchema(
        'Other addresses, by name. An operation refers to one with `server: NAME`.',
        map(SERVER, { keys: NAME, minProperties: 1 }),
      ),
      variables: describeSchema(
        'Variables of addresses, as in OpenAPI: allowed values and default.',
        map(
          partial({
            values: describeSchema(
              'Allowed values. Default: any text.',
              list(TEXT, { minItems: 1, uniqueItems: true }),
            ),
            default: describeSchema(
              'Value if the target specifies none. Without a default, the target must specify one.',
              TEXT,
            ),
          }),
          { minProperties: 1 },
        ),
      ),
      timeBudget: describeSchema('Maximum response time in milliseconds. Default: no limit.', number({ minimum: 0 })),
      zone: describeSchema('Time zone of the dates of the service, such as Australia/Sydney. Default: UTC.', TEXT),
      mediaType: describeSchema(
        'Media type of responses. Default: application/json. Errors may also be application/problem+json.',
        text({ title: 'a media type, such as application/json', pattern: '^[a-z0-9!#$&^_.+-]+/[a-z0-9!#$&^_.+-]+$' }),
      ),
      openAnswers: describeSchema('Responses may have fields that the contract does not name. Default: false.', FLAG),
      bodyLimit: describeSchema(
        'Maximum size of a request body in bytes. A body that is an eighth longer must be rejected. Default: 1 MiB. untried: no longer body is sent.',
        schema<number | 'untried'>({
          title: 'a number of bytes up to 33554432, or untried',
          anyOf: [integer({ minimum: 1, maximum: 33_554_432 }), constant('untried')],
        }),
      ),
    },
    {
      dependentRequired: {
        correlation: ['success', 'result', 'messages'],
        success: ['correlation', 'result', 'messages'],
        result: ['correlation', 'success', 'messages'],
        messages: ['correlation', 'success', 'result'],
      },
    },
  ),
);

export const ENVELOPE_FILE = schemaFile('Plumbline: settings for all endpoints of a service', ENVELOPE, addresses);

// ---------------------------------------------------------------------------------------------- errors.yaml

/** Kinds of rejection, with the requests of each. */
export const REJECTION_MEANINGS = {
  unauthenticated: 'credentials are missing or invalid',
  'not-found': 'the record or the path does not exist',
  identifier: 'the ID in the path is malformed. Default: `not-found`',
  method: 'the path does not support the method',
  'media-type': 'the body has an unsupported media type or content coding',
  'not-acceptable': '`Accept` has no media type that the service can return',
  malformed: 'the body is not well-formed JSON',
  shape:
    'a field has a wrong JSON type. With the practice `input.unknown-member` or `input.read-only` also: the body has an undeclared or a read-only field',
  value: 'a field has an invalid value, or a required field is missing',
  page: 'a paging parameter has an invalid value',
  query: 'a query parameter is unknown, missing or has an invalid value',
  precondition: '`If-Match` has an outdated entity tag',
  'precondition-required': 'a write has no `If-Match` although the operation is `conditional: required`',
  taken: 'a create has the ID of an existing record, and the operation has `taken: refuse`',
  duplicate: 'a `unique` field has the value of another record. Default: `value`',
  reference: 'a field refers to a record that does not exist. Default: `value`',
  'foreign-reference': 'a field refers to a record of another organisation. Default: `reference`',
  'in-use': 'a record is deleted although other records refer to it. Default: not tested',
  forbidden: 'a record of another organisation is requested. Default: `not-found`',
  'too-large': 'the body is larger than the service accepts',
  unavailable:
    'the service is temporarily unavailable. No test causes it, and a check with such a response is inconclusive',
  assertion: 'the assertion of a token request is invalid',
  'token-request': 'a parameter of a token request is missing or invalid',
  'grant-type': 'a token request has an unknown grant type. Default: `token-request`',
  unlinked: 'the organisation of a token request is not linked to the service',
} as const;
export type RejectionKind = keyof typeof REJECTION_MEANINGS;
export const REJECTION_KINDS = Object.keys(REJECTION_MEANINGS) as readonly RejectionKind[];

const rejections = new Definitions('errors');
const STATUSES_OF_REFUSAL = { statuses: describeSchema('Allowed HTTP statuses.', STATUSES) };
const REFUSAL_PROPERTIES = {
  family: describeSchema('Name of the error family of the body. Default: the body is not checked.', NAME),
  codes: describeSchema('Allowed codes, in quotes.', list(TEXT, { minItems: 1, uniqueItems: true })),
  form: describeSchema(
    'Requirement that the status, body and named field of such a rejection prove (the checks .../form), unless bindings.yaml binds another one. Most documents do not specify the form of a rejection, so its basis is usually assumed.',
    TEXT,
  ),
};
const REFUSAL_CHANGE = rejections.define(
  'refusalChange',
  changeOf({ ...STATUSES_OF_REFUSAL, ...REFUSAL_PROPERTIES }, ['family', 'codes', 'form']),
);

export type RawRejection = ValueOf<typeof REFUSAL>;
const REFUSAL = object(STATUSES_OF_REFUSAL, {
  ...REFUSAL_PROPERTIES,
  ...RANGE_PROPERTIES,
  changes: changesOf(REFUSAL_CHANGE),
});

export type RawErrors = ValueOf<typeof ERRORS>;
const ERRORS = describeSchema(
  'contracts/<service>/errors.yaml: how the service rejects requests.',
  object(
    {
      families: describeSchema(
        'Kinds of error body, by name.',
        map(
          object(
            {
              schema: describeSchema(
                'JSON Schema (2020-12) of the whole body, or of the result if the body is `enveloped`. A `$ref` stays within the schema: #/$defs/<name>.',
                schema<Json>({ type: ['object', 'boolean'] }),
              ),
            },
            {
              enveloped: describeSchema(
                'The body is an envelope that reports no success; `schema` and `entries` describe its result. Default: false.',
                FLAG,
              ),
              entries: describeSchema('Place of the array of entries. Default: the body is the only entry.', POINTER),
              entry: describeSchema('Place of the only entry, if it is not the body, such as /error.', POINTER),
              code: describeSchema('Field of an entry with the code. Default: entries have no code.', MEMBER),
              codePattern: describeSchema('Pattern that every code matches.', text({ format: 'regex' })),
              detail: describeSchema('Field of an entry with the text for a reader.', MEMBER),
              source: describeSchema('Place, below an entry, that names the invalid field.', POINTER),
              media: describeSchema(
                'Media type of these errors, if it differs from that of other responses. application/problem+json is always allowed.',
                MEDIA_TYPE,
              ),
              unnamed: describeSchema(
                'An entry may omit which field is invalid. Otherwise `source` or the text for a reader names it.',
                constant(true),
              ),
            },
            { not: { required: ['source', 'unnamed'] } },
          ),
          { keys: NAME },
        ),
      ),
      refusals: describeSchema(
        'Response for each kind of rejection.',
        map(REFUSAL, { keys: choice(...REJECTION_KINDS) }),
      ),
    },
    { never: describeSchema('Texts that no response may contain.', list(TEXT, { uniqueItems: true })) },
  ),
);

export const ERRORS_FILE = schemaFile('Plumbline: errors of a service', ERRORS, rejections);

// ---------------------------------------------------------------------------------------------- bindings.yaml

/** Level and basis of checks that no binding covers. `none`: each needs a binding, and lint reports those without one. */
export type UnboundWeight = ValueOf<typeof WEIGHT> | 'none';
const WEIGHT = partial(
  {
    level: describeSchema('Level of these checks. Default: MUST.', choice(...LEVELS)),
    basis: describeSchema(
      'documented: the contract was agreed on, and its violations block. assumed: the contract is a draft, and its violations do not block (default).',
      choice('documented', 'assumed'),
    ),
  },
  { minProperties: 1 },
);

export type RawBindings = ValueOf<typeof BINDINGS>;
const BINDINGS = describeSchema(
  'contracts/<service>/bindings.yaml. If several bindings match a check, the last one wins.',
  partial({
    bindings: describeSchema(
      'Bindings of checks to requirements, in order.',
      list(
        object(
          {
            checks: describeSchema(
              'Pattern for <endpoint>/<operation>/<rule>[/<key>]. * matches within a segment, ** across segments.',
              GLOB,
            ),
          },
          {
            requirement: describeSchema('Requirement that these checks prove.', ID),
            form: describeSchema(
              'Requirement that the form of the response proves: status, code and body of a rejection, or the status of a success.',
              ID,
            ),
          },
          {
            ...conditional(
              { not: { required: ['form'] } },
              {
                required: ['requirement'],
                properties: {
                  requirement: describeSchema(
                    'Requirement that these checks prove. Use "form" if only the form of the response proves one.',
                    JSON_VALUE,
                  ),
                },
              },
            ),
          },
        ),
      ),
    ),
    rest: describeSchema(
      'Level and basis of checks that no binding and no standard covers. They prove that the service keeps the contract of their endpoint. Default: { level: MUST, basis: assumed }. none: every check needs a binding, and lint reports those without one.',
      schema<UnboundWeight>({
        oneOf: [constant('none'), WEIGHT],
      }),
    ),
    practices: describeSchema(
      'Conventions that this service keeps although no standard requires them, as patterns for rule ids. A convention that is neither listed here nor bound above is not tested.',
      list(GLOB, { uniqueItems: true }),
    ),
  }),
);

export const BINDINGS_FILE = schemaFile('Plumbline: requirements that checks prove', BINDINGS);
