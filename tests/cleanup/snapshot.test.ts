/** What stood there before a change is written down where it may be, and told where it may not. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { changedFields, lostFields, noteWrite, withoutAbsentFields } from '../../src/cleanup/snapshot-fields.ts';
import { writeTracker } from '../../src/cleanup/write-tracker.ts';
import { Snapshots } from '../../src/cleanup/snapshot.ts';
import { sendAndRecord } from '../../src/http/send-exchange.ts';
import { operationKey } from '../../src/http/request-policy.ts';
import type { Snapshot } from '../../src/cleanup/created-resources.ts';
import type { DeclaredOperation, ExistingResourceWrite } from '../../src/http/declared-operations.ts';
import type { Destination } from '../../src/http/model.ts';
import type { RequestTemplate, Step, Value } from '../../src/plan/model.ts';
import type { Json } from '../../src/model/json.ts';
import { LeftoversFile, leftoversIn, settleLeftovers } from '../../src/cleanup/leftovers-file.ts';
import { answerOf, request, resolution, runContext, stage, Wire } from '../http/support.ts';
import path from 'node:path';
import { temporary } from '../temporary.ts';

const folder = temporary();

let files = 0;
const opened = (): { readonly file: string; readonly journal: LeftoversFile } => {
  const file = path.join(folder, `${(files += 1)}.ndjson`);
  return { file, journal: new LeftoversFile(file, { run: 'run-1', target: 'here' }, () => 0) };
};

const members = (names: readonly string[]): Value =>
  Object.fromEntries(names.map((name) => [name, { $kept: `former#/${name}` }]));
const FIELDS = ['opens', 'closes', 'tfn', 'greeting'];
const restore = { method: 'PUT', auth: { kind: 'none' }, body: members(FIELDS) } as const;
const RESTORED: ExistingResourceWrite = { path: '/hours', read: request({ path: '/hours' }), restore };
const wayOf = (one: Partial<ExistingResourceWrite>): DeclaredOperation => ({
  endpoint: 'hours',
  parents: {},
  writesExisting: { ...RESTORED, ...one },
});
const catalogue = new Map([
  [operationKey('service', 'PUT', '/hours'), wayOf({ body: members(FIELDS), shown: '', isWhole: true })],
  [operationKey('service', 'PATCH', '/hours'), wayOf({ body: { data: members(FIELDS) }, shown: '' })],
  [operationKey('service', 'DELETE', '/hours'), wayOf({ isWhole: true })],
]);
const stood = (more: Partial<ExistingResourceWrite> = {}): Destination => {
  const { to, redactor } = stage({ sensitive: ['tfn'] });
  redactor.learn('a-token-that-lets-somebody-in');
  const own = new Map([...catalogue].map(([place, one]) => [place, wayOf({ ...one.writesExisting, ...more })]));
  const declared = new Set([...catalogue.keys(), operationKey('service', 'GET', '/hours')]);
  return { ...to, operations: own, permission: { ...to.permission, disposable: false, declared } };
};
const FORMER = { opens: '09:00', closes: '17:00', tfn: null, greeting: null };
const PUT = request({ method: 'PUT', path: '/hours' });

/** Answers each GET with the next of these, and the last one again. */
const showing = (...states: readonly (readonly [number, unknown])[]): Wire => {
  let reads = 0;
  return new Wire(({ method }) => {
    const [status, body] = states[Math.min(reads, states.length - 1)] ?? [404, {}];
    if (method === 'GET') reads += 1;
    return method === 'GET' ? answerOf(body, status) : answerOf({});
  });
};

describe('before a write to what existed before the run', () => {
  test('its state is on disk', async () => {
    const { file, journal } = opened();
    const states = new Snapshots(stood(), runContext(showing([200, FORMER]), { createdResources: journal }));
    await states.protect(PUT, {});
    expect(leftoversIn(file)).toMatchObject([
      { endpoint: 'hours', restore: { method: 'PUT', path: '/hours', body: FORMER } },
    ]);
    expect(journal.resourcesToClean()).toHaveLength(1);
  });

  test.each<readonly [string, number, unknown, Partial<ExistingResourceWrite>, string]>([
    ['it has a secret', 200, { greeting: 'a-token-that-lets-somebody-in' }, {}, 'must not be written to disk'],
    ['it has a sensitive field', 200, { tfn: '123456782' }, {}, 'must not be written to disk'],
    ['its read fails', 500, {}, {}, 'does not return the values to restore (status 500)'],
    ['nothing restores it', 200, FORMER, { restore: undefined } as object, 'declares no write that restores'],
    ['nothing reads it', 200, FORMER, { read: undefined } as object, 'declares no read of /hours'],
    ['the run would have created it', 200, FORMER, { isCreated: true }, '/hours exists before the run'],
  ])('the write is not sent where %s', async (_what, status, shown, more, why) => {
    const { file, journal } = opened();
    const states = new Snapshots(stood(more), runContext(showing([status, shown]), { createdResources: journal }));
    await expect(states.protect(PUT, {})).rejects.toThrow(why);
    expect(leftoversIn(file)).toEqual([]);
  });

  test.each<readonly [string, Partial<RequestTemplate>, Partial<ExistingResourceWrite>]>([
    ['the run created it', { path: '/hours/{id}', parameters: { id: { $ref: 'made#/id' } } }, {}],
    ['a case invented its ID', { path: '/hours/{id}', parameters: { id: '999' } }, {}],
    ['the run can create it, and it does not exist', { path: '/hours' }, { isCreated: true }],
  ])('the write is sent where %s', async (_what, asked, more) => {
    const wire = showing([404, {}]);
    const to = stood({ path: asked.path ?? '', ...more });
    const states = new Snapshots(
      {
        ...to,
        operations: new Map([
          [operationKey('service', 'PUT', asked.path ?? ''), wayOf({ path: asked.path ?? '', ...more })],
        ]),
      },
      runContext(wire),
    );
    await states.protect(request({ method: 'PUT', ...asked }), { id: '999' });
    await states.restore();
    expect(wire.lines.filter((line) => !line.startsWith('GET'))).toEqual([]);
  });
});

test('what a write sends is on disk before the request is sent: a run that is killed then can restore the state', async () => {
  for (const [method, digests] of [
    ['PUT', 1],
    ['DELETE', FIELDS.length],
  ] as const) {
    const { file, journal } = opened();
    const known: unknown[] = [];
    const wire = new Wire((sent) => {
      const [left] = leftoversIn(file);
      if (sent.method === method && String(sent.body ?? '') !== JSON.stringify(FORMER))
        known.push(...Object.values(left !== undefined && 'wrote' in left ? (left.wrote ?? {}) : {}));
      return answerOf(sent.method === 'GET' ? FORMER : {});
    });
    const to = stood();
    const context = runContext(wire, { createdResources: journal }, to);
    const { protect } = new Snapshots(to, context);
    const body = { kind: 'json', value: { opens: '10:00' } } as const;
    const step: Step = {
      name: 'write',
      request: request({ method, path: '/hours', ...(method === 'PUT' ? { body } : {}) }),
      success: { statuses: [200] },
    };
    const name = { id: 'write', group: '', step: 'write' };
    await sendAndRecord(step, name, to, resolution(), { ...context, tracker: writeTracker(context, protect) });
    expect(known.length, method).toBeGreaterThanOrEqual(digests);
  }
});

describe('the restore is rehearsed before the first change', () => {
  const refusal = (...states: readonly (readonly [number, unknown])[]): Promise<void> =>
    new Snapshots(stood(), runContext(showing([200, FORMER], ...states))).protect(PUT, {});

  test('and the write is not sent where the read afterwards shows something else', async () => {
    await expect(refusal([200, { ...FORMER, opens: '08:00' }])).rejects.toThrow(
      'PUT /hours is not tested: PUT /hours does not restore the state before the run (opens)',
    );
  });

  test('for writes at the same time once', async () => {
    const wire = showing([200, FORMER]);
    const states = new Snapshots(stood(), runContext(wire));
    await Promise.all([states.protect(PUT, {}), states.protect(PUT, {})]);
    expect(wire.lines).toEqual(['GET /hours', 'PUT /hours', 'GET /hours']);
  });
});

test('a replacing write is not sent a field that the record does not have, and loses those that the contract does not name', () => {
  const answer = { opens: '09:00', plan: 'enterprise' };
  expect(withoutAbsentFields(members(FIELDS), answer)).toEqual(members(['opens']));
  expect(lostFields({ record: '', fields: FIELDS }, answer)).toEqual(['plan']);
});

describe('it is restored', () => {
  const restored = async (
    ...states: readonly (readonly [number, unknown])[]
  ): Promise<readonly [readonly string[], unknown]> => {
    const { file, journal } = opened();
    const wire = showing([200, FORMER], [200, FORMER], ...states);
    const former = new Snapshots(stood(), runContext(wire, { createdResources: journal }));
    await former.protect(PUT, {});
    await former.restore();
    journal.close();
    return [wire.lines.slice(3), leftoversIn(file).map(({ why }) => why)];
  };

  test('and read again', async () => {
    const found = await restored([200, { ...FORMER, opens: '08:00' }], [200, FORMER]);
    expect(found).toEqual([['GET /hours', 'PUT /hours', 'GET /hours'], []]);
  });

  test('unless it is as before', async () => {
    expect(await restored([200, FORMER])).toEqual([['GET /hours'], []]);
  });

  test('or reported where the read afterwards shows something else', async () => {
    const [, left] = await restored([200, { ...FORMER, opens: '08:00' }]);
    expect(left).toEqual(['PUT returned 200, but GET does not return the previous state: opens']);
  });
});

const singles = stood();

describe('what is written of it is known for the run’s own', () => {
  const protectedBy = (createdResources: LeftoversFile): Promise<void> =>
    new Snapshots(singles, runContext(showing([200, FORMER]), { createdResources })).protect(PUT, {});
  const written = async (
    method: string,
    sent: unknown,
    shown?: unknown,
  ): Promise<{ readonly text: string; readonly others: (now: Json) => readonly string[] }> => {
    const { file, journal } = opened();
    await protectedBy(journal);
    const bytes = (value: unknown): Buffer => Buffer.from(value === undefined ? '' : JSON.stringify(value));
    const told = noteWrite(request({ method, path: '/hours' }), bytes(sent), singles, journal);
    if (shown !== undefined) told(200, bytes(shown));
    const [left] = settleLeftovers(file);
    if (left === undefined || !('restore' in left)) throw new Error('nothing is listed');
    return { text: readFileSync(file, 'utf8'), others: (now) => changedFields(left, members(FIELDS), now).ofOthers };
  };

  test('as it was sent, and as a success shows it; what was not sent is gone', async () => {
    const { others } = await written('PUT', { opens: '08:00 ' }, { opens: '08:00', revision: 7 });
    expect(others(FORMER)).toEqual([]);
    expect(others({ ...FORMER, opens: '08:00 ', closes: null })).toEqual([]);
    expect(others({ opens: '08:00' })).toEqual([]);
    expect(others({ ...FORMER, opens: '08:00', revision: 8 })).toEqual([]);
    expect(others({ ...FORMER, opens: '07:00', closes: '18:00' })).toEqual(['opens', 'closes']);
  });

  test('of a PATCH the members that it has, wherever they stand', async () => {
    const { others } = await written('PATCH', { data: { opens: '08:00' } }, { opens: '08:00', closes: '18:00' });
    expect(others({ ...FORMER, opens: '08:00' })).toEqual([]);
    expect(others({ ...FORMER, opens: '08:00', closes: '18:00' })).toEqual(['closes']);
    expect(others({ ...FORMER, opens: null })).toEqual(['opens']);
  });

  test('of a DELETE that all is gone', async () => {
    const { others } = await written('DELETE', undefined);
    expect(others({ opens: null, closes: null })).toEqual([]);
    expect(others({ opens: '10:00', closes: null })).toEqual(['opens']);
  });

  test('by digests, and not at all where it may not be written down', async () => {
    const secret = { opens: '08:00', tfn: '123456782', greeting: 'a-token-that-lets-somebody-in' };
    const { text } = await written('PUT', secret, secret);
    expect(text).not.toContain('08:00');
    const { changed } = JSON.parse(text) as { readonly changed: Snapshot };
    expect(Object.keys(changed.wrote ?? {})).toEqual(['opens', 'closes']);
  });

  test('but not what is written when it is back', async () => {
    const { file, journal } = opened();
    await protectedBy(journal);
    for (const { key } of journal.resourcesToClean()) journal.markGone(key, '');
    const before = readFileSync(file, 'utf8');
    noteWrite(PUT, Buffer.from('{}'), singles, journal);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });
});
