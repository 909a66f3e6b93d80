/** Shards that run at once against one service are others to each other: each of them makes and deletes records in lists that the other counts. */
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isCausedByOtherClients } from '../../src/verdict/confirm-by-retry.ts';
import { plumbline, reportOf, serve, type Served, temporary, verdictsOf } from './support.ts';

/** Where shards meet: whatever is asked of lists. */
const ASKED = ['run', '--spec', '4.0.1', '--only', '**/list/**', '--formats', 'none'];

let served: Served;
beforeAll(async () => {
  served = await serve();
});
afterAll(async () => {
  await served.stop();
});

test('two of them find what the whole run finds, or say that others write', async () => {
  const folder = temporary();
  const run = async (name: string, ...more: readonly string[]): Promise<string> => {
    const out = path.join(folder, name);
    const { code, stdout, stderr } = await plumbline([...ASKED, '--target', served.target, '--out', out, ...more]);
    expect([0, 3], `${stdout}${stderr}`).toContain(code);
    return out;
  };
  const shards = await Promise.all(['1/2', '2/2'].map((part) => run(`shard-${part[0] ?? ''}`, '--shard', part)));
  const merged = path.join(folder, 'merged');
  const joined = await plumbline(['merge', ...shards, '--out', merged]);
  expect([0, 3], joined.stdout).toContain(joined.code);
  const [parts, whole] = [reportOf(merged), reportOf(await run('whole'))];
  const told = verdictsOf(whole);
  const other = parts.checks.filter(
    ({ id, spec, verdict, cause }) =>
      verdict !== told.get(`${id}@${spec}`) && !(verdict === 'inconclusive' && isCausedByOtherClients(cause)),
  );
  expect(other.map(({ id, verdict, cause }) => [id, verdict, cause])).toEqual([]);
  expect(parts.checks.length).toBe(whole.checks.length);
});
