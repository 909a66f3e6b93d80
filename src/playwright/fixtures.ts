/** Playwright's `test` with the fixtures for contract tests: one context per worker, used with the options of each test. */
import {
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  test as base,
  type TestType,
} from '@playwright/test';
import { projectRoot } from '../project/package.ts';
import { settingsFromEnvironment } from '../project/settings.ts';
import { ONLY_PART } from '../model/check-scope.ts';
import { packRecord } from '../run/group-record.ts';
import type { WorkerContext } from './worker-context.ts';
import type { GroupName } from './names.ts';
import { caseStep, showResults } from './show.ts';
import type { TestScope } from './test-scope.ts';
import { parseUse } from './use.ts';

/** Results of the groups of a test. */
export interface SentGroups {
  /** Records for the report, of the groups that this test sent. */
  readonly records: readonly Buffer[];
  /** Shows the results. Throws if a failing check blocks, or if a check that could block was not judged. */
  readonly show: () => Promise<void>;
}

/** Sends planned groups through Playwright's request context, and judges them. */
export type Contract = (scope: TestScope, groups: readonly GroupName[]) => Promise<SentGroups>;

type Test = TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & { readonly contract: Contract },
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
>;

export const test: Test = base.extend<{ contract: Contract }, { lab: WorkerContext }>({
  lab: [
    async ({}, use, { config: { workers, shard }, parallelIndex }) => {
      // Imported lazily, since it is not needed to show recorded results.
      const lab = await (
        await import('./worker-context.ts')
      ).WorkerContext.open(settingsFromEnvironment(process.env, projectRoot()), {
        workers,
        worker: parallelIndex + 1,
        shard: shard === null ? ONLY_PART : { part: shard.current, parts: shard.total },
      });
      await use(lab);
      await lab.close();
    },
    // Cleanup has no timeout.
    { scope: 'worker', timeout: 0, box: true },
  ],
  contract: [
    async (
      {
        lab,
        playwright,
        baseURL,
        clientCertificates,
        contextOptions,
        extraHTTPHeaders,
        httpCredentials,
        ignoreHTTPSErrors,
        proxy,
        storageState,
        userAgent,
      },
      use,
      test,
    ) => {
      const options = parseUse({
        baseURL,
        clientCertificates,
        contextOptions,
        extraHTTPHeaders,
        httpCredentials,
        ignoreHTTPSErrors,
        proxy,
        storageState,
        userAgent,
      });
      const over = new AbortController();
      const running: Promise<unknown>[] = [];
      await use((scope, groups) => {
        const done = lab.run({
          scope,
          groups,
          test,
          use: options,
          // Playwright adds the options of `use` within a test.
          open: (given) => playwright.request.newContext(given),
          stop: over.signal,
          aroundCase: caseStep,
        });
        running.push(done);
        return done.then((judged) => ({
          records: judged.flatMap(({ record, isReused }) => (isReused ? [] : [packRecord(record)])),
          show: () => showResults(judged, scope),
        }));
      });
      // A test with a timeout may leave its group unfinished.
      over.abort();
      await Promise.allSettled(running);
    },
    { timeout: 0, box: true },
  ],
});
