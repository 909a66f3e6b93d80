/** A service that serves two versions of a contract is held to each by its own, over a real connection. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendAgain } from '../../src/send/send-check.ts';
import { edit } from '../cli/support.ts';
import { fileOf, library } from '../cli/library.ts';

const BOOKS = 'contracts/library/books.yaml';
const LONGEST: Readonly<Record<string, number>> = { old: 20, new: 35 };

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { title = '' } = JSON.parse(Buffer.concat(chunks).toString() || '{}') as { readonly title?: string };
    const longest = LONGEST[(request.url ?? '').split('/')[1] ?? ''] ?? 0;
    const [status, body] = title.length > longest ? [422, { code: 'too-long' }] : [201, { id: '1', title }];
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
});

let root = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  root = library({
    [BOOKS]: fileOf(BOOKS).replace('maxLength: 100 }', 'maxLength: 20, changes: [{ in: "1.10", maxLength: 35 }] }'),
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  edit(
    path.join(root, 'targets/reading-room/target.yaml'),
    'library: { baseUrl: "${env:LIBRARY_URL}", spec: ["1.10"] }',
    `library: { baseUrl: { "1.9": ${address}/old, "1.10": ${address}/new } }`,
  );
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
});

async function verdict(spec: string, check: string): Promise<string> {
  const settings = { runId: 'r', root, target: 'reading-room', specs: [spec], out: root };
  const { result } = await sendAgain(`library/books/create/${check}/title`, settings, {});
  return result.verdict;
}

test.each([
  ['1.9', 'input.longest'],
  ['1.9', 'input.too-long'],
  ['1.10', 'input.longest'],
  ['1.10', 'input.too-long'],
] as const)('%s %s', async (spec, check) => {
  expect(await verdict(spec, check)).toBe('pass');
  // The same service with the length of the other version is wrong in one of the two checks.
  Object.assign(LONGEST, { old: 35, new: 20 });
  expect(await verdict(spec, check)).toBe((spec === '1.9') === (check === 'input.too-long') ? 'fail' : 'pass');
  Object.assign(LONGEST, { old: 20, new: 35 });
});
