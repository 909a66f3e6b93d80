/** What of a run is left to do where a service was away in its midst, and what is not. */
import { expect, test } from 'vitest';
import { groupsWithoutVerdict, groupsLostToOutage, type GroupRecord } from '../../src/run/group-record.ts';
import { exchange, type Sketch } from '../rules/support.ts';

function record(name: string, sketches: readonly Sketch[], verdict = 'inconclusive'): GroupRecord {
  const result = { check: name, spec: '1', verdict, findings: [], evidence: [] };
  return {
    group: `library@1/books/read/${name}`,
    results: [result],
    exchanges: sketches.map((sketch) => exchange(sketch)),
  } as unknown as GroupRecord;
}

const AWAY: Sketch = { failure: 'reset' };
const THERE: Sketch = {};
const silent = ['a', 'b', 'c'].map((name) => record(name, [AWAY, { failure: 'not-sent' }]));
const names = (records: readonly GroupRecord[]): readonly (string | undefined)[] =>
  [...groupsWithoutVerdict(records)].map((group) => group.split('/').at(-1));

test('groups that got no answer are left, and those in which one is missing beside them', () => {
  const hit = record('hit', [THERE, AWAY]);
  const judged = record('judged', [THERE], 'pass');
  const refused = record('refused', [AWAY], 'pass');
  expect(names([...silent, hit, judged, refused])).toEqual(['a', 'b', 'c', 'hit']);
});

test('what somebody answered in its place is left too, whether it failed by that or could not be judged', () => {
  const gateway: Sketch = { status: 503 };
  const hit = [
    record('failed', [THERE, gateway], 'fail'),
    record('open', [gateway]),
    record('fine', [gateway], 'pass'),
  ];
  expect(names([...silent, ...hit])).toEqual(['a', 'b', 'c', 'failed', 'open']);
  // Where it was there otherwise, that is what it answers.
  expect(names(hit)).toEqual([]);
});

test('a service that answers all but some requests was not away', () => {
  expect(names([...silent.slice(1), record('hit', [THERE, AWAY])])).toEqual([]);
});

test('groups that met a short outage are sent once more, but for one after which the service stopped', () => {
  const hit = record('hit', [THERE, { status: 503 }]);
  const refused = record('refused', [{ failure: 'refused' }]);
  const reset = record('reset', [THERE, AWAY]);
  const stopped = record('stopped', [THERE, { failure: 'refused' }]);
  const [first, second] = stopped.exchanges;
  const after = { exchange: first?.id ?? '', request: 'POST /books' };
  const cause = { ...stopped, exchanges: [first, { ...second, after }] } as GroupRecord;
  expect([...groupsLostToOutage([hit, refused, reset, cause])].map((group) => group.split('/').at(-1))).toEqual([
    'hit',
    'refused',
  ]);
});

test('nor was another one', () => {
  const other = { ...record('hit', [THERE, AWAY]), group: 'shop@1/orders/read/hit' };
  expect(names([...silent, other])).toEqual(['a', 'b', 'c']);
});
