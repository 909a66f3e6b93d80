import { at } from '../../record/pointer.ts';
import { show, type Json } from '../../record/json.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { beginning, finding, inconclusive, isJudgement, judged } from '../evidence.ts';
import { statusFinding } from '../findings.ts';
import type { Judgement } from '../model.ts';
import { object, POINTER, STEP, TEXTS, type ParamsOf } from '../params.ts';
import { isSuccessful } from '../../record/success.ts';
import { record } from './record.ts';

const PARAMS = object(
  { read: STEP, members: TEXTS, shown: POINTER },
  {
    /** A read of the record while it has the parts: if it shows none of them, their absence afterwards proves nothing. */
    before: STEP,
  },
);

function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const read = record(evidence, params.read, params.shown);
  if (isJudgement(read)) return read;
  const { response } = read.exchange;
  if (response !== undefined && !isSuccessful(response.status))
    return judged([statusFinding(read.exchange, [], { expected: 'the record', actual: beginning(response) })]);
  const findings = params.members.flatMap((name) => {
    const value = at(read.value, `/${name}`);
    // Whether a member without parts is shown is asked where somebody has said so.
    return isEmpty(value)
      ? []
      : [finding(read.exchange, `body#${params.shown}/${name}`, 'none', show(value), { kind: 'added' })];
  });
  if (findings.length > 0 || params.before === undefined) return judged(findings);
  const before = record(evidence, params.before, params.shown);
  if (isJudgement(before)) return before;
  return params.members.every((name) => isEmpty(at(before.value, `/${name}`)))
    ? inconclusive(`step "${params.before}" shows no ${params.members.join(' and no ')} that could be removed`)
    : judged([]);
}

function isEmpty(value: Json | undefined): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

export const empties = caseRule(
  {
    id: 'lifecycle.empties',
    title: 'The parts are removed and the record stays',
    fails: '{leaves}: {where} is {actual}',
    explain:
      'After the removal the record is read: it must still be there, with nothing in the parts that were removed.',
    covers: ['E06'],
  },
  PARAMS,
  judge,
);
