import { expect, test } from 'vitest';
import type { CaseEvidence } from '../../src/record/exchange.ts';
import type { Judgement } from '../../src/rules/model.ts';
import { confirmation, isForOthers, trialsOf } from '../../src/verdict/confirm.ts';
import { exchange } from '../rules/support.ts';

const CASE = { id: 'c' } as never;

/** A trial: what its one read finds, and what it finds when it is sent once more; nothing of what is right. */
type Tried = readonly [found: string, again: string];

function record(trials: readonly Tried[]): (source: string) => CaseEvidence {
  const said = new Map<string, string>(
    trials.flatMap(([one, other], i) => [[`c~${i + 2}`, one] as const, [`c~${i + 2}=`, other] as const]),
  );
  return (source) => {
    const found = said.get(source);
    return found === undefined ? {} : { read: [exchange({ body: found })] };
  };
}

function judge({ read }: CaseEvidence): Judgement {
  const body = read?.[0]?.response?.body ?? '';
  if (body.includes('unjudged')) return { kind: 'inconclusive', cause: 'no answer' };
  const actual = body.replaceAll('"', '');
  return { kind: 'judged', findings: actual === '' ? [] : [{ where: 'body', expected: '1', actual, evidence: 'e' }] };
}

const SAME: Tried = ['2', '2'];
const OTHER: Tried = ['2', '3'];
const NONE: Tried = ['', ''];
const BACK: Tried = ['2', ''];
const LOST: Tried = ['unjudged', 'unjudged'];

test.each<readonly [what: string, trials: readonly Tried[], is: string, told: string]>([
  ['it was not tried again', [], 'open', ''],
  ['too few have found it', [SAME, SAME], 'open', ''],
  ['each has found it, whichever read is taken', [SAME, SAME, SAME], 'confirmed', ''],
  ['others were seen twice, and three found it between', [OTHER, SAME, BACK, SAME, SAME], 'confirmed', ''],
  ['a trial without an answer says nothing', [SAME, LOST, SAME], 'open', ''],
  ['one does not find it', [SAME, NONE], 'open', ''],
  ['two do not find it, and nobody was seen', [SAME, NONE, NONE], 'untold', 'only at times'],
  ['two do not find it, and others were seen', [OTHER, NONE, NONE], 'kept', ''],
  ['two do not find it, others were seen, and one finds it all the same', [OTHER, NONE, SAME, NONE], 'open', ''],
  ['three find it and two do not', [SAME, SAME, NONE, SAME, NONE], 'untold', 'only at times'],
  ['others are always there', Array.from({ length: 6 }, () => OTHER), 'untold', 'two reads in a row'],
])('%s', (_what, trials, is, told) => {
  const found = confirmation(trialsOf(CASE, record(trials)), judge);
  expect(found.is).toBe(is);
  const why = found.is === 'untold' ? found.why : '';
  expect(why).toContain(told);
  expect(isForOthers(why)).toBe(is === 'untold');
});
