/** What a target bears is held where it counts: at the service, over all shards of a run and over what is sent before it. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { plumbline, temporary } from './support.ts';

const CONCURRENCY = 3;
const folder = temporary();
const target = path.join(folder, 'target.yaml');
let underWay = 0;
let most = 0;
let asked = 0;

const server = createServer((request, response) => {
  underWay += 1;
  asked += 1;
  most = Math.max(most, underWay);
  request.resume();
  // Whoever breaks a connection off waits for nothing any more.
  let isOver = false;
  const over = (): void => {
    if (!isOver) underWay -= 1;
    isOver = true;
  };
  response.once('close', over);
  // Long enough for others to come meanwhile; how long it takes decides nothing.
  setTimeout(() => {
    over();
    // A 401 to the simplest reads would be a token that it does not know, and nothing more would be sent.
    response.writeHead(request.method === 'GET' ? 403 : 401, { 'content-type': 'application/json' }).end('{}');
  }, 3);
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  writeFileSync(
    target,
    `target: counted
environment: test
services:
  partner-onboarding: { baseUrl: "http://127.0.0.1:${port}", spec: ["1.0.0"], bearer: { env: A_TOKEN } }
limits: { concurrency: ${CONCURRENCY} }
`,
  );
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const run = (shard: string): ReturnType<typeof plumbline> =>
  plumbline(
    [
      'run',
      '--target',
      target,
      '--shard',
      shard,
      '--formats',
      'none',
      '--out',
      path.join(folder, shard.replace('/', '-')),
    ],
    { cwd: folder, env: { A_TOKEN: 'a-token-of-the-target' } },
  );

test('shards together never send more at once than the target bears', async () => {
  const ended = await Promise.all(['1/2', '2/2'].map(run));
  expect(ended.map(({ code }) => code)).toEqual([1, 1]);
  expect(asked).toBeGreaterThan(300);
  // The larger part sends two at once; whether the other one is under way then, the machine decides.
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(CONCURRENCY);
});

test('more shards than that are refused before anything is sent', async () => {
  const before = asked;
  const ended = await run('1/4');
  expect(ended).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('4 shards exceed limits.concurrency of the target') as string,
  });
  expect(asked).toBe(before);
});
