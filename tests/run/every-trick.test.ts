/** A service and an identity provider that play every trick there is, one after the other, against one whole run. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { everyTrick, MAX_MEMORY_MIB, MAX_REQUESTS, type Everything } from '../hostile/everything.ts';
import { TRICKS } from '../hostile/service.ts';
import { reportOf, temporary } from './support.ts';

let run: Everything;
beforeAll(async () => {
  run = await everyTrick(temporary());
});

test('each of them was played', () => {
  expect(TRICKS.filter((_trick, index) => run.played[index] === 0).map((trick) => trick.what)).toEqual([]);
});

test('it ends with 1 or 3, and nothing of ours broke', () => {
  const { ended } = run;
  expect([1, 3], ended.stdout + ended.stderr).toContain(ended.code);
  expect(ended.stdout + ended.stderr).not.toMatch(/^\s+at |internal error/m);
  expect(existsSync(path.join(run.out, 'index.html'))).toBe(true);
  expect(reportOf(run.out).checks.filter((check) => check.verdict === 'untested')).toEqual([]);
});

test('it asks no more than a right service is asked, and takes no more memory than it may', () => {
  expect(run.requests).toBeLessThan(MAX_REQUESTS);
  expect(run.peaks.length).toBeGreaterThan(0);
  for (const peak of run.peaks) expect(peak).toBeLessThan(MAX_MEMORY_MIB);
});

test('nobody else was asked anything, and no byte of what it wrote is a secret', () => {
  expect(run.led).toBe(0);
  expect(run.leaks.slice(0, 5).join('\n')).toBe('');
});
