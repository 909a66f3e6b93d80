/**
 * The project's own tests. `npx vitest run --project unit` needs no process but its own; `--project slow` starts the real
 * runner and the command line, two files at a time. No test of either waits on a clock that a busy machine breaks.
 */
import { defineConfig } from 'vitest/config';

const SLOW = ['tests/run/**/*.test.ts', 'tests/cli/**/*.test.ts'];

const KEYS = 'tests/reference-keys.ts';
const SETUP = 'tests/setup.ts';

/** Against hanging only: a machine that is five times slower must not turn anything red. */
const PATIENCE_MS = 900_000;

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/**/*.test.ts'],
          exclude: [...SLOW, 'node_modules/**'],
          globalSetup: KEYS,
          setupFiles: SETUP,
          // Loading every module anew for each file costs more than half of the tests themselves.
          isolate: false,
          // By itself vitest leaves one of two cores idle.
          maxWorkers: 2,
          testTimeout: PATIENCE_MS,
          hookTimeout: PATIENCE_MS,
        },
      },
      {
        test: {
          name: 'slow',
          include: SLOW,
          globalSetup: KEYS,
          setupFiles: SETUP,
          isolate: false,
          pool: 'forks',
          maxWorkers: 2,
          testTimeout: PATIENCE_MS,
          hookTimeout: PATIENCE_MS,
        },
      },
    ],
  },
});
