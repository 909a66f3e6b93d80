/**
 * The project's own tests. `npx vitest run --project unit` needs no process but its own; `--project slow` starts the real
 * runner and the command line. `npm test` sets TEST_PART and runs a fixed part of the slow ones; `npm run test:all` runs all.
 * No test waits on a clock that a busy machine breaks.
 */
import { defineConfig } from 'vitest/config';

const SLOW = ['tests/run/**/*.test.ts', 'tests/cli/**/*.test.ts'];

/** Slow tests of every change: harm to a service, leaks of secrets, wrong decisions, and each command once. */
const PART = [
  'run/canaries',
  'run/ci-commands',
  'run/faults',
  'run/harmless',
  'run/intermittent',
  'run/leaks',
  'run/makes',
  'run/no-harm',
  'run/outage',
  'run/part',
  'run/progress',
  'run/put-back',
  'run/rejected-with-500',
  'run/secrets',
  'run/stopped-service',
  'run/suites',
  'run/unseen',
  'run/verify-deleted',
  'run/wanted-types',
  'run/whole-run',
  'cli/explain',
  'cli/help',
  'cli/init',
  'cli/lint',
  'cli/openapi',
  'cli/plan',
  'cli/preflight',
].map((name) => `tests/${name}.test.ts`);

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
          setupFiles: [SETUP, '/tmp/m/cpu.ts'],
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
          include: process.env['TEST_PART'] === undefined ? SLOW : PART,
          globalSetup: KEYS,
          setupFiles: [SETUP, '/tmp/m/cpu.ts'],
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
