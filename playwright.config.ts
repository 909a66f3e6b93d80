import { defineConfig } from '@playwright/test';
import path from 'node:path';
import { embeddedServer } from './src/run/embedded.ts';
import { projectRoot } from './src/run/session.ts';
import { settingsFromEnvironment } from './src/run/settings.ts';

const root = projectRoot();
const settings = settingsFromEnvironment(process.env, root);
const server = embeddedServer(settings, process.env);

export default defineConfig({
  testDir: './suites',
  outputDir: path.join(settings.out, 'playwright'),
  fullyParallel: true,
  // The engine sends at full concurrency from one process; tests only replay, and two keep up with it.
  workers: 2,
  // Every exchange has its own time-out, so a test of many of them needs none.
  timeout: 0,
  globalSetup: './src/run/global-setup.ts',
  reporter: [
    ...(settings.gated ? [] : ([['line']] as const)),
    ['./src/run/conductor.ts'],
    ['./src/run/reporter.ts'],
    ['./src/run/allure-reporter.ts', { resultsDir: path.join(settings.out, 'allure-results'), detail: false, environmentInfo: { target: settings.target } }],
  ],
  ...(server === undefined ? {} : { webServer: server }),
});
