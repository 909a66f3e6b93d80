/** What a contract says of the members of answers: which are always there, which may be null, and whether others may be. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import type { Field } from '../../src/load/model.ts';
import { recordSchema } from '../../src/plan/response-schema.ts';

const at = { file: 'books.yaml', line: 1, column: 1 };
const field = (more: Partial<Field>): Field =>
  ({ name: 'pages', type: 'integer', required: false, at, ...more }) as Field;

const taken = (more: Partial<Field>, body: object, isOpen = false): boolean =>
  new Ajv2020({ strict: false }).validate(recordSchema([field(more)], isOpen), body);

test.each<[string, Partial<Field>, object, boolean]>([
  ['an optional member may be left out', {}, {}, true],
  ['and is not null', {}, { pages: null }, false],
  ['but where null is a value', { nullable: true }, { pages: null }, true],
  ['which is not one of another type', { nullable: true }, { pages: 'none' }, false],
  ['null is one of the codes too', { type: 'code', values: ['a'], nullable: true }, { pages: null }, true],
  ['what is read-only is always there', { readOnly: true }, {}, false],
  ['but where answers may be without it', { readOnly: true, inAnswers: 'sometimes' }, {}, true],
  ['so with what is required', { required: true }, {}, false],
  ['where answers may be without it too', { required: true, inAnswers: 'sometimes' }, {}, true],
  ['what is optional is there where that is promised', { inAnswers: 'always' }, {}, false],
])('%s', (_words, more, body, isTaken) => {
  expect(taken(more, body)).toBe(isTaken);
});

test('members that no contract names are taken where answers are open, also in the entries of a list', () => {
  const parts: Partial<Field> = { type: 'objects', fields: [field({})] };
  for (const isOpen of [true, false]) {
    expect(taken({}, { pages: 1, more: 1 }, isOpen)).toBe(isOpen);
    expect(taken(parts, { pages: [{ pages: 1, more: 1 }] }, isOpen)).toBe(isOpen);
  }
});
