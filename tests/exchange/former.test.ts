/** What stood there before a change is written down where it may be, and told where it may not. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { changedByOthers, noteFormer, noteRestored, noteWrite } from '../../src/exchange/former.ts';
import { placeOf } from '../../src/exchange/guard.ts';
import type { DeclaredOperation, FormerState, WritesOne } from '../../src/exchange/ledger.ts';
import { Redactor } from '../../src/exchange/redact.ts';
import { TransportFailure } from '../../src/exchange/transport.ts';
import type { Value } from '../../src/plan/model.ts';
import type { Json } from '../../src/record/json.ts';
import { leftoversOf } from '../../src/run/leftover.ts';
import { Journal, leftoversIn, settle } from '../../src/run/leftovers.ts';
import { SERVICE } from './support.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-former-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const redactor = new Redactor([], ['tfn']);
redactor.learn('a-token-that-lets-somebody-in');
const to = {
  catalogue: new Map([[placeOf('service', 'PUT', '/hours'), { endpoint: 'hours', parents: {} }]]),
  service: SERVICE,
  spec: '1.0',
  baseUrl: 'http://library.test',
  redactor,
};
const undo = { method: 'PUT', path: '/hours', parameters: {} };

let files = 0;
const opened = (): { readonly file: string; readonly journal: Journal } => {
  const file = path.join(folder, `${(files += 1)}.ndjson`);
  return { file, journal: new Journal(file, { run: 'run-1', target: 'here' }, () => 0) };
};

test('is written with what puts it back', () => {
  const { file, journal } = opened();
  noteFormer(undo, { opens: '09:00' }, to, journal);
  expect(leftoversIn(file)).toMatchObject([
    { endpoint: 'hours', restore: { method: 'PUT', path: '/hours', body: { opens: '09:00' } } },
  ]);
  expect(journal.removable()).toHaveLength(1);
});

test.each([
  ['a secret that is known', { greeting: 'a-token-that-lets-somebody-in' }],
  ['a member of that name', { password: 'open-sesame' }],
  ['a member that the contract calls sensitive', { tfn: '123456782' }],
])('is not written with %s, and whoever reads the report is told', (_what, body) => {
  const { file, journal } = opened();
  noteFormer(undo, body, to, journal);
  expect(readFileSync(file, 'utf8')).not.toContain(Object.values(body)[0]);
  expect(journal.removable()).toEqual([]);
  expect(leftoversOf(leftoversIn(file))).toMatchObject([
    { endpoint: 'hours', changed: true, why: expect.stringContaining('may not be written down') as string },
  ]);
});

test.each([
  [{ status: 200, answer: undefined }, []],
  [{ status: 403, answer: undefined }, ['PUT was answered 403']],
  [new TransportFailure('reset', 'cut off'), ['cut off']],
])('put back with %o it is left with %j', (outcome, why) => {
  const { file, journal } = opened();
  const key = noteFormer(undo, {}, to, journal) ?? '';
  noteRestored(key, 'PUT', outcome, journal);
  journal.close();
  expect(leftoversIn(file).map((left) => left.why)).toEqual(why);
});

/** Of an endpoint with a member that its contract calls sensitive, changed by each way there is. */
const members = (names: readonly string[]): Value =>
  Object.fromEntries(names.map((name) => [name, { $kept: `setup.kept#/${name}` }]));
const FIELDS = ['opens', 'closes', 'tfn', 'greeting'];
const kept = {
  name: 'kept',
  request: { base: 'service', method: 'GET', path: '/hours', parameters: {}, headers: {}, auth: { kind: 'good' } },
  success: { statuses: [200] },
  undo: { ...undo, body: members(FIELDS) },
} as const;
const wayOf = (one: Omit<WritesOne, 'kept'>): DeclaredOperation => ({
  endpoint: 'hours',
  parents: {},
  one: { kept, ...one },
});
const singles = {
  ...to,
  catalogue: new Map([
    [placeOf('service', 'PUT', '/hours'), wayOf({ body: members(FIELDS), shown: '', isWhole: true })],
    [placeOf('service', 'PATCH', '/hours'), wayOf({ body: { data: members(FIELDS) }, shown: '', isWhole: false })],
    [placeOf('service', 'DELETE', '/hours'), wayOf({ isWhole: true })],
  ]),
};
const FORMER = { opens: '09:00', closes: '17:00', tfn: null, greeting: null };

describe('what is written of it is known for the run’s own', () => {
  const written = (
    method: string,
    sent: unknown,
    shown?: unknown,
  ): { readonly text: string; readonly others: (now: Json) => readonly string[] | undefined } => {
    const { file, journal } = opened();
    noteFormer(undo, FORMER, singles, journal);
    const bytes = (value: unknown): Buffer => Buffer.from(value === undefined ? '' : JSON.stringify(value));
    const told = noteWrite({ base: 'service', method, path: '/hours' }, bytes(sent), singles, journal);
    if (shown !== undefined) told(200, bytes(shown));
    const [left] = settle(file);
    if (left === undefined || !('restore' in left)) throw new Error('nothing is listed');
    return { text: readFileSync(file, 'utf8'), others: (now) => changedByOthers(left, kept.undo.body, now) };
  };

  test('as it was sent, and as a success shows it; what was not sent is gone', () => {
    const { others } = written('PUT', { opens: '08:00 ' }, { opens: '08:00', revision: 7 });
    expect(others(FORMER)).toBeUndefined();
    expect(others({ ...FORMER, opens: '08:00 ', closes: null })).toEqual([]);
    expect(others({ opens: '08:00' })).toEqual([]);
    expect(others({ ...FORMER, opens: '08:00', revision: 8 })).toEqual([]);
    expect(others({ ...FORMER, opens: '07:00', closes: '18:00' })).toEqual(['opens', 'closes']);
  });

  test('of a PATCH the members that it has, wherever they stand', () => {
    const { others } = written('PATCH', { data: { opens: '08:00' } }, { opens: '08:00', closes: '18:00' });
    expect(others({ ...FORMER, opens: '08:00' })).toEqual([]);
    expect(others({ ...FORMER, opens: '08:00', closes: '18:00' })).toEqual(['closes']);
    expect(others({ ...FORMER, opens: null })).toEqual(['opens']);
  });

  test('of a DELETE that all is gone', () => {
    const { others } = written('DELETE', undefined);
    expect(others({ opens: null, closes: null })).toEqual([]);
    expect(others({ opens: '10:00', closes: null })).toEqual(['opens']);
  });

  test('by digests, and not at all where it may not be written down', () => {
    const secret = { opens: '08:00', tfn: '123456782', greeting: 'a-token-that-lets-somebody-in' };
    const { text } = written('PUT', secret, secret);
    expect(text).not.toContain('08:00');
    const { changed } = JSON.parse(text) as { readonly changed: FormerState };
    expect(Object.keys(changed.wrote ?? {})).toEqual(['opens', 'closes']);
  });

  test('but not what is written when it is back', () => {
    const { file, journal } = opened();
    const key = noteFormer(undo, FORMER, singles, journal) ?? '';
    journal.removed(key, '');
    const before = readFileSync(file, 'utf8');
    noteWrite({ base: 'service', method: 'PUT', path: '/hours' }, Buffer.from('{}'), singles, journal);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });
});
