/** A disk that is full where the standard output leads: never the exit code that says that something is proven wrong. */
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const BIN = path.join(import.meta.dirname, '..', '..', 'bin', 'plumbline.js');
const FULL = '/dev/full';

/** What is always full, where the system has it. */
const whereFull = test.skipIf(!existsSync(FULL));

whereFull('the standard output on it is told, with 2', () => {
  const full = openSync(FULL, 'w');
  const ended = spawnSync(process.execPath, [BIN, 'explain', 'inconclusive'], { stdio: ['ignore', full, 'pipe'] });
  closeSync(full);
  expect(ended.stderr.toString()).toBe(
    'the standard output cannot be written: no space left on the device (ENOSPC) [bad-output]\n  Free disk space, or redirect the output.\n',
  );
  expect(ended.status).toBe(2);
});

whereFull('the standard error on it keeps nothing from being done', () => {
  const full = openSync(FULL, 'w');
  const ended = spawnSync(process.execPath, [BIN, 'explain', ' '], { stdio: ['ignore', 'pipe', full] });
  closeSync(full);
  expect(ended.status).toBe(2);
});
