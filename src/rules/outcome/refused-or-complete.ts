import { succeeded } from '../../record/success.ts';
import { at } from '../../record/pointer.ts';
import { jsonBody } from '../../record/body.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, finding, isJudgement, judged } from '../evidence.ts';
import { statusFinding } from '../findings.ts';
import type { Judgement } from '../model.ts';
import { object, POINTERS, STEP, SUCCESS, type ParamsOf } from '../params.ts';

const PARAMS = object({ step: STEP, success: SUCCESS, pointers: POINTERS });

function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, params.step);
  if (isJudgement(found)) return found;
  const { exchange, response } = found;
  const body = jsonBody(response);
  // An unreadable success shows no flag, so it rejects nothing.
  const isUnreadable = response.status < 300 && !body.ok;
  if (!isUnreadable && !succeeded(exchange, params.success)) {
    return judged(
      response.status >= 500
        ? [statusFinding(exchange, [], { expected: 'a refusal below 500, or a complete success' })]
        : [],
    );
  }
  return judged(
    params.pointers
      .filter((pointer) => !body.ok || at(body.value, pointer) === undefined)
      .map((pointer) => finding(exchange, `body#${pointer}`, 'present in an accepted answer', undefined)),
  );
}

export const refusedOrComplete = caseRule(
  {
    id: 'outcome.refused-or-complete',
    title: 'Refused, or accepted whole',
    fails: 'accepts a request and does half of its work: {where} is {actual}',
    explain:
      'The documents do not say whether the service must refuse this. They do rule out the middle way: accepting it and then doing only half of the work.',
    covers: [],
    filled: 'success',
  },
  PARAMS,
  judge,
);
