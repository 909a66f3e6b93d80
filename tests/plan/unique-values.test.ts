/** Values that no other record may have are made as the contract says that they look. */
import { expect, test } from 'vitest';
import type { Field } from '../../src/load/model.ts';
import { longestUnique, uniqueTextValue, validValue } from '../../src/plan/values.ts';

const at = { file: 'books.yaml', line: 3, column: 5 };
const made = (more: Partial<Field>): unknown =>
  validValue({ name: 'code', type: 'string', required: true, unique: true, at, ...more } as Field, {});

test.each<[string, Partial<Field>, unknown]>([
  ['a text', {}, { $unique: 10 }],
  ['a text that matches as it is', { pattern: '^[a-z0-9]+$', maxLength: 6 }, { $unique: 5 }],
  ['digits', { pattern: '^\\d{9}$' }, { $digits: 9 }],
  [
    'a name in the owner’s domain',
    { pattern: '^[a-z0-9-]+\\.example\\.$', example: 'plumb.example.' },
    { $unique: '**********.example.' },
  ],
  [
    'a part as long as it was',
    { pattern: '^[A-Z]-[a-z0-9]{4}$', example: 'S-10ab', maxLength: 6 },
    { $unique: 'S-****' },
  ],
  ['a number in a text', { pattern: '^[A-Z]{2}-[0-9]{3}$', example: 'AB-100' }, { $unique: 'AB-###' }],
  ['an address of mail', { type: 'email', example: 'ada@corp.example' }, { $unique: '**********@corp.example' }],
  ['an address of mail of ours', { type: 'email' }, { $unique: '**********@partner.example' }],
  ['an address', { type: 'uri', example: 'https://corp.example/a/' }, { $unique: 'https://corp.example/a/**********' }],
  ['a number', { type: 'integer', minimum: 5, maximum: 9 }, { $integer: { from: 5, to: 9 } }],
])('%s', (_what, field, value) => {
  expect(made(field)).toEqual(value);
});

test('where none can be made, an example is asked for at the field', () => {
  expect(() => made({ pattern: '^[A-Z]{3}$', example: 'ABC' })).toThrow(
    'books.yaml:3:5: field "code" is unique and has a pattern, but no example with a part that can vary',
  );
});

test.each<[string, Partial<Field>, unknown]>([
  ['any letters and digits', { maxLength: 30 }, { $unique: 20 }],
  [
    'the part of the example that the pattern leaves to others',
    { pattern: '^[A-Z0-9]{5}$', example: 'CODE1' },
    { $unique: '#####' },
  ],
  ['an address', { type: 'email', example: 'ada@corp.example' }, { $unique: '**********@corp.example' }],
])('a text of its own is %s', (_what, more, value) => {
  const field = { name: 'code', type: 'string', required: true, unique: true, at, ...more } as Field;
  expect(uniqueTextValue(field)).toEqual(value);
});

test.each<[string, Partial<Field>, unknown]>([
  ['a text', {}, { $unique: 20 }],
  ['one whose pattern has no small letters', { pattern: '^[A-Z0-9-]+$' }, { $unique: '#'.repeat(20) }],
  ['one that begins with letters', { pattern: '^[A-Z]{10}[A-Z0-9]+$' }, { $unique: 'AAAAAAAAAA##########' }],
  ['one that has letters alone', { pattern: '^[A-Z]+$' }, undefined],
  ['an address of mail', { type: 'email' }, { $unique: '*******@aaaa.example' }],
])('the longest of %s', (_what, more, value) => {
  const field = { name: 'code', type: 'string', required: true, unique: true, maxLength: 20, at, ...more } as Field;
  expect(longestUnique(field)).toEqual(value);
});
