/** Playwright's own runner, as a process of its own, with the suites of this project. */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { projectRoot } from '../project/root.ts';
import { settingsToEnvironment, type RunSettings } from '../project/settings.ts';
import type { Progress } from './progress.ts';

/** What a signal does: before anything is sent, it ends the run at once; then it has the runner stop, and what was judged is told. */
export interface Stop {
  act: () => void;
}

/** A run allocates a lot and keeps most of it; with room for new objects the collector copies less. */
const ROOM = '--max-semi-space-size=64';

export interface Ended {
  readonly status: number;
  /** Somebody stopped it before anything was sent. */
  readonly unplanned: boolean;
}

/** Playwright's own runner with the suites of this project; resolves to its exit code. */
export function playwright(
  settings: RunSettings,
  workers: number | undefined,
  progress: Progress,
  stop: Stop,
): Promise<Ended> {
  const home = projectRoot(import.meta.dirname);
  const cli = path.join(
    path.dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')),
    'cli.js',
  );
  // Compiled, it has a compiled configuration and compiled suites beside it, and Playwright need not read any TypeScript.
  const extension = path.extname(import.meta.filename);
  const config = path.join(import.meta.dirname, '..', '..', `playwright.config${extension}`);
  const args = [
    'test',
    '--config',
    config,
    ...(settings.shard === undefined ? [] : [`--shard=${settings.shard}`]),
    ...(workers === undefined ? [] : [`--workers=${workers}`]),
  ];
  const child = spawn(process.execPath, [ROOM, cli, ...args], {
    cwd: home,
    // How far it is comes through the fourth.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      ...settingsToEnvironment(settings),
      FORCE_COLOR: '0',
      ...(extension === '.js' ? { PW_DISABLE_TS_ESM: '1' } : {}),
    },
  });
  let unplanned = false;
  child.on('message', (message) => {
    // What Playwright says of its own end is not what the reader did.
    if (!unplanned) progress.take(message);
  });
  stop.act = (): void => {
    unplanned = progress.phase === 'planning';
    child.kill('SIGINT');
  };
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve({ status: code ?? 130, unplanned }));
  });
}
