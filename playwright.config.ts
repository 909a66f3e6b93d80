import { defineConfig } from '@playwright/test';
import path from 'node:path';
import { projectRoot } from './src/project/root.ts';
import { isPlanned } from './src/playwright/index-file.ts';
import { type RunSettings, settingsFromEnvironment } from './src/project/settings.ts';

/** `plumbline run`: the conductor sends at full concurrency from one process; tests only show it, and one worker keeps up. */
async function conducted(settings: RunSettings): Promise<ReturnType<typeof defineConfig>> {
  // Compiled, as it is then, this file has compiled reporters beside it.
  const ours = (name: string): string => `./src/playwright/${name}${path.extname(import.meta.filename)}`;
  // Workers read this file too, after everything has been planned: what they do not need, they do not load.
  const server = isPlanned(process.env)
    ? undefined
    : (await import('./src/playwright/embedded.ts')).embeddedServer(settings, process.env);
  return defineConfig({
    testDir: './suites',
    outputDir: path.join(settings.out, 'playwright'),
    fullyParallel: true,
    workers: 1,
    timeout: 0,
    reporter: [[ours('conductor')], [ours('reporter')]],
    ...(server === undefined ? {} : { webServer: server }),
  });
}

const settings = settingsFromEnvironment(process.env, projectRoot());

export default settings.gated ? await conducted(settings) : (await import('./src/playwright/config.ts')).default;
