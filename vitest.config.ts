/**
 * The project's own tests. `npx vitest run --project unit` takes seconds; `--project slow` starts the real runner and
 * the command line, one file after the other, so that two runs never share the machine.
 */
import { defineConfig } from 'vitest/config';

const SLOW = ['tests/run/**/*.test.ts', 'tests/smoke/**/*.test.ts', 'tests/cli/**/*.test.ts'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/**/*.test.ts'],
          exclude: [...SLOW, 'node_modules/**'],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'slow',
          include: SLOW,
          pool: 'forks',
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
