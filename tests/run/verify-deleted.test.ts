/** A record counts as deleted once a read after DELETE shows that it is gone. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { operationKey } from '../../src/http/request-policy.ts';
import type { CreatedRecord } from '../../src/cleanup/created-resources.ts';
import type { DeclaredOperations, DeletionCheck } from '../../src/http/declared-operations.ts';
import { LeftoversFile, settleLeftovers } from '../../src/cleanup/leftovers-file.ts';
import { verifyDeleted } from '../../src/cleanup/delete-records.ts';
import { answerOf, request, runContext, stage, Wire } from '../http/support.ts';
import { temporary } from '../temporary.ts';

const folder = temporary();

const LIST = {
  step: { name: 'deleted', request: request({ path: '/books' }), success: { statuses: [200] } },
  ids: '/*/id',
};
const READ = request({ path: '/books/{id}' });
const PAGE = '/books/{id}/pages/{page}';

const record = (id: number, more: Partial<CreatedRecord> = {}): CreatedRecord => ({
  key: `book ${id}`,
  service: 'library',
  spec: '1.0.0',
  endpoint: 'books',
  address: 'http://library.test',
  id,
  under: [],
  remove: { method: 'DELETE', path: '/books/{id}', parameters: { id } },
  ...more,
});
const page = (id: number, book: number): CreatedRecord =>
  record(id, {
    key: `page ${id}`,
    endpoint: 'pages',
    under: [`library@1.0.0 books ${book}`],
    remove: { method: 'DELETE', path: PAGE, parameters: { id: book, page: id } },
  });

let files = 0;
/** What is sent, and what is left, of records that DELETE was sent to. */
async function verified(
  check: Partial<DeletionCheck>,
  exists: (place: string) => unknown,
  records: readonly CreatedRecord[] = [record(1), record(2), record(3)],
  status = 204,
): Promise<{ readonly lines: readonly string[]; readonly left: readonly (string | undefined)[] }> {
  const wire = new Wire(({ url }) => {
    const shown = exists(new URL(url).pathname);
    return typeof shown === 'number' ? answerOf({}, shown) : answerOf(shown ?? {}, shown === undefined ? 404 : 200);
  });
  const file = path.join(folder, `${(files += 1)}.ndjson`);
  const createdResources = new LeftoversFile(file, { run: 'run-1', target: 'here' }, () => 0);
  const removes = { auth: { kind: 'none' }, check: { statuses: [], ...check } } as const;
  const of = (path_: string, endpoint: string, parents = {}): DeclaredOperations =>
    new Map([[operationKey('service', 'DELETE', path_), { endpoint, parents, removes }]]);
  const catalogue = new Map([...of('/books/{id}', 'books'), ...of(PAGE, 'pages', { id: 'books' })]);
  for (const one of records) createdResources.addRecord(one);
  for (const { key } of records) createdResources.markDeleted(key, status);
  await verifyDeleted(runContext(wire, { createdResources }, stage({ to: { operations: catalogue } }).to));
  createdResources.close();
  const left = settleLeftovers(file).map(({ key, why, notVerified }) =>
    notVerified === true ? `${key} not verified` : `${key}: ${why ?? ''}`,
  );
  return { lines: wire.lines, left };
}

test('one traversal of a list shows all, and one read that the list can be trusted', async () => {
  expect(await verified({ list: LIST, read: READ }, (at) => (at === '/books' ? [] : undefined))).toEqual({
    lines: ['GET /books', 'GET /books/1'],
    left: [],
  });
});

test('a record that the list shows is an orphan, whatever DELETE returned', async () => {
  const found = await verified(
    { list: LIST, read: READ },
    (at) => (at === '/books' ? [{ id: 2 }] : undefined),
    undefined,
    404,
  );
  expect(found).toEqual({
    lines: ['GET /books', 'GET /books/1'],
    left: ['book 2: DELETE returned 404, but the list still contains it'],
  });
});

test.each([
  ['does not show a record that exists', () => []],
  ['cannot be read', () => 500],
])('each is read where the list %s', async (_what, list) => {
  const exists = (at: string): unknown => (at === '/books' ? list() : at === '/books/1' ? { id: 1 } : undefined);
  const { lines, left } = await verified({ list: LIST, read: READ }, exists);
  expect(lines).toEqual(['GET /books', 'GET /books/1', 'GET /books/2', 'GET /books/3']);
  expect(left).toEqual(['book 1: DELETE returned 204, but a read still returns it']);
});

test('a read that fails proves nothing', async () => {
  const { left } = await verified({ read: READ }, () => 500, [record(1)]);
  expect(left).toEqual(['book 1: DELETE returned 204, but the deletion could not be verified: status 500']);
});

test('a record that DELETE only marks is gone once it is marked', async () => {
  const mark = { at: '/state', is: 'ENDED' };
  const { left } = await verified({ read: READ, mark }, (at) => ({ state: at === '/books/1' ? 'ENDED' : 'OPEN' }));
  expect(left).toEqual([2, 3].map((id) => `book ${id}: DELETE returned 204, but a read still returns it`));
});

test('without a list and a read the status counts, and is reported as not verified', async () => {
  expect(await verified({}, () => undefined, [record(1)])).toEqual({ lines: [], left: ['book 1 not verified'] });
});

test('what is below a record is gone with it, and is read itself where that still exists', async () => {
  const records = [record(1), record(2), page(7, 1), page(8, 2)];
  const check = { read: request({ path: '/books/{id}' }) };
  const { lines, left } = await verified(check, (at) => (at.startsWith('/books/2') ? {} : undefined), records);
  expect(lines).toEqual(['GET /books/1', 'GET /books/2', 'GET /books/2']);
  expect(left).toEqual(['book 2', 'page 8'].map((key) => `${key}: DELETE returned 204, but a read still returns it`));
});
