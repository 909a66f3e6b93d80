import { at } from '../../record/pointer.ts';
import { sameJson, show, type Json } from '../../record/json.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { beginning, finding, isJudgement, judged } from '../evidence.ts';
import { statusFinding, valueFinding } from '../findings.ts';
import type { Judgement } from '../model.ts';
import { ANYTHING, object, POINTER, STEP, type ParamsOf } from '../params.ts';
import { isSuccessful } from '../../record/success.ts';
import { record } from './record.ts';

const PARAMS = object({
  before: STEP,
  read: STEP,
  shown: POINTER,
  /** Where the record says that it was deleted, and with what; any value but null, where that is not said. */
  mark: object({ at: POINTER }, { is: ANYTHING }),
});

function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const before = record(evidence, params.before, params.shown);
  if (isJudgement(before)) return before;
  const read = record(evidence, params.read, params.shown);
  if (isJudgement(read)) return read;
  const { response } = read.exchange;
  if (response !== undefined && !isSuccessful(response.status))
    return judged([statusFinding(read.exchange, [], { expected: 'the record', actual: beginning(response) })]);
  const { at: place, is } = params.mark;
  const where = `body#${params.shown}${place}`;
  // What a contract writes is JSON, whatever else it is.
  const wanted = is as Json | undefined;
  const isMark = (value: Json | undefined): boolean =>
    wanted === undefined ? value !== undefined && value !== null : value !== undefined && sameJson(value, wanted);
  const [was, now] = [at(before.value, place), at(read.value, place)];
  if (isMark(was))
    return judged([finding(before.exchange, where, 'what it is before it is deleted', show(was), { kind: 'value' })]);
  if (isMark(now)) return judged([]);
  return judged([
    wanted === undefined
      ? finding(read.exchange, where, 'what says that it was deleted', show(now), { kind: 'lost' })
      : valueFinding(read.exchange, where, wanted, now),
  ]);
}

export const marked = caseRule(
  {
    id: 'lifecycle.marked',
    title: 'A deleted record that stays readable says that it was deleted',
    fails: 'does not tell a deleted record from others: {where} is {actual} instead of {expected}',
    explain:
      'The contract says that a delete leaves the record, and where the record shows that it was deleted. It is read before and after: it is still there, shows that now, and did not before.',
    covers: ['E06'],
  },
  PARAMS,
  judge,
);
