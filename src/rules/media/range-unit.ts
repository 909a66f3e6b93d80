import { succeeded } from '../../record/success.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, beginning, inconclusive, isJudgement, judged } from '../evidence.ts';
import { statusFinding } from '../findings.ts';
import type { Judgement } from '../model.ts';
import { object, STEP, SUCCESS, type ParamsOf } from '../params.ts';

const PARAMS = object({
  step: STEP,
  /** The same without Range, afterwards: it is still there. */
  after: STEP,
  success: SUCCESS,
});

/** RFC 9110 §14.2: an origin server MUST ignore a Range in a unit that it does not understand. */
function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, params.step);
  if (isJudgement(found)) return found;
  const { exchange, response } = found;
  // A part is no whole, whatever unit its range is of.
  if (response.status !== 206 && succeeded(exchange, params.success)) return judged([]);
  const after = answered(evidence, params.after);
  if (isJudgement(after)) return after;
  if (!succeeded(after.exchange, params.success))
    return inconclusive(`without Range it is answered ${after.response.status} now`);
  return judged([
    statusFinding(exchange, [], { expected: 'the whole, as without Range', actual: beginning(response) }),
  ]);
}

export const rangeUnit = caseRule(
  {
    id: 'media.range-unit',
    title: 'A Range in an unknown unit is ignored',
    fails: '{refuses} a Range in an unknown unit: {status}',
    awaits: 'acceptance',
    explain:
      'The whole is asked for in a unit that nobody knows. A server that does not know the unit answers as if there were no Range, and not with 416.',
    requirement: 'http.range-unit',
    covers: ['D10'],
  },
  PARAMS,
  judge,
);
