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
import { caseStep, showResult } from './show.ts';
import { parseUse } from './use.ts';

/** Result of a group. */
export interface SentGroup {
  /** Record for the report. */
  readonly record: Buffer;
  /** Shows the result as steps of the test. Throws if a check fails or none could be judged. */
  readonly show: () => Promise<void>;
}

/** Sends a planned group through Playwright's request context, and judges it. */
export type Contract = (group: GroupName) => Promise<SentGroup>;

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
      await use((entry) => {
        const done = lab.run({
          entry,
          test,
          use: options,
          // Playwright adds the options of `use` within a test.
          open: (given) => playwright.request.newContext(given),
          stop: over.signal,
          aroundCase: caseStep,
        });
        running.push(done);
        return done.then(({ group, record, waivers }) => ({
          record: packRecord(record),
          show: () => showResult(record, group, waivers),
        }));
      });
      // A test with a timeout may leave its group unfinished.
      over.abort();
      await Promise.allSettled(running);
    },
    { timeout: 0, box: true },
  ],
});
