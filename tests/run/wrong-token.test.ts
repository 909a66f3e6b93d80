/** A token that somebody wrote down, and that the service does not know, is told before anything else is sent. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { atOnce } from '../cli/support.ts';
import { plumbline, reportOf, temporary } from './support.ts';

const asked: string[] = [];
/** Paths that take any token. */
let open: readonly string[] = [];
const server = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`);
  const isLetIn = open.includes(request.url ?? '');
  const head = { 'content-type': 'application/json', ...(isLetIn ? {} : { 'www-authenticate': 'Bearer' }) };
  response.writeHead(isLetIn ? 200 : 401, head).end(isLetIn ? '[]' : '{}');
});

const folder = path.join(temporary(), 'shop');
const env = { SERVICE_TOKEN: 'a-token-of-last-year' };
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const document = path.join(temporary(), 'shop.yaml');
  const list =
    '{ get: { responses: { "200": { description: all, content: { application/json: { schema: { type: array } } } } } } }';
  writeFileSync(
    document,
    [
      'openapi: 3.1.0',
      'info: { title: Shop, version: "1.0" }',
      `servers: [{ url: "http://127.0.0.1:${(server.address() as AddressInfo).port}" }]`,
      'security: [{ token: [] }]',
      'components: { securitySchemes: { token: { type: http, scheme: bearer } } }',
      'paths:',
      `  /things: ${list}`,
      `  /orders: ${list}`,
    ].join('\n'),
  );
  const made = await atOnce(['init', folder, '--openapi', document, '--service', 'shop']);
  expect(made.stdout, made.stderr).toContain('SERVICE_TOKEN=');
  expect(made.code).toBe(0);
});
afterAll(() => server.close());

it('stops the run, and nothing else is sent', async () => {
  const ended = await plumbline(['run', '--target', 'test'], { cwd: folder, env });
  expect(ended.code, ended.stderr).toBe(3);
  expect(ended.stderr).toContain('returned 401: the service rejects the token or key');
  expect(ended.stderr).toContain('Check the value in the variable SERVICE_TOKEN');
  expect(ended.stdout + ended.stderr).not.toContain(env.SERVICE_TOKEN);
  expect(asked.length).toBeLessThan(6);
});

it('is none where another read takes it: then that is what is judged', async () => {
  open = ['/things'];
  const ended = await plumbline(['run', '--target', 'test'], { cwd: folder, env });
  expect(ended.stderr).not.toContain('rejects the token');
  expect(reportOf(path.join(folder, 'reports', 'latest')).run.exchanges).toBeGreaterThan(10);
});
