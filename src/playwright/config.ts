/**
 * Configuration for `npx playwright test`: each test sends its own requests. Other configurations extend it; some of them are CommonJS, so
 * it contains no top-level await.
 */
import { defineConfig } from '@playwright/test';
import path from 'node:path';
import { omitUndefined } from '../model/objects.ts';
import { projectRoot } from '../project/package.ts';
import { settingsFromEnvironment } from '../project/settings.ts';
import { addReporter } from './always-report.ts';
import { isPlanned } from './index-file.ts';
import { exitOnError } from './exit-on-error.ts';
import { contractProjects, embeddedServer } from './projects.ts';

const here = import.meta.dirname;
const ours = (name: string): string => path.join(here, `${name}${path.extname(import.meta.filename)}`);
const settings = exitOnError(() => settingsFromEnvironment(process.env, projectRoot()));
addReporter(ours('reporter'), process.env);
// Workers read the configuration, too, but the services are running then.
const server = isPlanned(process.env) ? undefined : embeddedServer(settings, process.env);

export default defineConfig({
  testDir: path.join(here, '..', '..', 'suites'),
  outputDir: path.join(settings.out, 'playwright'),
  fullyParallel: true,
  // Exchanges have their own timeout, so a test needs none.
  timeout: 0,
  globalSetup: ours('global-setup'),
  reporter: [['list', { omitTags: true }]],
  projects: contractProjects(settings, process.env),
  ...omitUndefined({ webServer: server }),
});
