import { succeeded } from '../../record/success.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, beginning, inconclusive, isJudgement, judged } from '../evidence.ts';
import { statusFinding } from '../findings.ts';
import type { Judgement } from '../model.ts';
import { object, STEP, SUCCESS, TEXTS, type ParamsOf } from '../params.ts';

const PARAMS = object({
  step: STEP,
  success: SUCCESS,
  /** Kinds of refusal that the contract declares and no planned case of the endpoint provokes. */
  unprovoked: TEXTS,
});

/**
 * Nothing was shown of an operation that never succeeded, however many refusals were right. A refusal that no case
 * brings about is no departure of the service, so there is nothing to fail: it is simply not known.
 *
 * A check of one case, in the one group that sends the operation's success: whatever shards a run has, its result is
 * made in one place. What each case saw of a refusal is the verdict of that case.
 */
function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, params.step);
  if (isJudgement(found)) return found;
  const { exchange, response } = found;
  if (!succeeded(exchange, params.success))
    return judged([
      statusFinding(exchange, [], {
        expected: 'a success, without which nothing is shown of the operation',
        actual: beginning(response),
      }),
    ]);
  if (params.unprovoked.length > 0)
    return inconclusive(`no case provokes the declared refusal: ${params.unprovoked.join(', ')}`);
  return judged([]);
}

export const exercised = caseRule(
  {
    id: 'coverage.exercised',
    title: 'The operation was seen to succeed, and every declared refusal is provoked',
    fails: 'never succeeds, so that its refusals show nothing: {actual}',
    explain:
      'A service that refuses everything keeps every rule about refusals. So an operation counts only where it succeeded once for a caller who may use it, and a contract only where some case brings about each refusal that it declares.',
    covers: ['M02', 'H10'],
  },
  PARAMS,
  judge,
);
