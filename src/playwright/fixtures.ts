/** Playwright's `test` with what contracts are tested with: kept by the worker, used by each test with its own options. */
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
import { pack } from '../run/group-record.ts';
import type { Lab } from './lab.ts';
import type { GroupName } from './names.ts';
import { caseStep, judged } from './show.ts';
import { useOf } from './use.ts';

/** What came of a group. */
export interface SentGroup {
  /** For the report. */
  readonly record: Buffer;
  /** As steps of the test; throws where something departs, or nothing could be judged. */
  readonly show: () => Promise<void>;
}

/** Sends a planned group through Playwright's request context, and judges it. */
export type Contract = (group: GroupName) => Promise<SentGroup>;

type Test = TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & { readonly contract: Contract },
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
>;

export const test: Test = base.extend<{ contract: Contract }, { lab: Lab }>({
  lab: [
    async ({}, use, { config: { workers, shard }, parallelIndex }) => {
      // What only shows what others have sent loads none of it.
      const lab = await (
        await import('./lab.ts')
      ).Lab.open(settingsFromEnvironment(process.env, projectRoot()), {
        workers,
        worker: parallelIndex + 1,
        shard: shard === null ? ONLY_PART : { part: shard.current, parts: shard.total },
      });
      await use(lab);
      await lab.close();
    },
    // What was made is removed, however long that takes.
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
      const options = useOf({
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
          // Within a test Playwright gives it the options of `use`.
          open: (given) => playwright.request.newContext(given),
          stop: over.signal,
          aroundCase: caseStep,
        });
        running.push(done);
        return done.then(({ group, record, waivers }) => ({
          record: pack(record),
          show: () => judged(record, group, waivers),
        }));
      });
      // A test that ran out of time has left its group on its way.
      over.abort();
      await Promise.allSettled(running);
    },
    { timeout: 0, box: true },
  ],
});
