import { isSuccessful } from '../../record/success.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, inapplicable, inconclusive, isJudgement, judged } from '../evidence.ts';
import { statusFinding } from '../findings.ts';
import type { Judgement } from '../model.ts';
import { object, STEP, type ParamsOf } from '../params.ts';

const PARAMS = object({
  /** The request without its condition, and with it. */
  plain: STEP,
  probe: STEP,
});

/**
 * RFC 9110 §13.2.1: a server MUST ignore conditions where it would answer the same request without them with anything but a 2xx
 * or 412. What it would answer is asked, and not presumed.
 */
function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const plain = answered(evidence, params.plain);
  if (isJudgement(plain)) return plain;
  const { status } = plain.response;
  if (isSuccessful(status) || status === 412)
    return inapplicable(`without the condition it is answered ${status}, so that the condition may count`);
  if (status >= 500) return inconclusive(`without the condition it is answered ${status}`);
  const probe = answered(evidence, params.probe);
  if (isJudgement(probe)) return probe;
  const counted = probe.response.status === 304 || probe.response.status === 412;
  return judged(
    counted ? [statusFinding(probe.exchange, [status], { expected: `${status}, as without the condition` })] : [],
  );
}

export const conditionRefused = caseRule(
  {
    id: 'media.condition-refused',
    title: 'A condition does not hide that there is nothing',
    fails: 'looks at the condition of a request that it refuses: {actual}',
    explain:
      'An identifier that was never given out is asked for, and asked for again with `If-None-Match: *`. The answer is the same refusal; a 304 or 412 would say that there is something.',
    requirement: 'http.condition-refusal',
    covers: ['D08'],
  },
  PARAMS,
  judge,
);
