/** Playwright's `test` with what contracts are tested with: kept by the worker, used by each test with its own options. */
import { test as base } from '@playwright/test';
import { projectRoot } from '../project/root.ts';
import { settingsFromEnvironment } from '../project/settings.ts';
import type { GroupEntry } from './index-file.ts';
import type { Done, Lab } from './lab.ts';
import { useOf } from './use.ts';

/** Sends a planned group through Playwright's request context, and judges it. */
export type Contract = (entry: GroupEntry) => Promise<Done>;

export const test = base.extend<{ contract: Contract }, { lab: Lab }>({
  lab: [
    async ({}, use, { config }) => {
      // What only shows what others have sent loads none of it.
      const lab = await (
        await import('./lab.ts')
      ).Lab.open(settingsFromEnvironment(process.env, projectRoot()), {
        workers: config.workers,
        shards: config.shard?.total ?? 1,
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
          use: options,
          // Within a test Playwright gives it the options of `use`.
          open: () => playwright.request.newContext(),
          stop: over.signal,
        });
        running.push(done);
        return done;
      });
      // A test that ran out of time has left its group on its way.
      over.abort();
      await Promise.allSettled(running);
    },
    { timeout: 0, box: true },
  ],
});
