/** `contracts/common/*.yaml`, and `contracts/<service>/catalogue.yaml` with rows of a service. */
import {
  conditional,
  choice,
  constant,
  Definitions,
  describeSchema,
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
import { HEADER, NAME, STATUSES, TEXT } from './common.ts';
import { FIELD_TYPES } from './fields.ts';

const parts = new Definitions('catalogue');

const ROW_ID = parts.define(
  'id',
  describeSchema(
    'Lower-case words joined by hyphens, parts by dots, like token.claim-missing.',
    text({ title: 'id of a row', pattern: '^[a-z0-9]+(-[a-z0-9]+)*(\\.[a-z0-9]+(-[a-z0-9]+)*)*$' }),
  ),
);

const APPLIES = describeSchema(
  'What the operation and its service have to have, all of it; a list means one of them. What there is: docs/catalogue.md.',
  map(JSON_VALUE),
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
    'Fields that a selector gives, narrowed by what the contract says of them.',
    object(
      { from: describeSchema('A selector that gives fields.', TEXT) },
      {
        type: describeSchema(
          'Of this type, or of one of these.',
          schema<unknown>({
            type: ['string', 'array'],
            ...conditional({ type: 'string' }, choice(...FIELD_TYPES), { minItems: 1, items: choice(...FIELD_TYPES) }),
          }),
        ),
        has: describeSchema('The contract says all of this of them.', list(PROPERTY, { minItems: 1 })),
        lacks: describeSchema('The contract says none of this of them.', list(PROPERTY, { minItems: 1 })),
        'at-least': describeSchema(
          'What the contract says is this much or more.',
          map(number(), { keys: PROPERTY, minProperties: 1 }),
        ),
        first: describeSchema('The first of them alone.', constant(true)),
      },
    ),
  ),
);

/** Title and explanation of a row. */
const WORDS = {
  title: describeSchema('What is asked, as a sentence.', TEXT),
  fails: describeSchema('What the service does where it fails, as the rest of a sentence that begins with "it".', TEXT),
  why: describeSchema('Why it is asked, and what usually causes a departure.', TEXT),
  source: describeSchema('Where it is asked, and how strongly.', TEXT),
  convention: describeSchema(
    'No standard asks it: tried only where a contract binds it or names it under practices.',
    constant(true),
  ),
  aspect: describeSchema('Part of the group’s name. Default: that of the file.', NAME),
  group: describeSchema('Name of its group, where that is not its aspect.', NAME),
};

const CHECK = parts.define(
  'check',
  describeSchema(
    'What has to follow.',
    partial({
      refused: describeSchema('Kind of refusal: errors.yaml says how the service refuses it.', TEXT),
      field: describeSchema('Member that the refusal names.', TEXT),
      fault: describeSchema('Kind of fault, for the codes that a field of the contract gives.', TEXT),
      or: describeSchema('Statuses that will do besides those of errors.yaml.', STATUSES),
      accepted: describeSchema('It has to be accepted: of a list of several.', constant(true)),
      step: describeSchema('Whose answer is judged. Default: probe.', NAME),
      rule: describeSchema('Rule that judges (docs/rules.md), where it is neither acceptance nor refusal.', TEXT),
      as: describeSchema(
        'Rule that judges under the name and with the words of the row (or of the id beside it), where it is neither acceptance nor refusal.',
        TEXT,
      ),
      with: describeSchema('Parameters of the rule.', map(JSON_VALUE)),
      given: describeSchema(
        'Steps that have to succeed, or at least be answered, before it can be judged: { step: success } or { step: answered }. Default: the positive control.',
        map(choice('success', 'answered')),
      ),
      asks: describeSchema('What is to happen, as the title of the check. Default: that of the row.', TEXT),
      applies: describeSchema('What the operation has to have besides, for this check alone.', map(JSON_VALUE)),
      key: describeSchema('End of the id, where it is not that of the row.', text()),
      id: describeSchema('Of a check beside that of the row, which has words of its own.', ROW_ID),
      title: describeSchema('With an id: what is asked, as a sentence.', TEXT),
      fails: describeSchema(
        'With an id: what the service does where it fails, as the rest of a sentence that begins with "it".',
        TEXT,
      ),
      why: describeSchema('With an id: why it is asked.', TEXT),
      source: describeSchema('With an id: where it is asked, and how strongly.', TEXT),
      requirement: describeSchema(
        'With an id, or in a row of a service: what it proves. Of a common row bindings.yaml may bind another.',
        TEXT,
      ),
      convention: describeSchema('With an id: no standard asks it.', constant(true)),
    }),
  ),
);

const LAW_OR_CHECK = { type: ['string', 'object'], ...conditional({ type: 'string' }, NAME, CHECK) };
const EXPECT = describeSchema(
  'What has to follow: accepted, { refused: kind }, { rule: id, with: parameters }, or a list of several, which may name laws of the file.',
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
  method: describeSchema('Another method.', TEXT),
  path: describeSchema('Another path below the base address.', TEXT),
  identifier: describeSchema('Value of the last parameter of the path, in place of the record’s own.', text()),
  identifierEnd: describeSchema(
    'What is written behind the value of the last parameter of the path: the record’s own goes on.',
    text(),
  ),
  headers: describeSchema(
    'Request headers, each with its value; null leaves out one that is sent otherwise.',
    map(JSON_VALUE, { keys: HEADER }),
  ),
  query: describeSchema('Query parameters, in order; a list sends one more than once.', map(JSON_VALUE)),
  page: describeSchema(
    'Of a list: the page that is asked for, as pagination.yaml says how.',
    schema<unknown>({ type: ['string', 'integer'] }),
  ),
  size: describeSchema(
    'Of a list: how many records a page are asked for.',
    schema<unknown>({ type: ['string', 'integer'] }),
  ),
  token: describeSchema(
    'Which access token is sent: none, other (of another organisation), or one of the faulty ones of docs/catalogue.md.',
    TEXT,
  ),
  body: describeSchema(
    'Another body.',
    partial(
      {
        json: describeSchema('Sent as JSON.', JSON_VALUE),
        text: describeSchema('Sent as it stands, declared as JSON.', text()),
        fill: describeSchema(
          'What stands that many times in place of the one … of the text, or without a text after the first bracket of the valid JSON body.',
          object({
            text: describeSchema('What is repeated.', text()),
            times: describeSchema(
              'How often; past-the-limit: an eighth more than the body of a request may have (bodyLimit).',
              schema<unknown>({
                title: 'a whole number above 0, or past-the-limit',
                anyOf: [integer({ minimum: 1 }), constant('past-the-limit')],
              }),
            ),
          }),
        ),
        nested: describeSchema('Arrays inside arrays, that deep.', integer({ minimum: 2 })),
        spoilt: describeSchema(
          'The good JSON text, spoilt as no serialiser would.',
          choice('truncated', 'trailing-comma', 'duplicate-member', 'byte-order-mark'),
        ),
      },
      { minProperties: 1 },
    ),
  ),
  correlation: describeSchema('Value of the correlation id; null leaves it out.', JSON_VALUE),
  times: describeSchema('Sent that many times at once.', integer({ minimum: 2 })),
  set: describeSchema(
    'Members of the record and their values: literal, a directive such as { $today: 2 }, or { $make: name }.',
    map(JSON_VALUE),
  ),
  remove: describeSchema('Members of the record that are left out.', list(TEXT, { minItems: 1 })),
  form: describeSchema(
    'Of a token request: the parameters of its form.',
    partial({
      set: describeSchema('Parameters and their values.', map(JSON_VALUE)),
      remove: describeSchema('Parameters that are left out.', list(TEXT, { minItems: 1 })),
      repeat: describeSchema('Parameters that are sent twice.', list(TEXT, { minItems: 1 })),
      written: describeSchema('`json`: as members of an object, and declared so.', choice('json')),
    }),
  ),
  assertion: describeSchema(
    'Of a token request: what is done to the good assertion of token.yaml.',
    partial({
      as: describeSchema('Who asks.', choice('other', 'unlinked', 'elsewhere')),
      signer: describeSchema(
        'Whose key signs it, and whose `kid` its header has; the claims are those of who asks.',
        choice('other', 'unlinked', 'elsewhere'),
      ),
      header: describeSchema('Parameters of the JOSE header and their values.', map(JSON_VALUE)),
      claims: describeSchema(
        'Claims and their values. { $now: seconds } is a time from now; plus and minus add what token.yaml says of skew and lifetime.',
        map(JSON_VALUE),
      ),
      remove: describeSchema(
        'What is left out.',
        partial({ header: list(TEXT, { minItems: 1 }), claims: list(TEXT, { minItems: 1 }) }, { minProperties: 1 }),
      ),
      twice: describeSchema(
        'A claim that stands twice: first with this value, then with the right one.',
        schema<unknown>({ type: 'object', minProperties: 1, maxProperties: 1 }),
      ),
      signature: describeSchema(
        'How it is signed, where not by the right key with the algorithm of token.yaml. right-key: as the replaced `alg` says.',
        choice('absent', 'right-key', 'other-key', 'public-key-as-secret', 'of-other-claims'),
      ),
      again: describeSchema('It is the very one that this earlier step sent.', TEXT),
      'key-in-header': describeSchema(
        'Header parameter that brings the key that it is signed with: jku, x5u or jwk.',
        TEXT,
      ),
      written: describeSchema(
        'The compact form is spoilt.',
        choice('padding', 'space', 'two-parts', 'four-parts', 'json', 'claims-list', 'claims-text'),
      ),
    }),
  ),
  via: describeSchema('Transport that must carry it.', choice('undici', 'socket')),
  success: describeSchema(
    'Statuses that count as a success of this step, where they are not those of the operation.',
    STATUSES,
  ),
  raw: describeSchema(
    'What is wrong with the text of the request, which is written to a socket as it is.',
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
    passive: describeSchema(
      'Whether the rules over every answer judge this one, where that is not as for the row.',
      FLAG,
    ),
    make: describeSchema(
      'Creates a record: with its required fields (least), or with every field (full).',
      choice('least', 'full'),
    ),
    of: describeSchema('Endpoint of the record that is created, where it is not that of the operation.', TEXT),
    items: describeSchema(
      'Creates several records in one request: the fields that are set in each.',
      list(map(JSON_VALUE), { minItems: 2 }),
    ),
    on: describeSchema(
      'Sends the operation to the record of this step; an update has the fields of set and no others.',
      NAME,
    ),
    read: describeSchema('Reads the record of this step.', NAME),
    list: describeSchema('Fetches the list that the record of this step belongs to.', NAME),
    delete: describeSchema('Deletes the record of this step.', NAME),
    together: describeSchema('Sent at the same time as this step, which is the one before it.', NAME),
  }),
);

const PAGES = parts.define(
  'pages',
  partial({
    add: describeSchema('Number of records that are created.', JSON_VALUE),
    remove: describeSchema('Deletes the first or the last record that the case created.', choice('first', 'last')),
    page: describeSchema('A position from 1, every page, or the first few.', JSON_VALUE),
    size: describeSchema('Records a page.', JSON_VALUE),
    alone: describeSchema('Sends the page or the size without the other one.', constant(true)),
    token: describeSchema('Which access token is sent.', TEXT),
    onward: describeSchema('Follows the links of the last page too.', choice('links')),
  }),
);

/** Properties of a row and of each of its variants. */
const TRY_PROPERTIES = {
  ...CHANGE_PROPERTIES,
  when: describeSchema('What is done, in words: the title of the case. It may hold {names} of each.', TEXT),
  asks: describeSchema('What is to happen, in words: the title of the check. Default: when.', TEXT),
  requirement: describeSchema('Requirement that it proves unless bindings.yaml binds another.', TEXT),
  each: describeSchema(
    'A check for every value: by name either a selector of docs/catalogue.md, fields that it gives and that fit ({ from, type, has }), or a list of literal values. {name} stands for the value wherever a text of the row has it, and ends the id of the check.',
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
  key: describeSchema('End of the id of the check, in place of the values of each; "" for none.', text()),
  apart: describeSchema(
    'Below a parent of its own where records hang on one: another record there may be refused for a reason of its own.',
    FLAG,
  ),
  undo: describeSchema('false: what it may make is not removed afterwards.', FLAG),
  passive: describeSchema('false: the rules over every answer do not judge this one.', FLAG),
  collection: describeSchema(
    'Steps on the pages of a list, by name. With add the case fills a list of its own; without it, it fetches the list as it is.',
    map(PAGES, { keys: NAME, minProperties: 1 }),
  ),
  applies: APPLIES,
  expect: EXPECT,
  steps: describeSchema(
    'Several steps, in order, each a change of the good request, or what happens to a record before or after it.',
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
      'Several of the same kind: by name, what is done in each. The name ends the id of the check unless each or key does.',
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
  'contracts/common/<catalogue>.yaml; docs/catalogue.md',
  object(
    {
      catalogue: describeSchema('Its name, that of the file.', NAME),
      cases: describeSchema('Rows by id.', map(ROW, { keys: ROW_ID, minProperties: 1 })),
    },
    {
      aspect: describeSchema('Part of the name of the groups of its cases. Default: the name of the catalogue.', NAME),
      groups: describeSchema(
        'How groups run beside others, by name.',
        map(
          describeSchema(
            'Of one group.',
            partial({
              alone: describeSchema(
                'Nothing else of its service and version runs meanwhile, where the operation has these capabilities.',
                map(JSON_VALUE),
              ),
              'in-turn': describeSchema(
                'Its cases run one after the other, and one that changed something is the last.',
                constant(true),
              ),
            }),
          ),
          { keys: NAME },
        ),
      ),
      applies: APPLIES,
      also: describeSchema(
        'Rows of other files that are tried on the operations of this one too, by id, with what is done (their when). With it no other row of them is, so that the file holds the whole.',
        map(text(), { minProperties: 1 }),
      ),
      expect: EXPECT,
      laws: describeSchema(
        'What has to follow, by name, for the rows of this file that name it under expect.',
        map(CHECK, { keys: NAME, minProperties: 1 }),
      ),
      answers: describeSchema(
        'What is judged of every answer, whatever was asked: rows by the id of the judge.',
        map(ANSWER, { keys: ROW_ID, minProperties: 1 }),
      ),
    },
  ),
);

export const CATALOGUE_FILE = schemaFile('Plumbline: what is tried on any service', CATALOGUE, parts);

const OWN_CATALOGUE = describeSchema(
  'contracts/<service>/catalogue.yaml',
  partial(
    {
      off: describeSchema(
        'Rows of the common catalogue that are not tried on this service, each with the reason, which the report shows.',
        map(TEXT),
      ),
      add: describeSchema(
        'Rows of its own, by id, in the form of the common ones. Each names its requirement.',
        map(ROW, { keys: ROW_ID }),
      ),
    },
    { minProperties: 1 },
  ),
);

export const OWN_CATALOGUE_FILE = schemaFile(
  'Plumbline: what is tried on this service beyond the common catalogue, and what is not',
  OWN_CATALOGUE,
);
