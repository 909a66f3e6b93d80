/** Property: a draft of any OpenAPI document is a project without problems, or there is one message about the document. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BadInput } from '../../src/errors.ts';
import { draftContract } from '../../src/init/draft.ts';
import { newProject } from '../../src/init/project.ts';
import { parseApiDocument } from '../../src/openapi/document.ts';
import { findRule } from '../../src/rules/registry.ts';
import { everyNth } from '../part.ts';

const RUNS = everyNth(Array.from({ length: 600 }), 10).length;
const NAMES = [
  'id',
  'name',
  'a/b',
  '',
  '-x',
  'straße',
  '__proto__',
  'constructor',
  'a b',
  'page',
  'total',
  '1',
  '$ref',
];
const name = fc.oneof(fc.constantFrom(...NAMES), fc.string({ maxLength: 6 }));
const number = fc.oneof(fc.integer({ min: -5, max: 400 }), fc.constantFrom(0, 1e21, 2 ** 60, 0.5));

const text = fc.record(
  {
    type: fc.constant('string'),
    minLength: number,
    maxLength: number,
    pattern: fc.constantFrom('^a+$', '\\d{3}', '[', '^(a+)+$', '(?<x>a)'),
    format: fc.constantFrom('date', 'date-time', 'uuid', 'email', 'uri', 'binary', 'other'),
    example: fc.oneof(fc.string(), number),
    enum: fc.array(fc.oneof(fc.string({ maxLength: 4 }), fc.constant(null), number), { maxLength: 3 }),
    description: fc.constantFrom('unique', 'other'),
  },
  { requiredKeys: ['type'] },
);
const amount = fc.record(
  {
    type: fc.constantFrom('integer', 'number'),
    minimum: number,
    maximum: number,
    exclusiveMinimum: fc.oneof(number, fc.boolean()),
    multipleOf: number,
    example: fc.oneof(number, fc.string({ maxLength: 3 })),
    default: number,
  },
  { requiredKeys: ['type'] },
);
const other = fc.constantFrom<object[]>(
  { type: 'boolean' },
  {},
  { type: 'null' },
  { const: 'x' },
  { const: 3 },
  { type: ['string', 'null'] },
  { $ref: '#/components/schemas/A' },
  { $ref: '#/components/schemas/B' },
);
const leaf = fc.oneof<fc.Arbitrary<object>[]>(text, amount, other);

const { object } = fc.letrec<{ any: object; object: object }>((tie) => ({
  any: fc.oneof<fc.Arbitrary<object>[]>(
    { depthSize: 'small' },
    leaf,
    tie('object'),
    fc.record(
      { type: fc.constant('array'), items: tie('any'), minItems: number, maxItems: number, uniqueItems: fc.boolean() },
      { requiredKeys: ['type'] },
    ),
    fc.record({ anyOf: fc.array(tie('any'), { maxLength: 3 }) }),
    fc.record({ oneOf: fc.array(tie('any'), { maxLength: 3 }), nullable: fc.boolean() }),
    fc.record({ allOf: fc.array(tie('any'), { maxLength: 3 }) }),
  ),
  object: fc.record(
    {
      type: fc.constant('object'),
      required: fc.array(name, { maxLength: 3 }),
      properties: fc.dictionary(
        name,
        fc.tuple(tie('any'), fc.boolean()).map(([schema, readOnly]) => (readOnly ? { ...schema, readOnly } : schema)),
        { maxKeys: 5 },
      ),
      additionalProperties: fc.oneof(fc.boolean(), tie('any')),
      unevaluatedProperties: fc.boolean(),
    },
    { requiredKeys: ['type', 'properties'] },
  ),
}));

const parameter = fc.record({
  name: fc.oneof(name, fc.constantFrom('page', 'limit', 'offset', 'cursor', 'sort', 'filter[name]')),
  in: fc.constantFrom('query', 'header', 'path', 'cookie'),
  required: fc.boolean(),
  schema: leaf,
});
const MEDIA = ['application/json', 'application/merge-patch+json', 'multipart/form-data', 'text/plain'];
const content = (types: readonly string[], schema: fc.Arbitrary<object>): fc.Arbitrary<object> =>
  fc
    .tuple(fc.constantFrom(...types), schema)
    .map(([type, one]) => ({ description: '', content: { [type]: { schema: one } } }));
const responses = fc.dictionary(
  fc.constantFrom('200', '201', '204', '400', '404', '409', '4XX', 'default'),
  fc.oneof(
    fc.constant({ description: '' }),
    content(['application/json'], object),
    content(
      ['application/json'],
      object.map((items) => ({ type: 'array', items })),
    ),
  ),
  { minKeys: 1, maxKeys: 3 },
);
const operation = fc.record(
  {
    operationId: name,
    parameters: fc.array(parameter, { maxLength: 3 }),
    requestBody: content(MEDIA, object),
    responses,
  },
  { requiredKeys: ['responses'] },
);
const SEGMENTS = [
  'books',
  '{id}',
  '{book_id}',
  'lend',
  'authors',
  '{id}:run',
  '',
  'a.b',
  '-z',
  '9',
  '{a b}',
  'é',
  'errors',
  'token',
];
const path = fc
  .array(fc.constantFrom(...SEGMENTS), { minLength: 1, maxLength: 4 })
  .map((parts) => `/${parts.join('/')}`);
const document = fc.record({
  openapi: fc.constantFrom('3.0.3', '3.1.0'),
  info: fc.record({ title: fc.string({ maxLength: 10 }), version: fc.oneof(fc.string({ maxLength: 5 }), number) }),
  servers: fc.constantFrom<object[][]>([], [{ url: 'http://127.0.0.1:1' }], [{ url: '/v1' }]),
  components: fc.record({ schemas: fc.record({ A: object, B: object }) }),
  paths: fc.dictionary(path, fc.dictionary(fc.constantFrom('get', 'put', 'post', 'delete', 'patch'), operation), {
    maxKeys: 5,
  }),
});

test('a draft of a generated document has no problems, unless the document has no operation to draft', () => {
  fc.assert(
    fc.property(document, (data) => {
      const draft = draftContract(parseApiDocument(JSON.stringify(data), 'openapi.json'), 'service');
      try {
        newProject(draft, { service: 'service', spec: '1', source: 'openapi.json', headers: [] }, findRule);
      } catch (error) {
        expect(error).toBeInstanceOf(BadInput);
        expect((error as BadInput).problems).toMatchObject([{ code: 'nothing-to-draft' }]);
      }
    }),
    { numRuns: RUNS, seed: 1 },
  );
});
