import { defineConfig } from '@playwright/test';
import path from 'node:path';
import { projectRoot } from './src/project/root.ts';
import { isPlanned } from './src/playwright/index-file.ts';
import { settingsFromEnvironment } from './src/project/settings.ts';

const root = projectRoot();
// Compiled, as `plumbline run` starts it, this file has compiled reporters beside it.
const reporter = (name: string): string => `./src/playwright/${name}${path.extname(import.meta.filename)}`;
const settings = settingsFromEnvironment(process.env, root);
// Workers read this file too, after everything has been planned: what they do not need, they do not load.
const server = isPlanned(process.env)
  ? undefined
  : (await import('./src/playwright/embedded.ts')).embeddedServer(settings, process.env);

export default defineConfig({
  testDir: './suites',
  outputDir: path.join(settings.out, 'playwright'),
  fullyParallel: true,
  // The engine sends at full concurrency from one process; tests only replay, and one worker keeps up with it.
  workers: 1,
  // Every exchange has its own time-out, so a test of many of them needs none.
  timeout: 0,
  reporter: [...(settings.gated ? [] : ([['line']] as const)), [reporter('conductor')], [reporter('reporter')]],
  ...(server === undefined ? {} : { webServer: server }),
});
