import type { CaseEvidence } from '../../record/exchange.ts';
import { letThrough } from '../../record/success.ts';
import { caseRule } from '../case-rule.ts';
import { answered, inapplicable, isJudgement } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { object, SUCCESS, type ParamsOf } from '../params.ts';
import { judgeTrace, TRACE_PARAMS } from '../store/no-trace.ts';

const { value, shown, before, ...needed } = TRACE_PARAMS.properties;
const PARAMS = object({ ...needed, success: SUCCESS }, { value, shown, before });

/** Where it is not refused, that is what is wrong. */
function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const sent = answered(evidence, params.sent);
  if (isJudgement(sent)) return sent;
  if (letThrough(sent.exchange, params.success))
    return inapplicable('the record was taken with what is inside it, which is judged by itself');
  return judgeTrace(params, evidence);
}

export const noTraceInside = caseRule(
  {
    id: 'input.no-trace-inside',
    title: 'A create that is refused for what is inside it leaves no trace',
    fails: 'stores a record although it refuses the create for what is inside it',
    explain:
      'A record is sent with another one inside that has a fault, and the list is fetched afterwards. Who stores a record before what it brings is judged keeps a half of what it said that it did not take, and the same request without the fault is then refused as sent before.',
    covers: ['E07'],
    needs: ['list'],
    filled: 'listed',
  },
  PARAMS,
  judge,
);
