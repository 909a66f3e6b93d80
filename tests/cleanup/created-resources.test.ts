/** What a run made and has not removed: what an answer says of it, and the file that survives however a run ends. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { operationKey, type Permission } from '../../src/http/request-policy.ts';
import { noteOutcome, withPendingRecord, type CreatedResources } from '../../src/cleanup/created-resources.ts';
import type { DeclaredOperations } from '../../src/http/declared-operations.ts';
import type { FinishedExchange } from '../../src/http/model.ts';
import { TransportFailure } from '../../src/http/transport.ts';
import { leftoversOf } from '../../src/cleanup/leftovers.ts';
import { LeftoversFile, parseLeftovers, settleLeftovers } from '../../src/cleanup/leftovers-file.ts';
import { cleanUpResource } from '../../src/cleanup/delete-records.ts';
import { answerOf, OWN, request, runContext, SERVICE, stage, Wire } from '../http/support.ts';
import { temporary } from '../temporary.ts';

const SUCCESS = { statuses: [201] };
const catalogue: DeclaredOperations = new Map([
  [
    operationKey('service', 'POST', '/shelves'),
    {
      endpoint: 'shelves',
      parents: {},
      makes: { ids: '/id', success: SUCCESS, remove: { method: 'DELETE', path: '/shelves/{id}' } },
    },
  ],
  [
    operationKey('service', 'DELETE', '/shelves/{id}'),
    { endpoint: 'shelves', parents: {}, removes: { auth: { kind: 'good' } } },
  ],
  [
    operationKey('service', 'POST', '/shelves/{shelf}/books'),
    {
      endpoint: 'books',
      parents: { shelf: 'shelves' },
      makes: {
        ids: '/*/result/id',
        success: { ...SUCCESS, flag: '/success' },
        remove: { method: 'DELETE', path: '/shelves/{shelf}/books/{id}' },
      },
    },
  ],
  [
    operationKey('service', 'DELETE', '/shelves/{shelf}/books/{id}'),
    { endpoint: 'books', parents: { shelf: 'shelves' }, removes: { auth: { kind: 'good' } } },
  ],
  [
    operationKey('service', 'PUT', '/boxes/{name}'),
    {
      endpoint: 'boxes',
      parents: {},
      makes: { ids: '/name', named: 'name', success: SUCCESS, remove: { method: 'DELETE', path: '/boxes/{name}' } },
    },
  ],
  [
    operationKey('service', 'POST', '/cards'),
    {
      endpoint: 'cards',
      parents: {},
      makes: {
        ids: '/id',
        success: SUCCESS,
        list: {
          step: { name: 'listed', request: request({ path: '/cards' }), success: { statuses: [200] } },
          ids: '/*/id',
        },
      },
    },
  ],
  [
    operationKey('service', 'POST', '/notes'),
    { endpoint: 'notes', parents: {}, makes: { ids: '/id', success: SUCCESS } },
  ],
]);

const folder = temporary();

let files = 0;
const journal = (): {
  readonly file: string;
  readonly createdResources: CreatedResources;
  readonly written: () => readonly string[];
  readonly left: () => readonly string[];
} => {
  const file = path.join(folder, 'out', `${(files += 1)}.ndjson`);
  const createdResources = new LeftoversFile(file, { run: 'run-1', target: 'here' }, () => 0);
  const written = (): readonly string[] =>
    existsSync(file)
      ? parseLeftovers(readFileSync(file, 'utf8')).map(({ endpoint, id = '?', why, deleted }) =>
          [
            endpoint,
            id,
            ...(why === undefined ? [] : [why]),
            ...(deleted === undefined ? [] : [`deleted ${deleted}`]),
          ].join(' '),
        )
      : [];
  const left = (): readonly string[] => {
    createdResources.close();
    return written();
  };
  return { file, createdResources, written, left };
};

const send = (
  createdResources: CreatedResources,
  method: string,
  template: string,
  parameters: FinishedExchange['parameters'],
  outcome: FinishedExchange['outcome'],
  mask = (text: string): string => text,
  existing?: Parameters<typeof noteOutcome>[4],
): void =>
  noteOutcome(
    createdResources,
    catalogue,
    {
      request: { base: 'service', method, path: template, parameters: {}, headers: {}, auth: { kind: 'good' } },
      parameters,
      service: 'library',
      spec: '1.0',
      address: 'http://library.test',
      outcome,
    },
    mask,
    existing,
  );
const SHELF = { status: 201, answer: { id: 7 } };

/** Of a target that is there to be written to, where the contract declares these. */
const permitting = (declared: ReadonlySet<string>): Permission => ({
  environment: 'test',
  allowWrites: false,
  disposable: true,
  methods: 'complete',
  declared,
});

describe('what is made', () => {
  test('is known by its identifier, however many came, and only what was accepted', () => {
    const { createdResources, left } = journal();
    send(createdResources, 'POST', '/shelves', {}, SHELF);
    send(
      createdResources,
      'POST',
      '/shelves/{shelf}/books',
      { shelf: 7 },
      {
        status: 200,
        answer: [{ success: true, result: { id: 'a' } }, { success: false }, { success: true, result: { id: 'b' } }],
      },
    );
    send(
      createdResources,
      'POST',
      '/shelves/{shelf}/books',
      { shelf: 7 },
      { status: 200, answer: [{ success: false }] },
    );
    send(createdResources, 'POST', '/shelves', {}, { status: 422, answer: { id: 8 } });
    send(createdResources, 'POST', '/nowhere', {}, SHELF);
    expect(left()).toEqual(['shelves 7', 'books a', 'books b']);
  });

  test('without an identifier, or without an answer, is something that nobody can name', () => {
    const { createdResources, left } = journal();
    send(createdResources, 'POST', '/notes', {}, { status: 201, answer: {} });
    send(createdResources, 'POST', '/notes', {}, new TransportFailure('timeout', 'nothing came'));
    send(createdResources, 'POST', '/notes', {}, new TransportFailure('unread', 'larger than is read'));
    send(createdResources, 'POST', '/notes', {}, new TransportFailure('reset', 'cut off'));
    send(createdResources, 'POST', '/notes', {}, new TransportFailure('refused', 'nobody there'));
    send(createdResources, 'POST', '/shelves', {}, { status: 201, answer: { id: '' } });
    send(createdResources, 'POST', '/shelves', {}, { status: 201, answer: { id: '..' } });
    expect(left()).toEqual([
      'notes ?',
      'notes ? the response to POST was lost (nothing came), so it may exist',
      'notes ? the response to POST was lost (larger than is read), so it may exist',
      'notes ? the response to POST was lost (cut off), so it may exist',
      'shelves ?',
      'shelves ?',
    ]);
    expect(createdResources.resourcesToClean()).toEqual([]);
  });

  test.each([502, 503, 504])('may be there where no service answered: %i', (status) => {
    const { createdResources, left } = journal();
    send(createdResources, 'POST', '/shelves', {}, { status, answer: { id: 7 } });
    send(createdResources, 'PUT', '/boxes/{name}', { name: 'a' }, { status, answer: undefined });
    expect(left()).toEqual([`shelves ? the response to POST was lost (status ${status}), so it may exist`, 'boxes a']);
  });

  test('may exist after a server error, unless a list shows it at the end of the run', () => {
    const { createdResources, left } = journal();
    send(createdResources, 'POST', '/notes', {}, { status: 500, answer: {} });
    send(createdResources, 'POST', '/cards', {}, { status: 500, answer: {} });
    expect(left()).toEqual(['notes ? the response to POST was lost (status 500), so it may exist']);
  });

  test('may exist under another ID if the create returns the ID of an existing record', () => {
    const { createdResources, left } = journal();
    send(createdResources, 'POST', '/shelves', {}, SHELF, String, { has: (_kind, id) => id === 7 });
    expect(left()).toEqual([
      'shelves ? the create returned the ID of a record that existed before, so a new record may exist under another ID',
    ]);
    expect(createdResources.resourcesToClean()).toEqual([]);
  });

  test('is known by the address that it was made at, where its maker chose it, whatever the answer holds', () => {
    const { createdResources, left } = journal();
    send(createdResources, 'PUT', '/boxes/{name}', { name: 'a' }, { status: 201, answer: undefined });
    send(createdResources, 'PUT', '/boxes/{name}', { name: 'b' }, new TransportFailure('timeout', 'nothing came'));
    send(createdResources, 'PUT', '/boxes/{name}', { name: 'c' }, { status: 409, answer: {} });
    expect(left()).toEqual(['boxes a', 'boxes b']);
  });

  test('is not written down where it would show a secret', () => {
    const { file, createdResources } = journal();
    send(createdResources, 'POST', '/shelves', {}, { status: 201, answer: { id: 'a-secret' } }, () => '[redacted]');
    createdResources.close();
    expect(readFileSync(file, 'utf8')).not.toContain('a-secret');
  });
});

describe('what another party made', () => {
  const bearer = (name: string) => ({ bearer: { file: name } });
  const service = { ...SERVICE, parties: { clerk: bearer('clerk'), porter: bearer('porter') } };
  const files = { own: OWN.privateKey, clerk: 'token-of-the-clerk', porter: 'token-of-the-porter' };
  const owner = async (made: Pick<FinishedExchange['request'], 'auth'>, as?: string): Promise<string | undefined> => {
    const { createdResources, file } = journal();
    const wire = new Wire(() => answerOf({}, 204));
    const records = as === undefined ? {} : { records: { shelves: { as, members: {}, path: {} } } };
    const declared = new Set(catalogue.keys());
    const { to } = stage({
      service: { ...service, ...records },
      files,
      to: { operations: catalogue, permission: permitting(declared) },
    });
    const request = {
      base: 'service',
      method: 'POST',
      path: '/shelves',
      parameters: {},
      headers: {},
      ...made,
    } as const;
    const at = { service: 'library', spec: '1.0.0', address: to.baseUrl };
    noteOutcome(createdResources, catalogue, { request, parameters: {}, ...at, outcome: SHELF }, (text) => text);
    createdResources.close();
    for (const record of parseLeftovers(readFileSync(file, 'utf8')))
      await cleanUpResource(record, runContext(wire, { createdResources }, to));
    createdResources.close();
    expect(parseLeftovers(readFileSync(file, 'utf8'))).toMatchObject([{ deleted: 204 }]);
    expect(wire.lines).toEqual(['DELETE /shelves/7']);
    return wire.sent[0]?.headers.find(([name]) => name === 'access-token')?.[1];
  };

  test('is removed as that party, by the run and by whoever cleans up later', async () => {
    expect(await owner({ auth: { kind: 'other', party: 'clerk' } })).toBe('token-of-the-clerk');
    expect(await owner({ auth: { kind: 'other', party: 'porter' } })).toBe('token-of-the-porter');
    expect(await owner({ auth: { kind: 'good' } })).toBe('good-access-token');
  });

  test('is removed as whom the target asks for records of that endpoint', async () => {
    expect(await owner({ auth: { kind: 'good' } }, 'porter')).toBe('token-of-the-porter');
  });
});

test('what is removed only after something else was done to it has that done first, with what its query has to have', async () => {
  const { file, createdResources } = journal();
  const query = [['version', '1']] as const;
  const first = { method: 'POST', path: '/shelves/{id}/emptying', query };
  const removes = { auth: { kind: 'good' }, query, first } as const;
  const removal = operationKey('service', 'DELETE', '/shelves/{id}');
  const own: DeclaredOperations = new Map([...catalogue, [removal, { endpoint: 'shelves', parents: {}, removes }]]);
  let isEmpty = false;
  const wire = new Wire(({ method }) => {
    isEmpty ||= method === 'POST';
    return answerOf({}, method === 'DELETE' && !isEmpty ? 409 : 204);
  });
  const declared = new Set([...own.keys(), operationKey('service', 'POST', first.path)]);
  const files = { own: OWN.privateKey };
  const { to } = stage({ service: SERVICE, files, to: { operations: own, permission: permitting(declared) } });
  const at = { service: 'library', spec: '1.0.0', address: to.baseUrl };
  const request = {
    base: 'service',
    method: 'POST',
    path: '/shelves',
    parameters: {},
    headers: {},
    auth: { kind: 'good' },
  } as const;
  noteOutcome(createdResources, own, { request, parameters: {}, ...at, outcome: SHELF }, (text) => text);
  createdResources.close();
  for (const record of parseLeftovers(readFileSync(file, 'utf8')))
    await cleanUpResource(record, runContext(wire, { createdResources }, to));
  createdResources.close();
  expect(wire.sent.map(({ method, url }) => `${method} ${url.replace(to.baseUrl, '')}`)).toEqual([
    'DELETE /shelves/7?version=1',
    'POST /shelves/7/emptying?version=1',
    'DELETE /shelves/7?version=1',
  ]);
  expect(parseLeftovers(readFileSync(file, 'utf8'))).toMatchObject([{ deleted: 204 }]);
});

describe('what is removed', () => {
  test('is gone, with what hangs on it; a removal that is refused leaves it, and says so', () => {
    const { createdResources, left } = journal();
    send(createdResources, 'POST', '/shelves', {}, SHELF);
    send(
      createdResources,
      'POST',
      '/shelves/{shelf}/books',
      { shelf: 7 },
      { status: 200, answer: [{ success: true, result: { id: 'a' } }] },
    );
    send(createdResources, 'DELETE', '/shelves/{id}', { id: 7 }, { status: 500, answer: undefined });
    expect(left()).toEqual(['shelves 7 DELETE returned 500', 'books a']);
    expect(createdResources.resourcesToClean().map(({ id }) => id)).toEqual(['a', 7]);
    send(createdResources, 'DELETE', '/shelves/{id}', { id: 7 }, { status: 204, answer: undefined });
    expect(createdResources.resourcesToClean()).toEqual([]);
    for (const { key } of createdResources.deletedUnverified()) createdResources.markGone(key, 'library@1.0 shelves 7');
    expect(left()).toEqual([]);
  });

  test.each([
    [403, []],
    [409, [7]],
    [423, [7]],
    [429, [7]],
    [503, [7]],
  ])('a removal that is answered %i is tried again, or in vain', (status, again) => {
    const { createdResources } = journal();
    send(createdResources, 'POST', '/shelves', {}, SHELF);
    send(createdResources, 'DELETE', '/shelves/{id}', { id: 7 }, { status, answer: undefined });
    expect(createdResources.resourcesToClean().map(({ id }) => id)).toEqual(again);
  });

  test.each([200, 404, 410])('%i does not prove that it is gone', (status) => {
    const { createdResources, left } = journal();
    send(createdResources, 'POST', '/shelves', {}, SHELF);
    send(createdResources, 'DELETE', '/shelves/{id}', { id: 8 }, { status, answer: undefined });
    expect(left()).toEqual(['shelves 7']);
    send(createdResources, 'DELETE', '/shelves/{id}', { id: 7 }, { status, answer: undefined });
    expect(left()).toEqual([`shelves 7 deleted ${status}`]);
    send(createdResources, 'DELETE', '/shelves/{id}', { id: 7 }, { status: 500, answer: undefined });
    expect(createdResources.deletedUnverified()).toHaveLength(status === 200 ? 1 : 0);
  });
});

describe('the file', () => {
  test('may end in the middle of a line, and afterwards holds what is left alone', () => {
    const { file, createdResources, left } = journal();
    send(createdResources, 'POST', '/shelves', {}, SHELF);
    send(createdResources, 'POST', '/notes', {}, { status: 201, answer: { id: 'n' } });
    send(createdResources, 'DELETE', '/shelves/{id}', { id: 7 }, { status: 204, answer: undefined });
    for (const { key } of createdResources.deletedUnverified()) createdResources.markGone(key, '');
    createdResources.close();
    writeFileSync(file, `${readFileSync(file, 'utf8')}{"made":{"key":"lib`);
    expect(left()).toEqual(['notes n']);
    createdResources.close();
    expect(leftoversOf(settleLeftovers(file))).toEqual([
      {
        service: 'library',
        spec: '1.0',
        endpoint: 'notes',
        count: 1,
        why: 'the contract declares no DELETE',
        byHand: true,
        ids: ['n'],
      },
    ]);
    expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(1);
  });

  test('goes where nothing is left', () => {
    const { file, createdResources } = journal();
    send(createdResources, 'POST', '/shelves', {}, SHELF);
    send(createdResources, 'DELETE', '/shelves/{id}', { id: 7 }, { status: 204, answer: undefined });
    for (const { key } of createdResources.deletedUnverified()) createdResources.markGone(key, '');
    createdResources.close();
    expect(settleLeftovers(file)).toEqual([]);
    expect(existsSync(file)).toBe(false);
  });
});

describe('what is under way', () => {
  const asked = {
    request: {
      base: 'service',
      method: 'POST',
      path: '/notes',
      parameters: {},
      headers: {},
      auth: { kind: 'good' },
    },
    parameters: {},
    service: 'library',
    spec: '1.0',
    address: 'http://library.test',
  } as const;

  test('stands in the file until it is answered', async () => {
    const { createdResources, written } = journal();
    const answer = await withPendingRecord(createdResources, catalogue, asked, () => Promise.resolve(written()));
    expect(answer).toEqual(['notes ? the run ended before the response to its create, so it may exist']);
    await setImmediate();
    expect(written()).toEqual([]);
  });

  test('is in the file with its identifier once what came with its answer was read, and before the next is asked for', async () => {
    const { createdResources, written } = journal();
    send(createdResources, 'POST', '/shelves', {}, SHELF);
    await setImmediate();
    expect(written()).toEqual(['shelves 7']);
    send(createdResources, 'POST', '/shelves', {}, { ...SHELF, answer: { id: 8 } });
    const next = await withPendingRecord(createdResources, catalogue, asked, () => Promise.resolve(written()));
    expect(next).toContain('shelves 8');
  });

  test('is none of the created resources where it makes nothing', async () => {
    const { file, createdResources } = journal();
    await withPendingRecord(
      createdResources,
      catalogue,
      { ...asked, request: { ...asked.request, method: 'GET' } },
      () => Promise.resolve(),
    );
    expect(existsSync(file)).toBe(false);
  });
});

test('a line that is cut off is ignored, and an entry without its fields is bad input', () => {
  const entry = { key: 'k', service: 's', spec: '1', endpoint: 'notes', address: 'http://x', run: 'r', target: 't' };
  const line = JSON.stringify({ made: { ...entry, under: [] } });
  expect(parseLeftovers(`${line}\n${line.slice(0, 20)}`)).toMatchObject([entry]);
  for (const made of [entry, { ...entry, under: [], run: 1 }, 5, null])
    expect(() => parseLeftovers(`${line}\n${JSON.stringify({ made })}\n`)).toThrow(
      'line 2 of leftovers.ndjson lacks required fields',
    );
});
