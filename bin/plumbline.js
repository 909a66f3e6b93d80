#!/usr/bin/env node
// Starts the built command line; builds it first where the sources are newer, so that it is never stale.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const main = path.join(root, 'dist', 'src', 'cli', 'main.js');

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

const sources = path.join(root, 'src');
if (existsSync(sources)) {
  const built = existsSync(main) ? statSync(main).mtimeMs : 0;
  if (Math.max(newest(sources), newest(path.join(root, 'services'))) > built) {
    const result = spawnSync(process.execPath, [path.join(root, 'scripts', 'build.js')], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
    if (result.status !== 0) process.exit(4);
  }
}
await import(main);
