import { describe, expect, expectTypeOf, test } from 'vitest';
import { omitUndefined, mapOptional } from '../../src/model/objects.ts';

interface Shown {
  readonly id: string;
  readonly note?: string;
}

describe('members that have a value', () => {
  const said = (note: string | undefined): Shown => ({ id: 'a', ...omitUndefined({ note }) });

  test('stay, and what has none is not there at all', () => {
    expect(said('yes')).toEqual({ id: 'a', note: 'yes' });
    expect(Object.keys(said(undefined))).toEqual(['id']);
  });

  test('may be null, false, nought or empty: those are values', () => {
    const all = { none: null, no: false, nought: 0, empty: '' };
    expect(omitUndefined(all)).toEqual(all);
  });

  test('keep their order, and leave what they were taken from alone', () => {
    const from = { b: 1, a: undefined, c: 2 };
    expect(JSON.stringify(omitUndefined(from))).toBe('{"b":1,"c":2}');
    expect(Object.keys(from)).toEqual(['b', 'a', 'c']);
  });

  test('are sure where their type is, and optional where it is not', () => {
    const note = 'x' as string | undefined;
    expectTypeOf(omitUndefined({ id: 'a' as string, note })).branded.toEqualTypeOf<{
      readonly id: string;
      readonly note?: string;
    }>();
    // @ts-expect-error: a member that may be missing is no string.
    const sure: { readonly note: string } = omitUndefined({ note });
    expect(sure).toEqual({ note: 'x' });
  });
});

test('what comes of a value, and nothing where there is none', () => {
  expect(mapOptional(0, (it) => it + 1)).toBe(1);
  expect(mapOptional(undefined as number | undefined, (it) => it + 1)).toBeUndefined();
  expect(JSON.stringify(omitUndefined({ a: mapOptional('x', (it) => [it]), b: mapOptional(undefined, String) }))).toBe(
    '{"a":["x"]}',
  );
});
