/** Test cases that an endpoint contract or a token block declares. */
import {
  choice,
  constant,
  Definitions,
  describeSchema,
  integer,
  JSON_VALUE,
  list,
  map,
  number,
  object,
  partial,
  schema,
  text,
  type ValueOf,
} from './builder.ts';
import { HEADER, HEADERS, ID, LINK, MEMBER, NAME, POINTER, RANGE_PROPERTIES, TEXT } from './common.ts';
import type { Json, JsonMap } from '../model/json.ts';
import { BYTES, CONTENT_TYPE, FILE, type FilePart, FORM, METHOD, PATH } from './operations.ts';

export const CASE_DEFINITIONS = new Definitions('endpoint');

const VALUES = CASE_DEFINITIONS.define(
  'values',
  describeSchema(
    'Field to value. Filled in when sent: { $today: days }, { $unique: length }, { $unique: text with * for characters and # for digits }, { $digits: length }, { $repeat: { times, item } }, and { $record: endpoint#/field } from the `records` of the target.',
    map(JSON_VALUE),
  ),
);

/** Properties of both the change of the valid request and a step of a case. */
const REQUEST_PROPERTIES = {
  set: describeSchema('Fields to set or add.', VALUES),
  remove: describeSchema('Fields to remove.', list(MEMBER, { minItems: 1 })),
  parameters: describeSchema(
    'Path parameters to replace.',
    map(
      schema<Json>({
        title: 'string, number, or { $record: endpoint#/field }',
        type: ['string', 'number', 'object'],
      }),
      { minProperties: 1 },
    ),
  ),
  query: describeSchema(
    'Additional query parameters. null removes a default one; a list repeats the parameter.',
    map(
      schema<Json>({
        title: 'string, number, true or false, a list of them, or null',
        type: ['string', 'number', 'boolean', 'array', 'null'],
      }),
    ),
  ),
  as: describeSchema(
    'Sends the request as another caller: one of the target’s `parties`, its `other`, `unlinked` or `elsewhere`, or `nobody` (without credentials).',
    NAME,
  ),
};

/** The one difference from the valid request. */
export type Mutation = ValueOf<typeof CHANGE>;
const CHANGE = CASE_DEFINITIONS.define(
  'change',
  describeSchema(
    'The one difference from the valid request.',
    partial({
      ...REQUEST_PROPERTIES,
      correlation: describeSchema('Correlation id of the first item, instead of a valid one.', JSON_VALUE),
      form: describeSchema('Sends the body in another form.', FORM),
      more: describeSchema(
        'More records for an array, by the fields that differ from the first one.',
        list(map(JSON_VALUE), { minItems: 1 }),
      ),
      nested: describeSchema('Nested items of a create, by field.', map(list(VALUES))),
      headers: describeSchema('Additional headers.', HEADERS),
      assertion: describeSchema(
        'Changes to the assertion of a token request.',
        partial({
          claims: describeSchema('Claims to set.', VALUES),
          header: describeSchema('Header parameters to set.', VALUES),
          remove: describeSchema('Claims or header parameters to remove.', list(TEXT, { minItems: 1 })),
        }),
      ),
      form_parameters: describeSchema(
        'Parameters of a token request to set. null removes one.',
        map(schema<string | null>({ title: 'string or null', type: ['string', 'null'] })),
      ),
      again: describeSchema('Sends the body of the valid request a second time.', constant(true)),
      times: describeSchema('Number of concurrent requests.', integer({ minimum: 1, maximum: 1000 })),
    }),
  ),
);

/** A step of a case: an operation of the contract, or a custom request. */
export type ScenarioStep = ValueOf<typeof STEP>;
const STEP = CASE_DEFINITIONS.define(
  'step',
  describeSchema(
    'An operation of the contract (`on`), or a custom request (`method` and `path`). Values can come from earlier steps: { $ref: step#/pointer } from a response, { $header: step#name }, { $sent: step#/pointer }.',
    partial({
      on: describeSchema(
        'Operation of this endpoint, or endpoint/operation. Its path identifies the last record that an earlier step created, if there is one.',
        text({ title: 'operation', pattern: '^[a-z0-9-]+(/[a-z0-9-]+)?$' }),
      ),
      method: METHOD,
      path: PATH,
      ...REQUEST_PROPERTIES,
      headers: describeSchema(
        'Additional headers. null removes a default header.',
        map(schema<Json>({ title: 'string, { $header: step#name } or null', type: ['string', 'object', 'null'] }), {
          keys: HEADER,
        }),
      ),
      server: describeSchema('Name of a server under `servers` of envelope.yaml; the path is below its address.', NAME),
      location: describeSchema(
        'Earlier step whose Location is the address of this request. `step#/pointer`: the link at that place of its response.',
        LINK,
      ),
      body: describeSchema(
        'Body instead of the fields: one of `json`, `form`, `multipart`, `text` and `base64`, with its media type.',
        partial(
          {
            json: describeSchema('Any JSON value.', JSON_VALUE),
            form: describeSchema('Parameters of an application/x-www-form-urlencoded body.', map(TEXT)),
            multipart: describeSchema(
              'Parts of a multipart/form-data body, by name: texts and files.',
              map(schema<string | FilePart>({ anyOf: [text(), FILE] }), { minProperties: 1 }),
            ),
            ...BYTES,
            type: describeSchema(
              'Media type. Default: that of JSON or of the form, else application/octet-stream.',
              CONTENT_TYPE,
            ),
          },
          { minProperties: 1 },
        ),
      ),
      until: describeSchema(
        'Repeats the request until the response has this status or this value, such as { at: /done, is: true }.',
        partial(
          {
            status: describeSchema('Status to wait for.', integer({ minimum: 200, maximum: 599 })),
            at: describeSchema('Place in the response to wait for.', POINTER),
            is: describeSchema('Value at that place to wait for.', JSON_VALUE),
            every: describeSchema('Seconds between two attempts. Default: 1.', number({ minimum: 0, maximum: 60 })),
            atMost: describeSchema('Maximum number of attempts. Default: 30.', integer({ minimum: 1, maximum: 1000 })),
          },
          {
            anyOf: [{ required: ['status'] }, { required: ['at', 'is'] }],
            dependentRequired: { at: ['is'], is: ['at'] },
          },
        ),
      ),
    }),
  ),
);

/** Rules that a case may name. */
const CASE_RULES = [
  'outcome.accepted',
  'outcome.refused',
  'outcome.refused-or-complete',
  'outcome.never',
  'outcome.status',
  'warning.given',
  'warning.none',
  'warning.pointed',
  'body.as-sent',
  'body.has',
  'body.lacks',
  'body.equals',
  'body.count',
  'body.matches',
  'body.schema',
  'token.decoded',
  'body.each',
  'body.includes',
  'body.distinct',
  'body.sorted',
  'header.present',
  'header.absent',
  'header.equals',
  'header.matches',
  'header.same',
  'header.digest',
  'burst.not-throttled',
  'store.no-trace',
  'store.equals',
] as const;

export type RawCheck = ValueOf<typeof CHECK>;
const CHECK = CASE_DEFINITIONS.define(
  'check',
  object(
    {
      rule: describeSchema('Rule that judges the response.', choice(...CASE_RULES)),
      requirement: describeSchema('Requirement that the check proves.', ID),
    },
    {
      with: describeSchema(
        'Parameters of the rule.',
        schema<JsonMap>({
          type: 'object',
          properties: {
            step: describeSchema(
              'Response to judge: probe (default) is the changed request, control the valid one, read and list the requests afterwards. In a case with steps: the name of a step.',
              NAME,
            ),
          },
        }),
      ),
      key: describeSchema('Distinguishes two checks of one rule in the same case.', NAME),
    },
  ),
);

export type RawCase = ValueOf<typeof CASE>;
export const CASE = CASE_DEFINITIONS.define(
  'case',
  object(
    {
      title: describeSchema('Title in the report.', TEXT),
      on: describeSchema('Operation of this endpoint that the case calls.', NAME),
      aspect: describeSchema('Group of the case in the run.', NAME),
      checks: describeSchema('Checks on the responses.', list(CHECK, { minItems: 1 })),
    },
    {
      ...RANGE_PROPERTIES,
      change: CHANGE,
      steps: describeSchema(
        'Several steps instead of one change, by name and in order. Each is sent once, without a valid request before it. Records that a step creates are deleted at the end. A check names the step that it judges; default: the last one.',
        map(STEP, { keys: NAME, minProperties: 1 }),
      ),
      // oxlint-disable-next-line no-thenable -- `then` is a key of contracts, and cases are not awaited
      then: describeSchema(
        'Requests after the change. read: reads the record. list: fetches the list.',
        list(choice('read', 'list'), { uniqueItems: true }),
      ),
    },
  ),
);
