/**
 * The project's own tests. `npx vitest run --project unit` needs no process but its own; `--project slow` starts the real
 * runner and the command line, two files at a time (all of them, but a part in `npm test`). No test of either waits on a clock that a busy machine breaks.
 */
import { readdirSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { drawnOf } from './tests/drawn.ts';

const SLOW = ['tests/run/**/*.test.ts', 'tests/cli/**/*.test.ts'];

/** By what a service, its records or its secrets could suffer, or a verdict be wrong: tried with every change. */
const ALWAYS = ['canaries', 'faults', 'harmless', 'leaks', 'makes', 'secrets', 'whole-run'];

/** Of the others that start processes a fourth, another with each commit: they take longer than everything else together. */
function slowFiles(): string[] {
  const files = ['tests/run', 'tests/cli'].flatMap((folder) =>
    readdirSync(new URL(folder, import.meta.url))
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => `${folder}/${name}`),
  );
  const isAlways = (file: string): boolean => ALWAYS.some((name) => file === `tests/run/${name}.test.ts`);
  const others = files.filter((file) => !isAlways(file));
  return [...files.filter(isAlways), ...drawnOf(others, 4, (file) => file)];
}

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
          include: slowFiles(),
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
