/** `contracts/common/*.yaml`, and `contracts/<service>/catalogue.yaml` with rows of a service. */
import {
  conditional,
  choice,
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
  pick,
  schema,
  schemaFile,
  text,
} from './builder.ts';
import { CAPABILITY_MEANINGS } from './case-conditions.ts';
import { HEADER, NAME, STATUSES, TEXT } from './common.ts';
import { FIELD_TYPES } from './fields.ts';
import type { Json } from '../model/json.ts';

const parts = new Definitions('catalogue');

const ROW_ID = parts.define(
  'id',
  describeSchema(
    'Lower-case words joined by hyphens, parts by dots, like token.claim-missing.',
    text({ title: 'id of a row', pattern: '^[a-z0-9]+(-[a-z0-9]+)*(\\.[a-z0-9]+(-[a-z0-9]+)*)*$' }),
  ),
);

const APPLIES = parts.define(
  'conditions',
  describeSchema(
    'Conditions for the operation and its service, all of which must be true. A list of values means any of them.',
    schema<Readonly<Record<string, Json>>>({
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(CAPABILITY_MEANINGS).map(([name, meaning]) => [
          name,
          describeSchema(meaning, schema({ title: 'value, or list of values' })),
        ]),
      ),
    }),
  ),
);

const PROPERTY = parts.define(
  'property',
  schema<string>({
    title: 'property of a field',
    enum: [
      'required',
      'unique',
      'distinct',
      'usual',
      'minLength',
      'maxLength',
      'pattern',
      'values',
      'minimum',
      'maximum',
      'decimals',
      'minItems',
      'maxItems',
      'uniqueItems',
      'references',
      'notBefore',
      'notAfterToday',
      'writeOnly',
      'nullable',
      'sensitive',
    ],
  }),
);

const FIELDS = parts.define(
  'fields',
  describeSchema(
    'Fields of a selector, filtered by their contract.',
    object(
      { from: describeSchema('A selector of fields, such as fields or fields.outer.', TEXT) },
      {
        type: describeSchema(
          'Only fields of this type, or of one of these types.',
          schema<unknown>({
            type: ['string', 'array'],
            ...conditional({ type: 'string' }, choice(...FIELD_TYPES), { minItems: 1, items: choice(...FIELD_TYPES) }),
          }),
        ),
        has: describeSchema(
          'Only fields that have all of these properties in the contract.',
          list(PROPERTY, { minItems: 1 }),
        ),
        lacks: describeSchema(
          'Only fields that have none of these properties in the contract.',
          list(PROPERTY, { minItems: 1 }),
        ),
        'at-least': describeSchema(
          'Only fields for which each of these properties is at least this number.',
          map(number(), { keys: PROPERTY, minProperties: 1 }),
        ),
        first: describeSchema('Only the first of these fields.', constant(true)),
      },
    ),
  ),
);

/** Title and explanation of a row. */
const WORDS = {
  title: describeSchema('Title of the rule: the expected behaviour, as a sentence.', TEXT),
  fails: describeSchema('Title of a failure, without its subject, such as "accepts a code of next year".', TEXT),
  why: describeSchema('Why the rule exists, and the usual cause of a failure.', TEXT),
  source: describeSchema('Section of the standard, and how strict it is.', TEXT),
  convention: describeSchema(
    'No standard requires it, so it is tested only if bindings.yaml binds it or lists it under `practices`.',
    constant(true),
  ),
  aspect: describeSchema('Name of the group of cases. Default: `aspect` of the file.', NAME),
  group: describeSchema('Name of the group, if it differs from `aspect`.', NAME),
};

const CHECK = parts.define(
  'check',
  describeSchema(
    'An expected result.',
    partial({
      refused: describeSchema('The request is rejected with this kind of `refusals` in errors.yaml.', TEXT),
      field: describeSchema('Field that the rejection names.', TEXT),
      fault: describeSchema('Kind of fault in the value, for the `codes` of the field in the contract.', TEXT),
      or: describeSchema('Statuses that are allowed in addition to those of errors.yaml.', STATUSES),
      accepted: describeSchema('The request is accepted; for a list of several checks.', constant(true)),
      step: describeSchema('Step whose response is judged. Default: probe.', NAME),
      rule: describeSchema('Rule that judges the responses, if acceptance or rejection is not the question.', TEXT),
      as: describeSchema('Like `rule`, but the check has the id and the texts of the row.', TEXT),
      with: describeSchema('Parameters of the rule.', map(JSON_VALUE)),
      given: describeSchema(
        'Preconditions: steps that must succeed ({ step: success }) or get a response ({ step: answered }). Default: the valid request.',
        map(choice('success', 'answered')),
      ),
      asks: describeSchema('Title of the check: the expected behaviour. Default: that of the row.', TEXT),
      applies: extend(APPLIES, { description: 'Further conditions for this check only.' }),
      key: describeSchema('End of the check id, if it differs from that of the row.', text()),
      id: describeSchema('Id of an additional check that has its own texts.', ROW_ID),
      title: describeSchema('With an id: title of the check, as a sentence.', TEXT),
      fails: describeSchema('With an id: title of a failure, without the subject.', TEXT),
      why: describeSchema('With an id: why the check exists.', TEXT),
      source: describeSchema('With an id: section of the standard, and how strict it is.', TEXT),
      requirement: describeSchema('Requirement that the check proves, unless bindings.yaml binds another one.', TEXT),
      convention: describeSchema('With an id: no standard requires it.', constant(true)),
    }),
  ),
);

const LAW_OR_CHECK = { type: ['string', 'object'], ...conditional({ type: 'string' }, NAME, CHECK) };
const EXPECT = describeSchema(
  'Expected result: accepted, { refused: kind }, { rule: id, with: parameters }, or a list of these and of names under `laws`.',
  schema<unknown>({
    type: ['string', 'object', 'array'],
    ...conditional(
      { type: 'string' },
      choice('accepted'),
      conditional({ type: 'array' }, { minItems: 1, items: LAW_OR_CHECK }, CHECK),
    ),
  }),
);

/** The change to the valid request, and how it is sent. */
const CHANGE_PROPERTIES = {
  method: describeSchema('HTTP method, instead of that of the operation.', TEXT),
  path: describeSchema('Path below the base address, instead of that of the operation.', TEXT),
  identifier: describeSchema('Value of the last path parameter.', text()),
  identifierEnd: describeSchema('Text that is appended to the value of the last path parameter.', text()),
  headers: describeSchema('Request headers. null removes a default header.', map(JSON_VALUE, { keys: HEADER })),
  query: describeSchema('Query parameters, in order. A list repeats the parameter.', map(JSON_VALUE)),
  page: describeSchema(
    'For a list: requested page, sent as pagination.yaml specifies.',
    schema<unknown>({ type: ['string', 'integer'] }),
  ),
  size: describeSchema('For a list: requested page size.', schema<unknown>({ type: ['string', 'integer'] })),
  token: describeSchema('Access token: none, other (of another organisation), or a faulty one.', TEXT),
  body: describeSchema(
    'Body, instead of that of the valid request.',
    partial(
      {
        json: describeSchema('JSON value.', JSON_VALUE),
        text: describeSchema('Text that is sent unchanged with the media type of JSON.', text()),
        fill: describeSchema(
          'Repeated text that replaces the … in `text`; without `text`, it is inserted after the first bracket of the valid JSON body.',
          object({
            text: describeSchema('Text to repeat.', text()),
            times: describeSchema(
              'Number of repetitions. past-the-limit: until the body is an eighth longer than `bodyLimit`.',
              schema<unknown>({
                title: 'an integer above 0, or past-the-limit',
                anyOf: [integer({ minimum: 1 }), constant('past-the-limit')],
              }),
            ),
          }),
        ),
        nested: describeSchema('Depth of nested arrays.', integer({ minimum: 2 })),
        spoilt: describeSchema(
          'A defect in the text of the valid JSON body.',
          choice('truncated', 'trailing-comma', 'duplicate-member', 'byte-order-mark'),
        ),
      },
      { minProperties: 1 },
    ),
  ),
  correlation: describeSchema('Value of the correlation id. null removes it.', JSON_VALUE),
  times: describeSchema('Number of concurrent requests.', integer({ minimum: 2 })),
  set: describeSchema(
    'Fields of the record and their values: a literal, a directive such as { $today: 2 }, or { $make: name }.',
    map(JSON_VALUE),
  ),
  remove: describeSchema('Fields of the record to remove.', list(TEXT, { minItems: 1 })),
  form: describeSchema(
    'For a token request: changes to the form.',
    partial({
      set: describeSchema('Parameters to set.', map(JSON_VALUE)),
      remove: describeSchema('Parameters to remove.', list(TEXT, { minItems: 1 })),
      repeat: describeSchema('Parameters to send twice.', list(TEXT, { minItems: 1 })),
      written: describeSchema(
        'json: the parameters are sent as a JSON object with the media type of JSON.',
        choice('json'),
      ),
    }),
  ),
  assertion: describeSchema(
    'For a token request: changes to the valid assertion of token.yaml.',
    partial({
      as: describeSchema('Caller that requests the token.', choice('other', 'unlinked', 'elsewhere')),
      signer: describeSchema(
        'Caller whose key signs the assertion and whose `kid` is in its header. The claims stay those of `as`.',
        choice('other', 'unlinked', 'elsewhere'),
      ),
      header: describeSchema('Parameters of the JOSE header to set.', map(JSON_VALUE)),
      claims: describeSchema(
        'Claims to set. { $now: seconds } is a time from now; `plus` and `minus` add or subtract the skew or lifetime of token.yaml.',
        map(JSON_VALUE),
      ),
      remove: describeSchema(
        'Parts to remove.',
        partial(
          {
            header: describeSchema('Header parameters to remove.', list(TEXT, { minItems: 1 })),
            claims: describeSchema('Claims to remove.', list(TEXT, { minItems: 1 })),
          },
          { minProperties: 1 },
        ),
      ),
      twice: describeSchema(
        'A duplicate claim: first with this value, then with the valid one.',
        schema<unknown>({ type: 'object', minProperties: 1, maxProperties: 1 }),
      ),
      signature: describeSchema(
        'Signature of the assertion. right-key: the valid key with the `alg` that `header` sets. Default: the valid key with the algorithm of token.yaml.',
        choice('absent', 'right-key', 'other-key', 'public-key-as-secret', 'of-other-claims'),
      ),
      again: describeSchema('Sends the assertion of this earlier step again.', TEXT),
      'key-in-header': describeSchema('Header parameter that carries the signing key: jku, x5u or jwk.', TEXT),
      written: describeSchema(
        'A defect in the compact serialization.',
        choice('padding', 'space', 'two-parts', 'four-parts', 'json', 'claims-list', 'claims-text'),
      ),
    }),
  ),
  via: describeSchema('Transport of the request.', choice('undici', 'socket')),
  success: describeSchema('Statuses that count as a success of this step. Default: those of the operation.', STATUSES),
  raw: describeSchema(
    'A defect in the HTTP message, which is written to a socket unchanged.',
    choice(
      'field-cr',
      'field-lf',
      'field-nul',
      'field-space',
      'host-missing',
      'host-doubled',
      'host-invalid',
      'length-text',
      'length-negative',
      'length-signed',
      'length-list',
      'length-doubled',
      'chunked-not-last',
      'chunked-and-length',
      'chunk-size',
    ),
  ),
};

const STEP = parts.define(
  'step',
  partial({
    ...CHANGE_PROPERTIES,
    passive: describeSchema('Whether passive checks judge this response. Default: `passive` of the row.', FLAG),
    make: describeSchema(
      'Creates a record. least: with its required fields. full: with every field.',
      choice('least', 'full'),
    ),
    of: describeSchema('Endpoint of the created record. Default: that of the operation.', TEXT),
    items: describeSchema(
      'Creates several records in one request: the fields to set in each.',
      list(map(JSON_VALUE), { minItems: 2 }),
    ),
    on: describeSchema(
      'Sends the operation to the record of this step. An update contains only the fields of `set`.',
      NAME,
    ),
    read: describeSchema('Reads the record of this step.', NAME),
    list: describeSchema('Fetches the list that the record of this step belongs to.', NAME),
    delete: describeSchema('Deletes the record of this step.', NAME),
    together: describeSchema('Sends the request concurrently with this step, which must be the previous one.', NAME),
  }),
);

const PAGES = parts.define(
  'pages',
  partial({
    add: describeSchema('Number of records that are created.', JSON_VALUE),
    remove: describeSchema('Deletes the first or the last record that the case created.', choice('first', 'last')),
    page: describeSchema('Page to fetch: a position from 1, every (all pages), or few (the first five).', JSON_VALUE),
    size: describeSchema('Page size.', JSON_VALUE),
    alone: describeSchema('Sends the page or the size without the other.', constant(true)),
    token: describeSchema('Access token of the request.', TEXT),
    onward: describeSchema('links: also follows the links of the last page.', choice('links')),
  }),
);

/** Properties of a row and of each of its variants. */
const TRY_PROPERTIES = {
  ...CHANGE_PROPERTIES,
  when: describeSchema('Title of the case: the request. It may contain {names} of `each`.', TEXT),
  asks: describeSchema('Title of the check: the expected behaviour. Default: `when`.', TEXT),
  requirement: describeSchema('Requirement that the check proves, unless bindings.yaml binds another one.', TEXT),
  each: describeSchema(
    'Repeats the row for every value, by name: a selector, filtered fields ({ from, type, has }), or a list of values. The value replaces {name} in the texts of the row and ends the check id.',
    map(
      schema<unknown>({
        type: ['string', 'array', 'object'],
        ...conditional({ type: 'object' }, FIELDS, {
          pattern: '\\S',
          minItems: 1,
          items: { type: ['string', 'number', 'boolean'] },
        }),
      }),
      { minProperties: 1 },
    ),
  ),
  key: describeSchema('End of the check id, instead of the values of `each`. "" for none.', text()),
  apart: describeSchema(
    'Creates a separate parent record for the request, so that other records cannot affect the result.',
    FLAG,
  ),
  undo: describeSchema('false: cleanup does not delete records that the request creates.', FLAG),
  passive: describeSchema('false: passive checks do not judge the response.', FLAG),
  collection: describeSchema(
    'Steps on the pages of a list, by name. With `add` the case creates the records of the list; without it, the case reads the existing list.',
    map(PAGES, { keys: NAME, minProperties: 1 }),
  ),
  applies: APPLIES,
  expect: EXPECT,
  steps: describeSchema(
    'Steps in order, by name. Each is a change of the valid request, or creates, reads, lists or deletes a record.',
    map(STEP, { keys: NAME, minProperties: 1 }),
  ),
};

const TRY = parts.define('try', partial(TRY_PROPERTIES));

const ROW = parts.define(
  'row',
  partial({
    ...WORDS,
    ...TRY_PROPERTIES,
    tries: describeSchema(
      'Variants of the row, by name. The name ends the check id unless `each` or `key` does.',
      map(TRY, { keys: NAME, minProperties: 1 }),
    ),
  }),
);

const ANSWER = parts.define(
  'answer',
  object(
    {
      ...pick(WORDS, 'title', 'fails', 'why'),
    },
    { ...pick(WORDS, 'source', 'convention'), applies: APPLIES },
  ),
);

const CATALOGUE = describeSchema(
  'contracts/common/<catalogue>.yaml: case templates for every service. They are part of Plumbline.',
  object(
    {
      catalogue: describeSchema('Name of the catalogue; the same as the file name.', NAME),
      cases: describeSchema('Case templates (rows), by id.', map(ROW, { keys: ROW_ID, minProperties: 1 })),
    },
    {
      aspect: describeSchema('Name of the group of its cases. Default: the name of the catalogue.', NAME),
      groups: describeSchema(
        'How groups run, by name.',
        map(
          describeSchema(
            'How one group runs.',
            partial({
              alone: describeSchema(
                'No other group of the service and version runs at the same time, if the operation meets these conditions.',
                APPLIES,
              ),
              'in-turn': describeSchema('Its cases run one after the other, until one changes data.', constant(true)),
            }),
          ),
          { keys: NAME },
        ),
      ),
      applies: APPLIES,
      also: describeSchema(
        'Rows of other files that also apply to the operations of this file: id to `when`. No other row of those files applies.',
        map(text(), { minProperties: 1 }),
      ),
      expect: EXPECT,
      laws: describeSchema(
        'Expected results, by name, for `expect` of the rows of this file.',
        map(CHECK, { keys: NAME, minProperties: 1 }),
      ),
      answers: describeSchema(
        'Passive checks of every response: texts, by rule id.',
        map(ANSWER, { keys: ROW_ID, minProperties: 1 }),
      ),
    },
  ),
);

export const CATALOGUE_FILE = schemaFile('Plumbline: case templates for every service', CATALOGUE, parts);

const OWN_CATALOGUE = describeSchema(
  'contracts/<service>/catalogue.yaml: case templates of one service, and common ones that do not apply to it.',
  partial(
    {
      off: describeSchema(
        'Common case templates that this service does not run: id to reason. The report shows the reason.',
        map(TEXT),
      ),
      add: describeSchema(
        'Case templates of this service, by id. Each names its requirement.',
        map(ROW, { keys: ROW_ID }),
      ),
    },
    { minProperties: 1 },
  ),
);

export const OWN_CATALOGUE_FILE = schemaFile('Plumbline: case templates of one service', OWN_CATALOGUE);
