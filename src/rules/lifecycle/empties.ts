import { at } from '../../record/pointer.ts';
import { show } from '../../record/json.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { beginning, finding, isJudgement, judged } from '../evidence.ts';
import { statusFinding } from '../findings.ts';
import type { Judgement } from '../model.ts';
import { object, POINTER, STEP, TEXTS, type ParamsOf } from '../params.ts';
import { isSuccessful } from '../../record/success.ts';
import { record } from './record.ts';

const PARAMS = object({ read: STEP, members: TEXTS, shown: POINTER });

function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const read = record(evidence, params.read, params.shown);
  if (isJudgement(read)) return read;
  const { response } = read.exchange;
  if (response !== undefined && !isSuccessful(response.status))
    return judged([statusFinding(read.exchange, [], { expected: 'the record', actual: beginning(response) })]);
  return judged(
    params.members.flatMap((name) => {
      const value = at(read.value, `/${name}`);
      // Whether a member without parts is shown is asked where somebody has said so.
      return value === undefined || (Array.isArray(value) && value.length === 0)
        ? []
        : [finding(read.exchange, `body#${params.shown}/${name}`, 'none', show(value), { kind: 'added' })];
    }),
  );
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
