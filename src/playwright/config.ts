/**
 * Configuration for `npx playwright test`: each test sends its own requests. Other configurations extend it; some of them are CommonJS, so
 * it contains no top-level await.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { defineConfig, type PlaywrightTestConfig, type ReporterDescription } from '@playwright/test';
import path from 'node:path';
import { omitUndefined } from '../model/objects.ts';
import { projectRoot } from '../project/package.ts';
import { settingsFromEnvironment } from '../project/settings.ts';
import { ALLURE, PLAYWRIGHT } from '../project/output.ts';
import { addReporter } from './always-report.ts';
import { isListing, isMergingBlobs } from './names.ts';
import { isPlanned } from './test-index.ts';
import { exitOnError } from './exit-on-error.ts';
import { contractProjects, embeddedServer } from './projects.ts';

const here = import.meta.dirname;
const ours = (name: string): string => path.join(here, `${name}${path.extname(import.meta.filename)}`);
const settings = exitOnError(() => settingsFromEnvironment(process.env, projectRoot()));
const files = (name: string): string => path.join(settings.out, PLAYWRIGHT, name);
addReporter(ours('reporter'), process.env);
// Workers read the configuration, too, but the services are running then.
const server = isPlanned(process.env) ? undefined : embeddedServer(settings, process.env);

// The path, since the package may not be installed where the configuration is.
const ALLURE_REPORTER: ReporterDescription = [
  createRequire(import.meta.url).resolve('allure-playwright'),
  { resultsDir: files(ALLURE) },
];
const WRITING: ReporterDescription[] = [
  ['html', { open: 'never', outputFolder: files('html') }],
  // It fails for merged blobs, which have no projects (allure-playwright 3.12).
  ...(isMergingBlobs() ? [] : [ALLURE_REPORTER]),
  [ours('reporter')],
];

/** The suites of the project, or of the package if its contracts are used. Without any, one file with the tests of all contracts. */
function testsOf(root: string): Pick<PlaywrightTestConfig, 'testDir' | 'testMatch'> {
  const isOfPackage = root === projectRoot(here);
  const suites = isOfPackage ? path.join(here, '..', '..', 'suites') : path.join(root, 'suites');
  return existsSync(suites) ? { testDir: suites } : { testDir: here, testMatch: /all-contracts\.spec\.[jt]s$/ };
}

export default defineConfig({
  ...testsOf(settings.root),
  outputDir: files('results'),
  // Tests of a file share the requests of a group, so they run in one worker.
  fullyParallel: false,
  // Exchanges have their own timeout, so a test needs none.
  timeout: 0,
  globalSetup: ours('global-setup'),
  reporter: [
    ['list', { omitTags: true }],
    // The other reporters write files, also when the tests are only listed.
    ...(isListing() ? [] : WRITING),
  ],
  projects: contractProjects(settings, process.env),
  ...omitUndefined({ webServer: server }),
});
