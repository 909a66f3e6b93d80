/** The projects of the examples are as sound as ours. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { lintAll } from '../../src/lint/lint-project.ts';
import { ROOT } from '../plan/support.ts';

test.each(['library', 'notes', 'depot', 'archive', 'orders', 'verdaccio', 'prometheus'])('%s', (name) => {
  const folder = path.join(ROOT, 'examples', name);
  expect(lintAll(folder, [folder]).problems).toEqual([]);
});
