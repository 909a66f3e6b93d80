import { test } from 'vitest';

/** `npm test` sets TEST_PART: of tests that take long it runs a part, always the same one. `npm run test:all` and vitest by hand run all. */
export function everyNth<T>(all: readonly T[], n: number): readonly T[] {
  return process.env['TEST_PART'] === undefined ? all : all.filter((_, index) => index % n === 0);
}

/** A test that `npm test` skips, for rare paths that cost many seconds. */
export const testOfAll = test.skipIf(process.env['TEST_PART'] !== undefined);
