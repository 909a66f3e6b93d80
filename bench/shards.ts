/**
 * What sharing a run gains: each part as if on a machine of its own, one after the other, so that no part takes from another
 * what it would not take there. All parts together are one run, by what `plumbline merge` says of them.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseDocument } from 'yaml';
import { clear, LAUNCHER, ROOT, run, type Ended, type Served } from './processes.ts';

/** Requests at once, of the whole run and of each part: a part has its share of what the target bears. */
const AT_ONCE = 8;

export interface Shared {
  readonly parts: number;
  readonly wholeMs: number;
  readonly longestMs: number;
  readonly mergeMs: number;
}

function withConcurrency(target: string, concurrency: number): string {
  const file = path.join(path.dirname(target), `at-once-${concurrency}.yaml`);
  const written = parseDocument(readFileSync(target, 'utf8'));
  written.setIn(['limits', 'concurrency'], concurrency);
  writeFileSync(file, String(written));
  return file;
}

/** A shard ends with 3 if the other shards have all of its mandatory checks; only the merged run must be approved. */
async function plumbline(words: readonly string[], codes: readonly number[]): Promise<Ended> {
  const ended = await run(process.execPath, [LAUNCHER, ...words], ROOT);
  if (ended.code === null || !codes.includes(ended.code))
    throw new Error(`plumbline ${words[0]} ended with ${ended.code}\n${ended.stdout}${ended.stderr}`);
  return ended;
}

/** Everything there is, whole and in so many parts. */
export async function measureShards(served: Served, folder: string, parts: number): Promise<Shared> {
  const target = withConcurrency(served.target, AT_ONCE);
  const shared = withConcurrency(served.target, AT_ONCE * parts);
  await clear(served);
  const whole = await plumbline(
    ['run', '--target', target, '--formats', 'none', '--out', path.join(folder, 'whole')],
    [0],
  );
  const outs: string[] = [];
  let longestMs = 0;
  for (let part = 1; part <= parts; part += 1) {
    await clear(served);
    const out = path.join(folder, `part-${part}`);
    outs.push(out);
    const words = ['run', '--target', shared, '--shard', `${part}/${parts}`, '--formats', 'none', '--out', out];
    longestMs = Math.max(longestMs, (await plumbline(words, [0, 3])).ms);
  }
  const merged = await plumbline(['merge', ...outs, '--out', path.join(folder, 'merged')], [0]);
  for (const file of [target, shared]) rmSync(file);
  return { parts, wholeMs: whole.ms, longestMs, mergeMs: merged.ms };
}
