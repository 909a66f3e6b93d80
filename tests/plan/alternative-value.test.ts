/** A second good value of a field: another than the first, and as the contract allows it. */
import { expect, test } from 'vitest';
import type { Field } from '../../src/load/model.ts';
import { alternativeValue } from '../../src/plan/alternative-value.ts';

const field = (more: object): Field => ({ name: 'it', required: true, ...more }) as unknown as Field;

test.each<readonly [what: string, field: object, another: unknown]>([
  ['a number', { type: 'integer' }, 2],
  ['a number whose example is the usual one', { type: 'integer', minimum: 1, example: 2 }, 3],
  ['a number at its end', { type: 'integer', minimum: 1, maximum: 2, example: 2 }, 1],
  ['a decimal that is too large as it is usual', { type: 'decimal', minimum: 0, maximum: 1, example: 0.5 }, 0],
  ['a decimal without decimals', { type: 'decimal', decimals: 0 }, 3],
  ['a decimal of which few are allowed', { type: 'decimal', minimum: 0, maximum: 1, decimals: 1 }, 0],
  [
    'a record inside',
    {
      type: 'object',
      fields: [
        { name: 'city', type: 'string', required: false, maxLength: 20 },
        { name: 'number', type: 'integer', required: true },
        { name: 'seen', type: 'integer', required: true, readOnly: true },
      ],
    },
    { city: 'Changed', number: 2 },
  ],
  [
    'a record inside that is shown',
    {
      type: 'object',
      example: { number: 7 },
      fields: [
        { name: 'city', type: 'string', required: false, maxLength: 20 },
        { name: 'number', type: 'integer', required: true },
      ],
    },
    { number: 2 },
  ],
  ['a boolean', { type: 'boolean' }, false],
  ['a boolean that is false', { type: 'boolean', example: false }, true],
  ['a code', { type: 'code', values: ['a', 'b', 'c'] }, 'b'],
  ['a code whose example is the second', { type: 'code', values: ['a', 'b', 'c'], example: 'b' }, 'c'],
  ['a date', { type: 'date', example: '2024-03-02' }, '2024-03-01'],
  ['digits', { type: 'string', pattern: '^\\d{4}$', example: '1234' }, '2345'],
  ['a text of any signs', { type: 'string', pattern: '^[A-Z0-9]{3}$', example: 'ABC' }, 'AB1'],
  ['a text of letters', { type: 'string', pattern: '^[A-Z]{2}-[A-Z]{3}$', example: 'SE-YST' }, 'SE-YSA'],
  [
    'a moment',
    { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$', example: '2027-05-01T08:30:00Z' },
    '2027-05-01T08:30:01Z',
  ],
  ['records inside that need not be there', { type: 'objects', fields: [] }, []],
  [
    'records inside, of which there is one at least',
    {
      type: 'objects',
      minItems: 1,
      fields: [
        { name: 'sku', type: 'string', required: true, pattern: '^[A-Z]-\\d$', example: 'A-1' },
        { name: 'number', type: 'integer', required: true, readOnly: true },
        { name: 'note', type: 'string', required: false },
      ],
    },
    [{ sku: 'A-2' }],
  ],
])('of %s', (_what, given, another) => {
  expect(alternativeValue(field(given))).toEqual(another);
});
