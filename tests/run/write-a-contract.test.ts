/** The first project of docs/write-a-contract.md, in an empty folder: its commands lint it and run it against a small service. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import { COMMAND } from '../../src/model/text.ts';
import { sectionsOf, textOfPage } from '../lint/documented-blocks.ts';
import { plumbline, reportOf, temporary } from './support.ts';

interface Book {
  readonly title?: unknown;
  readonly genre?: unknown;
  readonly pages?: unknown;
}

/** A service that keeps the contract of the page, except that it accepts titles of any length. */
function books(): (request: IncomingMessage, response: ServerResponse) => void {
  const stored = new Map<string, object>();
  const isValid = ({ title, genre, pages = 1, ...more }: Book): boolean =>
    typeof title === 'string' &&
    ['novel', 'poetry', 'essay'].includes(String(genre)) &&
    Number.isInteger(pages) &&
    Number(pages) > 0 &&
    Object.keys(more).length === 0;
  return (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const send = (status: number, body?: unknown): void => {
        response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
        response.end(body === undefined ? undefined : JSON.stringify(body));
      };
      const [, collection, id] = (request.url ?? '').split('/');
      if (collection !== 'books') return send(404, {});
      if (request.method === 'POST') {
        const book = parsed(Buffer.concat(chunks).toString('utf8'));
        if (book === undefined || !isValid(book)) return send(422, {});
        const record = { ...book, id: String(stored.size + 1) };
        stored.set(record.id, record);
        return send(201, record);
      }
      if (id === undefined) return send(200, [...stored.values()]);
      const found = stored.get(id);
      if (found === undefined) return send(404, {});
      if (request.method !== 'DELETE') return send(200, found);
      stored.delete(id);
      return send(204);
    });
  };
}

function parsed(text: string): Book | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

test('each command of the first section works, and the report names the failure', async () => {
  const server = createServer(books());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const folder = temporary();
  const [first] = sectionsOf('write-a-contract.md');
  for (const { file, text } of first?.blocks ?? []) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text.replace('4010', String(port)));
  }
  const [, commands = ''] = /^```sh\n([\s\S]*?)^```$/m.exec(textOfPage('write-a-contract.md')) ?? [];
  const lines = commands.trimEnd().split('\n');
  expect(lines.map((line) => line.startsWith(`${COMMAND} `))).toEqual([true, true]);
  const codes: (number | null)[] = [];
  for (const line of lines) {
    const { code } = await plumbline(line.replace(`${COMMAND} `, '').split(' '), { cwd: folder });
    codes.push(code);
  }
  server.close();
  expect(codes).toEqual([0, 1]);
  const report = reportOf(path.join(folder, 'reports', 'latest'));
  const failed = report.checks.filter(({ verdict, basis }) => verdict === 'fail' && basis === 'documented');
  expect(failed.map(({ requirement }) => requirement)).toContain('books.titles.length');
});
