/** What a write was answered 202 for may be done later: what is read meanwhile is held against nobody. */
import { expect, test } from 'vitest';
import type { Step } from '../../src/plan/model.ts';
import { type Case, decide, step, type Told } from './deciding.ts';

const LATER = { method: 'DELETE', status: 202, text: '' };
const DONE = { ...LATER, status: 204 };
const EMPTIED = { rule: 'lifecycle.empties', params: { read: 'read', members: ['notes'], shown: '' } };
const FOUND = { rule: 'outcome.status', params: { statuses: [200] } };
const FULL = { body: { notes: [{}] } };
const GONE = { status: 404 };
const KNOWN: Partial<Step> = { success: { statuses: [202] } };
const WAITED_FOR: Partial<Step> = { send: { kind: 'poll', everyMs: 1, times: 2 } };

const CASES: Readonly<Record<string, readonly [Case, Told['verdict']]>> = {
  'it need not be seen yet': [{ ...EMPTIED, sent: { first: LATER, read: FULL } }, 'inconclusive'],
  'it may be': [{ ...EMPTIED, sent: { first: LATER, read: {} } }, 'pass'],
  'what was done is seen': [{ ...EMPTIED, sent: { first: DONE, read: FULL } }, 'fail'],
  'what was read before says nothing of it': [{ ...EMPTIED, sent: { read: FULL, fill: LATER } }, 'fail'],
  'what another write shows is read too': [
    { ...EMPTIED, sent: { first: LATER, read: { ...FULL, method: 'PATCH' } } },
    'inconclusive',
  ],
  'how another write is answered is its own': [
    { ...FOUND, sent: { first: LATER, probe: { ...GONE, method: 'PATCH' } } },
    'fail',
  ],
  'what the case waits for is seen': [
    { ...EMPTIED, steps: [step('first'), step('read', WAITED_FOR)], sent: { first: LATER, read: FULL } },
    'fail',
  ],
  'what a contract that knows of the 202 asks for is due': [
    { ...FOUND, steps: [step('first', KNOWN), step('probe')], sent: { first: LATER, probe: GONE } },
    'fail',
  ],
  'what every life of a record is tried by is not, there either': [
    { ...EMPTIED, steps: [step('first', KNOWN), step('read')], sent: { first: LATER, read: FULL } },
    'inapplicable',
  ],
};

test.each(Object.entries(CASES))('%s', (_name, [planned, verdict]) => {
  expect(decide(planned).verdict).toBe(verdict);
});

test('a reader is told why', () => {
  expect(decide({ ...EMPTIED, sent: { first: LATER, read: FULL } })).toEqual({
    verdict: 'inconclusive',
    cause: 'the DELETE before it returned 202 and may not be carried out yet',
    shown: ['first', 'read'],
  });
});
