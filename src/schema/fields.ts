/** Fields of a resource in an endpoint contract. */
import {
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
  pick,
  reference,
  text,
  when,
  type ObjectOf,
} from './builder.ts';
import { MEMBER, NAME, RANGE_PROPERTIES, TEXT, changeOf, changesOf } from './common.ts';

export const FIELD_DEFINITIONS = new Definitions('endpoint');

export const FIELD_TYPES = [
  'string',
  'code',
  'integer',
  'decimal',
  'boolean',
  'date',
  'uid',
  'uri',
  'email',
  'codes',
  'object',
  'objects',
  'list',
  'json',
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** Kinds of fault in a value that a service may report with an identifier of its own. */
const FAULT_KINDS = [
  'missing',
  'null',
  'type',
  'too-long',
  'too-short',
  'pattern',
  'list',
  'decimals',
  'range',
  'date',
  'future',
  'order',
  'duplicate',
  'reference',
] as const;

/** Limits of values, which parameters have as well as fields. */
export const LIMIT_PROPERTIES = {
  minimum: describeSchema('Smallest value.', number()),
  maximum: describeSchema('Largest value.', number()),
  minLength: describeSchema('Minimum number of characters.', integer({ minimum: 0, maximum: 100_000 })),
  maxLength: describeSchema(
    'Maximum number of characters. Values of this length are generated and sent, so the maximum itself is limited.',
    integer({ minimum: 1, maximum: 100_000 }),
  ),
  pattern: describeSchema('Regular expression for the whole value.', text({ format: 'regex' })),
  values: describeSchema(
    'Allowed values. Quote codes that look like numbers.',
    list(TEXT, { minItems: 1, uniqueItems: true }),
  ),
};

const TYPE = describeSchema(
  'code: one of `values`. codes: an array of distinct `values`. object: an object with `fields`. objects: an array of such objects. list: an array of plain values as described by `of`. uid: a positive integer. json: any JSON value.',
  choice(...FIELD_TYPES),
);

/** Properties of fields and of list entries. */
const PROPERTIES = {
  ...LIMIT_PROPERTIES,
  required: describeSchema('A create without this field is rejected. Default: false.', FLAG),
  element: describeSchema('Data element number, such as E313. An error may name the field by it.', TEXT),
  decimals: describeSchema('Maximum number of decimals, for type decimal.', integer({ minimum: 0 })),
  minItems: describeSchema('Minimum number of entries.', integer({ minimum: 0 })),
  maxItems: describeSchema('Maximum number of entries.', integer({ minimum: 1 })),
  uniqueItems: describeSchema('The entries of the list are distinct, for type list.', FLAG),
  references: describeSchema('Endpoint whose record this field refers to.', NAME),
  unique: describeSchema('The value is unique among all records.', FLAG),
  usual: describeSchema(
    'An optional field that every valid request includes. A separate case tests the request without it.',
    FLAG,
  ),
  distinct: describeSchema(
    'Differs between the records of one batch, because it is part of a key of several fields.',
    FLAG,
  ),
  sumOf: describeSchema(
    '`endpoint.field`: the value is the sum of that field over the records of that endpoint with the same parent.',
    text({ pattern: '^[a-z0-9-]+\\.[a-z0-9_]+$' }),
  ),
  notAfterToday: describeSchema('Today is the latest allowed date.', FLAG),
  notBefore: describeSchema('Name of a date field; this date is not before that one.', MEMBER),
  place: describeSchema(
    'Place of the value relative to the record, if it is not a field of the record: a relative JSON pointer. 1/id is the field id next to the record.',
    text({ title: 'relative JSON pointer', pattern: '^[1-9](/([^~/]|~0|~1)*)+$' }),
  ),
  readOnly: describeSchema('In responses, never in requests.', FLAG),
  writeOnly: describeSchema('In requests, never in responses.', FLAG),
  patchable: describeSchema(
    'false: a PATCH cannot change it. With `readOnly`: no update changes it. Default: true.',
    FLAG,
  ),
  nullable: describeSchema('Null is an allowed value in requests and responses. Default: false.', FLAG),
  inAnswers: describeSchema(
    'Whether every response with the record includes the field. Default: always for required and read-only fields, sometimes for optional ones.',
    choice('always', 'sometimes'),
  ),
  example: describeSchema('A valid value. Default: generated from the type.', JSON_VALUE),
  codes: describeSchema(
    `Error code that the service returns for this field, by kind of fault, in quotes: ${FAULT_KINDS.join(', ')}. A returned code begins with this text.`,
    map(TEXT, {
      keys: choice(...FAULT_KINDS),
    }),
  ),
};

const ENTRY = FIELD_DEFINITIONS.define(
  'entry',
  object(
    {
      type: describeSchema(
        'Type of an entry. code: one of `values`.',
        choice('string', 'code', 'integer', 'decimal', 'boolean', 'date', 'uid', 'uri', 'email'),
      ),
    },
    { ...LIMIT_PROPERTIES, ...pick(PROPERTIES, 'decimals', 'notAfterToday', 'nullable', 'example', 'codes') },
    when('type', constant('code'), { required: ['values'] }),
  ),
);
const CHANGEABLE = {
  ...PROPERTIES,
  of: describeSchema('Type of each entry, for type list: { type: string, maxLength: 20 }.', ENTRY),
};

const FIELD_CHANGE = FIELD_DEFINITIONS.define(
  'fieldChange',
  changeOf({ type: TYPE, ...CHANGEABLE }, [
    'element',
    'minLength',
    'maxLength',
    'pattern',
    'minimum',
    'maximum',
    'decimals',
    'minItems',
    'maxItems',
    'references',
    'sumOf',
    'notBefore',
    'example',
    'codes',
  ]),
);

const FIELD_PROPERTIES = {
  ...CHANGEABLE,
  shown: describeSchema('The documents show this field, so it does not depend on `fieldsFrom`. Default: false.', FLAG),
  sensitive: describeSchema('Masked wherever exchanges are recorded.', FLAG),
  ...RANGE_PROPERTIES,
  changes: changesOf(FIELD_CHANGE),
};

/** A field as it is written. */
export interface RawField extends ObjectOf<{ type: typeof TYPE }, typeof FIELD_PROPERTIES> {
  readonly fields?: RawFields;
}
export type RawFields = Readonly<Record<string, RawField>>;

export const FIELDS = reference<RawFields>('endpoint', 'fields');
const FIELD = FIELD_DEFINITIONS.define(
  'field',
  object(
    { type: TYPE },
    {
      ...FIELD_PROPERTIES,
      fields: describeSchema('Fields of the object or of each entry, for types object and objects.', FIELDS),
    },
    {
      allOf: [
        when('type', choice('code', 'codes'), { required: ['values'] }),
        when('type', choice('object', 'objects'), { required: ['fields'] }),
        when('type', constant('list'), { required: ['of'] }),
      ],
    },
  ),
);
FIELD_DEFINITIONS.define('fields', map(FIELD, { keys: MEMBER }));
