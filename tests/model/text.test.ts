import { expect, test } from 'vitest';
import { joinWithOr } from '../../src/model/text.ts';

test.each([
  [[], ''],
  [[400], '400'],
  [[400, 404], '400 or 404'],
  [[400, 403, 404], '400, 403 or 404'],
])('%j is joined as "%s"', (values, text) => {
  expect(joinWithOr(values)).toBe(text);
});
