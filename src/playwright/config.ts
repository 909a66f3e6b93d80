/**
 * The configuration for `npx playwright test`: each test sends for itself. Configurations of other people begin with it, some of
 * which are CommonJS and cannot wait for anything while they are read.
 */
import { defineConfig } from '@playwright/test';
import path from 'node:path';
import { defined } from '../model/objects.ts';
import { projectRoot } from '../project/package.ts';
import { settingsFromEnvironment } from '../project/settings.ts';
import { addReporter } from './always-report.ts';
import { embeddedServer } from './embedded.ts';
import { isPlanned } from './index-file.ts';
import { orExit } from './or-exit.ts';
import { contractProjects } from './projects.ts';

const here = import.meta.dirname;
const ours = (name: string): string => path.join(here, `${name}${path.extname(import.meta.filename)}`);
const settings = orExit(() => settingsFromEnvironment(process.env, projectRoot()));
addReporter(ours('reporter'), process.env);
// Workers read this too, when everything has been started.
const server = isPlanned(process.env) ? undefined : embeddedServer(settings, process.env);

export default defineConfig({
  testDir: path.join(here, '..', '..', 'suites'),
  outputDir: path.join(settings.out, 'playwright'),
  fullyParallel: true,
  // Every exchange has its own time-out, so a test of many of them needs none.
  timeout: 0,
  globalSetup: ours('global-setup'),
  reporter: [['list', { omitTags: true }]],
  projects: contractProjects(settings, process.env),
  ...defined({ webServer: server }),
});
