/** Values of decimals are within what is said of them: the good one, another one, and one that is too fine. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Field } from '../../src/load/model.ts';
import { alternativeValue } from '../../src/plan/alternative-value.ts';
import { invalidValue, validValue } from '../../src/plan/values.ts';

const bounded = fc
  .record({
    decimals: fc.integer({ min: 0, max: 4 }),
    least: fc.integer({ min: -500, max: 500 }),
    width: fc.integer({ min: 2, max: 500 }),
    has: fc.constantFrom('none', 'minimum', 'maximum', 'both'),
  })
  .map(({ decimals, least, width, has }) => ({
    name: 'it',
    type: 'decimal',
    required: true,
    decimals,
    ...(has === 'minimum' || has === 'both' ? { minimum: least } : {}),
    ...(has === 'maximum' || has === 'both' ? { maximum: least + width } : {}),
  })) as unknown as fc.Arbitrary<Extract<Field, { readonly type: 'decimal' }>>;

const decimalsOf = (value: unknown): number => (String(value).split('.')[1] ?? '').length;

test('a good one and another one are within the bounds, have no more decimals than they may have, and differ', () => {
  fc.assert(
    fc.property(bounded, (field) => {
      const values = [validValue(field, {}), alternativeValue(field)].map(Number);
      for (const value of values) {
        expect(value).toBeGreaterThanOrEqual(field.minimum ?? value);
        expect(value).toBeLessThanOrEqual(field.maximum ?? value);
        expect(decimalsOf(value)).toBeLessThanOrEqual(field.decimals ?? 2);
      }
      expect(values[0]).not.toBe(values[1]);
    }),
  );
});

test('one that is too fine is within the bounds all the same', () => {
  fc.assert(
    fc.property(bounded, (field) => {
      const value = invalidValue(field);
      if (value === undefined) return;
      expect(decimalsOf(value)).toBe((field.decimals ?? 2) + 1);
      expect(Number(value)).toBeGreaterThanOrEqual(field.minimum ?? Number(value));
      expect(Number(value)).toBeLessThanOrEqual(field.maximum ?? Number(value));
    }),
  );
});
