/** Whether a read by the tag of a state that is gone gets the record as it is. */
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, finding, isJudgement, judged } from '../evidence.ts';
import { statusFinding } from '../findings.ts';
import type { Judgement } from '../model.ts';
import { object, STEP, type ParamsOf } from '../params.ts';
import { statesOf } from './tags.ts';

const PARAMS = object({
  /** One address, read before and after the record was changed, and once more with If-None-Match and the tag of the first. */
  before: STEP,
  after: STEP,
  stale: STEP,
});

/** RFC 9110 §13.1.2: the condition is evaluated, and holds where no tag of the list is the present one; then the method is performed (§13.2.2). */
function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const states = statesOf(params, evidence);
  if (isJudgement(states)) return states;
  const { before } = states;
  const stale = answered(evidence, params.stale);
  if (isJudgement(stale)) return stale;
  const { status, body } = stale.response;
  if (status === 304) return judged([statusFinding(stale.exchange, [200])]);
  return judged(
    status === 200 && body === before.response.body
      ? [finding(stale.exchange, 'body', 'the record as it is now', 'the record as it was before its change', {})]
      : [],
  );
}

export const staleTag = caseRule(
  {
    id: 'conditional.stale-tag',
    title: 'A read by the tag of a state that is gone gets the record as it is',
    fails: 'does not send a record that has changed to who has it as it was: {actual}',
    explain:
      'A record is read, changed, and read with If-None-Match and the tag that its first read gave. It has another tag by now, so the condition holds and the record is due. Who is told 304 instead goes on with what was.',
    requirement: 'http.condition-holds',
    covers: [],
  },
  PARAMS,
  judge,
);
