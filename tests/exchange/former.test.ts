/** What stood there before a change is written down where it may be, and told where it may not. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { noteFormer, noteRestored } from '../../src/exchange/former.ts';
import { placeOf } from '../../src/exchange/guard.ts';
import { Redactor } from '../../src/exchange/redact.ts';
import { TransportFailure } from '../../src/exchange/transport.ts';
import { Journal, leftoversIn, leftoversOf } from '../../src/run/leftovers.ts';
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
  expect(leftoversIn(file).map((left) => left.why)).toEqual(why);
});
