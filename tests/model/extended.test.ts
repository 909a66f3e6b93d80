import { expect, test } from 'vitest';
import { mergeObjects } from '../../src/model/objects.ts';

test('what is extended is as a spread makes it, in the same order, and stays as it is itself', () => {
  const mark = Symbol('mark');
  const whole = Object.freeze({ name: 'a', note: 1, [mark]: true });
  const made = mergeObjects(whole, { note: 2, more: [3] });
  expect(made).toEqual({ ...whole, note: 2, more: [3] });
  expect(Object.keys(made)).toEqual(['name', 'note', 'more']);
  expect(whole).toEqual({ name: 'a', note: 1, [mark]: true });
});
