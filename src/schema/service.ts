/** Files that the endpoints of a service share: envelope.yaml, errors.yaml, bindings.yaml. */
import {
  choice,
  conditional,
  constant,
  Definitions,
  doc,
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
  WRAPPING,
} from './common.ts';
import type { Json } from '../model/json.ts';
import { MEDIA_TYPE } from './operations.ts';
import { LEVELS } from './specs.ts';

// ---------------------------------------------------------------------------------------------- envelope.yaml

const addresses = new Definitions('envelope');
const SERVER = addresses.define(
  'server',
  doc(
    'An absolute http or https address. {name} is a variable.',
    text({ title: 'an address', pattern: '^https?://[^\\s?#$]+$' }),
  ),
);

export type RawEnvelope = ValueOf<typeof ENVELOPE>;
const ENVELOPE = doc(
  'contracts/<service>/envelope.yaml: the fields that wrap every body, and settings for every call. A service without wrapping has only the settings.',
  partial(
    {
      correlation: doc(
        'Field that ties a response to its request.',
        object({
          member: doc('Name of the field.', MEMBER),
          maxLength: doc('Maximum number of characters.', integer({ minimum: 1, maximum: 100_000 })),
        }),
      ),
      success: doc('Field that reports success.', MEMBER),
      result: doc('Field with the result.', MEMBER),
      messages: doc('Field with the warnings.', MEMBER),
      wrapping: doc(
        'Where records are in requests and responses, as JSON pointers, for a service without the fields above.',
        WRAPPING,
      ),
      headers: doc(
        'Headers of every call to the service.',
        extend(HEADERS, {
          additionalProperties: doc(
            'no line breaks, no control characters, nothing outside Latin-1',
            schema({ title: 'text that a header can carry', pattern: '^[\\t -~\\u0080-\\u00ff]*$' }),
          ),
        }),
      ),
      methods: doc(
        'complete: the contracts name all operations, so an undeclared method must be rejected and is tested. partial (default): other operations may exist, and only declared ones are called, apart from GET, HEAD and OPTIONS.',
        choice('complete', 'partial'),
      ),
      server: doc(
        'Base address of the service, unless the target specifies one. {name} is a variable whose value comes from the target.',
        SERVER,
      ),
      servers: doc(
        'Other addresses, by name. An operation refers to one with `server: NAME`.',
        map(SERVER, { keys: NAME, minProperties: 1 }),
      ),
      variables: doc(
        'Variables of addresses, as in OpenAPI: allowed values and default.',
        map(
          partial({
            values: doc('Allowed values. Default: any text.', list(TEXT, { minItems: 1, uniqueItems: true })),
            default: doc('Value if the target specifies none. Without a default, the target must specify one.', TEXT),
          }),
          { minProperties: 1 },
        ),
      ),
      timeBudget: doc('Maximum response time in milliseconds. Default: no limit.', number({ minimum: 0 })),
      zone: doc('Time zone of the dates of the service, such as Australia/Sydney. Default: UTC.', TEXT),
      mediaType: doc(
        'Media type of responses. Default: application/json. Errors may also be application/problem+json.',
        text({ title: 'a media type, such as application/json', pattern: '^[a-z0-9!#$&^_.+-]+/[a-z0-9!#$&^_.+-]+$' }),
      ),
      openAnswers: doc('Responses may have fields that the contract does not name. Default: false.', FLAG),
      bodyLimit: doc(
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

export const ENVELOPE_FILE = schemaFile('Plumbline: what is said of a service as a whole', ENVELOPE, addresses);

// ---------------------------------------------------------------------------------------------- errors.yaml

/** Kinds of rejection. */
export const REFUSALS = [
  'unauthenticated',
  'not-found',
  'identifier',
  'method',
  'media-type',
  'not-acceptable',
  'malformed',
  'shape',
  'value',
  'page',
  'query',
  'precondition',
  'precondition-required',
  'taken',
  'duplicate',
  'reference',
  'foreign-reference',
  'in-use',
  'forbidden',
  'too-large',
  'unavailable',
  'assertion',
  'token-request',
  'grant-type',
  'unlinked',
] as const;
export type RefusalKind = (typeof REFUSALS)[number];

const rejections = new Definitions('errors');
const STATUSES_OF_REFUSAL = { statuses: doc('Allowed HTTP statuses.', STATUSES) };
const REFUSAL_PROPERTIES = {
  family: doc('Name of the error family of the body. Default: the body is not checked.', NAME),
  codes: doc('Allowed codes, in quotes.', list(TEXT, { minItems: 1, uniqueItems: true })),
  form: doc(
    'Requirement that the status, body and named field of such a rejection prove (the checks .../form), unless bindings.yaml binds another one. Most documents do not specify the form of a rejection, so its basis is usually assumed.',
    TEXT,
  ),
};
const REFUSAL_CHANGE = rejections.define(
  'refusalChange',
  changeOf({ ...STATUSES_OF_REFUSAL, ...REFUSAL_PROPERTIES }, ['family', 'codes', 'form']),
);

export type RawRefusal = ValueOf<typeof REFUSAL>;
const REFUSAL = object(STATUSES_OF_REFUSAL, {
  ...REFUSAL_PROPERTIES,
  ...RANGE_PROPERTIES,
  changes: changesOf(REFUSAL_CHANGE),
});

export type RawErrors = ValueOf<typeof ERRORS>;
const ERRORS = doc(
  'contracts/<service>/errors.yaml',
  object(
    {
      families: doc(
        'Kinds of error body, by name.',
        map(
          object(
            {
              schema: doc(
                'JSON Schema (2020-12) of the whole body, or of the result if the body is `enveloped`. A `$ref` stays within the schema: #/$defs/<name>.',
                schema<Json>({ type: ['object', 'boolean'] }),
              ),
            },
            {
              enveloped: doc(
                'The body is an envelope that reports no success; `schema` and `entries` describe its result. Default: false.',
                FLAG,
              ),
              entries: doc('Place of the array of entries. Default: the body is the only entry.', POINTER),
              entry: doc('Place of the only entry, if it is not the body, such as /error.', POINTER),
              code: doc('Field of an entry with the code. Default: entries have no code.', MEMBER),
              codePattern: doc('Pattern that every code matches.', text({ format: 'regex' })),
              detail: doc('Field of an entry with the text for a reader.', MEMBER),
              source: doc('Place, below an entry, that names the invalid field.', POINTER),
              media: doc(
                'Media type of these errors, if it differs from that of other responses. application/problem+json is always allowed.',
                MEDIA_TYPE,
              ),
              unnamed: doc(
                'An entry may omit which field is invalid. Otherwise `source` or the text for a reader names it.',
                constant(true),
              ),
            },
            { not: { required: ['source', 'unnamed'] } },
          ),
          { keys: NAME },
        ),
      ),
      refusals: doc('Response for each kind of rejection.', map(REFUSAL, { keys: choice(...REFUSALS) })),
    },
    { never: doc('Texts that no response may contain.', list(TEXT, { uniqueItems: true })) },
  ),
);

export const ERRORS_FILE = schemaFile('Plumbline: how a service refuses', ERRORS, rejections);

// ---------------------------------------------------------------------------------------------- bindings.yaml

/** Level and basis of checks that no binding covers. `none`: each needs a binding, and lint reports those without one. */
export type Rest = ValueOf<typeof WEIGHT> | 'none';
const WEIGHT = partial(
  {
    level: doc('Level of these checks. Default: MUST.', choice(...LEVELS)),
    basis: doc(
      'documented: the contract was agreed on, and its violations block. assumed: the contract is a draft, and its violations do not block (default).',
      choice('documented', 'assumed'),
    ),
  },
  { minProperties: 1 },
);

export type RawBindings = ValueOf<typeof BINDINGS>;
const BINDINGS = doc(
  'contracts/<service>/bindings.yaml. If several bindings match a check, the last one wins.',
  partial({
    bindings: list(
      object(
        {
          checks: doc(
            'Pattern for <endpoint>/<operation>/<rule>[/<key>]. * matches within a segment, ** across segments.',
            GLOB,
          ),
        },
        {
          requirement: doc('Requirement that these checks prove.', ID),
          form: doc(
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
                requirement: doc(
                  'Requirement that these checks prove. Use "form" if only the form of the response proves one.',
                  JSON_VALUE,
                ),
              },
            },
          ),
        },
      ),
    ),
    rest: doc(
      'Level and basis of checks that no binding and no standard covers. They prove that the service keeps the contract of their endpoint. Default: { level: MUST, basis: assumed }. none: every check needs a binding, and lint reports those without one.',
      schema<Rest>({
        oneOf: [constant('none'), WEIGHT],
      }),
    ),
    practices: doc(
      'Conventions that this service keeps although no standard requires them, as patterns for rule ids. A convention that is neither listed here nor bound above is not tested.',
      list(GLOB, { uniqueItems: true }),
    ),
  }),
);

export const BINDINGS_FILE = schemaFile('Plumbline: which requirement a generated check proves', BINDINGS);
