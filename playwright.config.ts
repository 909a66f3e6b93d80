import { defineConfig } from '@playwright/test';
import path from 'node:path';
import { projectRoot } from './src/project/root.ts';
import { isPlanned } from './src/playwright/index-file.ts';
import { settingsFromEnvironment } from './src/project/settings.ts';

const root = projectRoot();
const here = import.meta.dirname;
// Compiled, as `plumbline run` starts it, this file has compiled reporters beside it.
const ours = (name: string): string =>
  path.join(here, 'src', 'playwright', `${name}${path.extname(import.meta.filename)}`);
const settings = settingsFromEnvironment(process.env, root);
// Workers read this file too, after everything has been planned: what they do not need, they do not load.
const server = isPlanned(process.env)
  ? undefined
  : (await import('./src/playwright/embedded.ts')).embeddedServer(settings, process.env);

const common = {
  testDir: path.join(here, 'suites'),
  outputDir: path.join(settings.out, 'playwright'),
  fullyParallel: true,
  // Every exchange has its own time-out, so a test of many of them needs none.
  timeout: 0,
  ...(server === undefined ? {} : { webServer: server }),
};

export default settings.gated
  ? // `plumbline run`: the conductor sends at full concurrency from one process; tests only show it, and one worker keeps up.
    defineConfig({ ...common, workers: 1, reporter: [[ours('conductor')], [ours('reporter')]] })
  : // `npx playwright test`: each test sends for itself.
    defineConfig({
      ...common,
      globalSetup: ours('global-setup'),
      reporter: [['list', { omitTags: true }], [ours('reporter')]],
      projects: (await import('./src/playwright/projects.ts')).contractProjects(settings, process.env),
    });
