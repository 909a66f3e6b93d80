/** What an action makes: told by its answer, removed when its case has ended, and never taken for what was there before. */
import { describe, expect, test } from 'vitest';
import { scheduleGroups } from '../../src/run/group-scheduler.ts';
import { operationKey } from '../../src/http/request-policy.ts';
import {
  noteOutcome,
  withPendingRecord,
  remainReason,
  type RecordKind,
  type CreatedResources,
  type CreatedRecord,
} from '../../src/cleanup/created-resources.ts';
import type { DeclaredOperation, DeclaredOperations, DeclaredCreation } from '../../src/http/declared-operations.ts';
import type { FinishedExchange } from '../../src/http/model.ts';
import { concurrentWritesByVersion } from '../../src/cleanup/concurrent-writes.ts';
import { TransportFailure } from '../../src/http/transport.ts';
import type { RequestTemplate, Step } from '../../src/plan/model.ts';
import { type Answerer, answerOf, group, oneCase, request, runContext, stage, step, Wire } from '../http/support.ts';

const NOBODY = { kind: 'none' } as const;
const REMOVE = { method: 'DELETE', path: '/shelves/{shelf}/books/{id}' } as const;
const SUCCESS = { statuses: [200, 201] };
const members = { title: '/title', pages: '/pages' };
const shown = { auth: NOBODY, method: 'GET', path: REMOVE.path, members };

const BOOKS = {
  endpoint: 'books',
  parents: { shelf: 'shelves' },
  there: [1],
  listed: '/shelves/{shelf}/books',
} as const;

/** Books stand on a shelf; one is copied there, several are brought to it, or brought to nobody knows which. */
const copying: DeclaredCreation = {
  ids: '/id',
  success: SUCCESS,
  remove: REMOVE,
  shown: { ...shown, answered: members },
  by: {
    ...BOOKS,
    through: 'books/copy',
    above: { shelf: 'shelf' },
    source: { parameter: 'id', alike: { pages: '/pages' } },
  },
};
const filling: DeclaredCreation = {
  ids: '/results/*/id',
  success: SUCCESS,
  remove: REMOVE,
  shown,
  by: { ...BOOKS, through: 'shelves/fill', above: { shelf: 'number' } },
};
const bringing: DeclaredCreation = { ...filling, by: { ...BOOKS, through: 'imports/import', above: {} } };
const beginning: DeclaredCreation = {
  ids: 'later',
  success: SUCCESS,
  remove: REMOVE,
  by: { ...BOOKS, through: 'shelves/order', above: { shelf: 'number' }, later: true },
};

const own = { endpoint: 'books', parents: { shelf: 'shelves' } };
const catalogue: DeclaredOperations = new Map<string, DeclaredOperation>([
  [operationKey('service', 'POST', '/shelves/{shelf}/books/{id}/copy'), { ...own, makes: copying }],
  [operationKey('service', 'POST', '/shelves/{number}/books'), { endpoint: 'shelves', parents: {}, makes: filling }],
  [operationKey('service', 'POST', '/imports'), { endpoint: 'imports', parents: {}, makes: bringing }],
  [operationKey('service', 'POST', '/shelves/{number}/orders'), { endpoint: 'shelves', parents: {}, makes: beginning }],
  [operationKey('service', 'DELETE', REMOVE.path), { ...own, removes: { auth: NOBODY, query: [['for', 'good']] } }],
]);

interface Kept {
  readonly createdResources: CreatedResources;
  readonly made: CreatedRecord[];
  readonly begun: CreatedRecord[];
  readonly strange: RecordKind[];
}

function keeping(): Kept {
  const [made, begun, strange]: [CreatedRecord[], CreatedRecord[], RecordKind[]] = [[], [], []];
  const nothing = (): void => undefined;
  const createdResources: CreatedResources = {
    addRecord: (record) => void made.push(record),
    addPending: (record) => void begun.push(record),
    distrustIds: (kind) => void strange.push(kind),
    addSentFields: nothing,
    markMismatched: nothing,
    hasCreated: () => false,
    markVerified: nothing,
    removePending: nothing,
    addSnapshot: nothing,
    addWrite: nothing,
    markDeleted: nothing,
    markGone: nothing,
    markNotVerified: nothing,
    deletedUnverified: () => [],
    markOrphaned: nothing,
    markFailed: nothing,
    resourcesToClean: () => [],
    close: nothing,
  };
  return { createdResources, made, begun, strange };
}

const COPY: Partial<RequestTemplate> = { method: 'POST', path: '/shelves/{shelf}/books/{id}/copy' };
const FILL: Partial<RequestTemplate> = { method: 'POST', path: '/shelves/{number}/books' };
const at = { service: 'library', spec: '1.0.0', address: 'http://library.test' };

function entered(
  asked: Partial<RequestTemplate>,
  parameters: FinishedExchange['parameters'],
  outcome: FinishedExchange['outcome'],
): readonly CreatedRecord[] {
  const { createdResources, made } = keeping();
  noteOutcome(createdResources, catalogue, { ...at, request: request(asked), parameters, outcome }, String);
  return made;
}

describe('the answer of an action', () => {
  test('names a copy, below what its original stands below, and removed by the delete of its endpoint', () => {
    expect(entered(COPY, { shelf: 7, id: 3 }, { status: 201, answer: { id: 4 } })).toEqual([
      {
        ...at,
        endpoint: 'books',
        key: 'library@1.0.0 /shelves/7/books/4',
        id: 4,
        under: ['library@1.0.0 shelves 7'],
        through: 'books/copy',
        remove: { ...REMOVE, parameters: { shelf: 7, id: 4 } },
        unseen: true,
      },
    ]);
  });

  test('names each of several, below what it was done to', () => {
    const answer = { results: [{ id: 4 }, { refused: 'title' }, { id: 5 }] };
    const made = entered(FILL, { number: 7 }, { status: 200, answer });
    expect(made.map(({ id, under, remove }) => ({ id, under, at: remove?.parameters }))).toEqual([
      { id: 4, under: ['library@1.0.0 shelves 7'], at: { shelf: 7, id: 4 } },
      { id: 5, under: ['library@1.0.0 shelves 7'], at: { shelf: 7, id: 5 } },
    ]);
  });

  test.each<readonly [string, FinishedExchange['outcome']]>([
    ['it was refused', { status: 422, answer: { results: [{ id: 4 }] } }],
    ['none of several was taken', { status: 200, answer: { results: [{ refused: 'title' }] } }],
    ['there were none', { status: 200, answer: { results: [] } }],
    ['it never arrived', new TransportFailure('refused', 'nobody there')],
  ])('says that nothing was made where %s', (_why, outcome) => {
    expect(entered(FILL, { number: 7 }, outcome)).toEqual([]);
  });

  test.each<readonly [string, Partial<RequestTemplate>, FinishedExchange['outcome']]>([
    ['nothing came', COPY, new TransportFailure('timeout', 'nothing came')],
    ['it has no identifier', COPY, { status: 202, answer: {} }],
    ['it has no list', FILL, { status: 200, answer: { job: 3 } }],
    ['it names what was copied', COPY, { status: 200, answer: { id: '3' } }],
    ['it names what the target says was there before', COPY, { status: 200, answer: { id: 1 } }],
  ])('leaves something that nobody can name where %s', (_why, asked, outcome) => {
    const made = entered(asked, { shelf: 7, number: 7, id: 3 }, outcome);
    expect(made).toMatchObject([{ endpoint: 'books', under: ['library@1.0.0 shelves 7'] }]);
    expect(made[0]).not.toHaveProperty('id');
    expect(made[0]).not.toHaveProperty('remove');
  });

  test('leaves what nobody can remove where nothing says below what it stands, or it is made later, which is known before', () => {
    const brought = entered(
      { method: 'POST', path: '/imports' },
      {},
      { status: 200, answer: { results: [{ id: 4 }] } },
    );
    expect(brought).toMatchObject([
      { id: 4, why: 'the path of the request that created it does not identify its parent record' },
    ]);
    expect(brought[0]).not.toHaveProperty('remove');
    const begun = entered(
      { method: 'POST', path: '/shelves/{number}/orders' },
      { number: 7 },
      { status: 202, answer: 'later' },
    );
    expect(begun).toMatchObject([{ why: 'an action creates it after its response, so its ID is unknown' }]);
    expect(begun[0]).not.toHaveProperty('id');
    expect([copying, filling, bringing, beginning, { ids: '/id', success: SUCCESS }].map(remainReason)).toEqual([
      undefined,
      undefined,
      'nowhere',
      'later',
      'no-delete',
    ]);
  });

  test('is of the party that asked', () => {
    const asked = { ...COPY, auth: { kind: 'other', party: 'auditor' } } as const;
    expect(entered(asked, { shelf: 7, id: 3 }, { status: 201, answer: { id: 4 } })).toMatchObject([{ by: 'auditor' }]);
  });

  test('is waited for with a line in the created resources', async () => {
    const { createdResources, begun } = keeping();
    const asked = { ...at, request: request(COPY), parameters: { shelf: 7, id: 3 } };
    await withPendingRecord(createdResources, catalogue, asked, () => Promise.resolve());
    expect(begun).toMatchObject([{ endpoint: 'books', through: 'books/copy', under: ['library@1.0.0 shelves 7'] }]);
  });
});

const create = step('original', {
  request: {
    method: 'POST',
    path: '/originals',
    body: { kind: 'json', value: { title: { $unique: 12 }, pages: 120 } },
  },
});
const copy = (name = 'copied', more: Partial<Step> = {}, of = 'original'): Step =>
  step(name, { ...more, request: { ...COPY, parameters: { shelf: 7, id: { $ref: `${of}#/id` } } } });
const fill = step('filled', {
  request: {
    ...FILL,
    parameters: { number: 7 },
    body: { kind: 'json', value: { books: [{ title: { $unique: 12 }, pages: 90 }, { title: { $unique: 12 } }] } },
  },
});

/** What is sent in a case of these steps, and what the created resources is told. */
async function run(
  steps: readonly Step[],
  answer: Answerer,
): Promise<{ readonly lines: readonly string[]; readonly kept: Kept }> {
  const wire = new Wire(answer);
  const kept = keeping();
  const { to } = stage({ to: { operations: catalogue } });
  const context = runContext(wire, { firstRecords: new Map(), createdResources: kept.createdResources }, to);
  await scheduleGroups([group([oneCase('one', steps)])], context, () => undefined);
  return { lines: wire.sent.map(({ method, url }) => `${method} ${url.replace('http://library.test', '')}`), kept };
}

/** A service that gives each record the next number; `shows` is what it shows of one. */
function numbering(shows: (sent: unknown) => unknown): Answerer {
  let last = 2;
  let sent: unknown = {};
  return ({ method, url, body }) => {
    if (method !== 'POST') return method === 'GET' ? answerOf(shows(sent)) : answerOf(undefined, 204);
    if (url.endsWith('/originals')) sent = JSON.parse(String(body));
    if (url.endsWith('/books')) return answerOf({ results: [{ id: (last += 1) }, { id: (last += 1) }] });
    return answerOf({ id: (last += 1) }, 201);
  };
}

describe('what an action made', () => {
  test('is removed when the case has ended, newest first, with what its delete needs', async () => {
    const { lines } = await run(
      [create, copy(), copy('again', {}, 'copied')],
      numbering((sent) => sent),
    );
    expect(lines).toEqual([
      'POST /originals',
      'POST /shelves/7/books/3/copy',
      // Before it is copied itself: an action may change what it is done to.
      'GET /shelves/7/books/4',
      'POST /shelves/7/books/4/copy',
      'DELETE /shelves/7/books/5?for=good',
      'DELETE /shelves/7/books/4?for=good',
    ]);
  });

  test('is removed one by one where there are several, or several were sent at once', async () => {
    const filled = await run(
      [fill],
      numbering(() => ({})),
    );
    expect(filled.lines.filter((line) => line.startsWith('DELETE'))).toEqual(
      [3, 4].map((id) => `DELETE /shelves/7/books/${id}?for=good`),
    );
    const burst = await run(
      [create, copy('copied', { send: { kind: 'burst', times: 3 } })],
      numbering(() => ({})),
    );
    expect(burst.lines.filter((line) => line.startsWith('DELETE')).toSorted()).toEqual(
      [4, 5, 6].map((id) => `DELETE /shelves/7/books/${id}?for=good`),
    );
  });

  test.each<readonly [string, unknown]>([
    ['shows nothing of what is copied', { pages: 7, title: 'of somebody else' }],
    ['has not one member as what is copied', { pages: 7 }],
  ])(
    'is left where it %s, and so is all that this action makes, and nothing else of the endpoint',
    async (_how, shows) => {
      const { lines, kept } = await run(
        [create, copy(), copy('again', {}, 'copied')],
        numbering(() => shows),
      );
      expect(lines).toEqual(['POST /originals', 'POST /shelves/7/books/3/copy', 'GET /shelves/7/books/4']);
      expect(kept.strange).toEqual([{ ...at, endpoint: 'books', through: 'books/copy' }]);
    },
  );

  test.each<readonly [string, (sent: { readonly title: string }) => unknown]>([
    ['as what is copied', (sent) => sent],
    ['under another title, with the rest as what is copied', () => ({ title: 'another', pages: 120 })],
    ['under another title, and shows nothing else', () => ({ title: 'another' })],
    ['with more in its title', ({ title }) => ({ title: `${title} (copy)`, pages: 7 })],
  ])('is the run’s where it is %s', async (_how, shows) => {
    const { lines } = await run(
      [create, copy()],
      numbering((sent) => shows(sent as { readonly title: string })),
    );
    expect(lines.at(-1)).toBe('DELETE /shelves/7/books/4?for=good');
  });

  test('is the run’s too where it has what was changed of the original before', async () => {
    const changed = step('changed', {
      request: {
        method: 'PATCH',
        path: '/originals/{id}',
        parameters: { id: { $ref: 'original#/id' } },
        body: { kind: 'json', value: { pages: 121 } },
      },
    });
    const { lines } = await run(
      [create, changed, copy()],
      numbering(() => ({ title: 'another', pages: 121 })),
    );
    expect(lines.at(-1)).toBe('DELETE /shelves/7/books/4?for=good');
  });

  test('is left, all of it, where one of several is somebody else’s', async () => {
    let sent: readonly unknown[] = [];
    const { lines } = await run([fill], ({ method, url, body }) => {
      if (method === 'POST') sent = (JSON.parse(String(body)) as { readonly books: readonly unknown[] }).books;
      if (method === 'POST') return answerOf({ results: [{ id: 3 }, { id: 4 }] });
      return answerOf(url.endsWith('/4') ? { title: 'of somebody else', pages: 7 } : sent[0]);
    });
    expect(lines.slice(1)).toEqual(['GET /shelves/7/books/3', 'GET /shelves/7/books/4']);
  });

  test('counts as written to the list that it then stands in', async () => {
    const { to } = stage({ to: { operations: catalogue } });
    const concurrentWrites = concurrentWritesByVersion();
    const context = runContext(new Wire(numbering(() => ({}))), { concurrentWrites }, to);
    const before = concurrentWrites(to).moment;
    const bring = step('brought', { request: { method: 'POST', path: '/imports' } });
    await scheduleGroups([group([oneCase('one', [bring])])], context, () => undefined);
    for (const list of ['/imports', '/shelves/{shelf}/books'])
      expect(concurrentWrites(to).wereSince(before, list, 'another'), list).toBe(true);
    expect(concurrentWrites(to).wereSince(before, '/boxes', 'another')).toBe(false);
  });
});
