#!/usr/bin/env node
// Starts the built command line; builds it first where the sources are newer, so that it is never stale.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const main = path.join(root, 'dist', 'src', 'bundle', 'main.js');

/** The newest change below a folder, in milliseconds since the epoch. */
function newest(folder) {
  let latest = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.name === 'viewer') continue;
    latest = Math.max(latest, entry.isDirectory() ? newest(file) : statSync(file).mtimeMs);
  }
  return latest;
}

function isStale() {
  const sources = path.join(root, 'src');
  if (!existsSync(sources)) return false;
  const built = existsSync(main) ? statSync(main).mtimeMs : 0;
  const config = statSync(path.join(root, 'playwright.config.ts')).mtimeMs;
  const folders = [sources, path.join(root, 'services'), path.join(root, 'suites')];
  return Math.max(config, ...folders.map(newest)) > built;
}

/** Builds once, however many are started side by side: the others wait for the one that holds the folder. */
function build() {
  const lock = path.join(root, 'dist', '.building');
  mkdirSync(path.dirname(lock), { recursive: true });
  for (;;) {
    try {
      mkdirSync(lock);
      break;
    } catch {
      // A build takes seconds: a folder that is older was left by one that was killed.
      const age = existsSync(lock) ? Date.now() - statSync(lock).mtimeMs : 0;
      if (age > 120_000) rmSync(lock, { recursive: true, force: true });
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    }
  }
  try {
    if (!isStale()) return 0;
    return spawnSync(process.execPath, [path.join(root, 'scripts', 'build.js')], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    }).status;
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

if (isStale() && build() !== 0) process.exit(4);
// On Windows a path is no address of a module.
await import(pathToFileURL(main).href);
