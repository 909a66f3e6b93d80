/** Whether a read by the tag of the present state is told that nothing has changed. */
import type { CaseEvidence } from '../../record/exchange.ts';
import { header } from '../../record/headers.ts';
import { caseRule } from '../case-rule.ts';
import { answered, inapplicable, isJudgement, judged } from '../evidence.ts';
import { statusFinding } from '../findings.ts';
import type { Judgement } from '../model.ts';
import { object, STEP, type ParamsOf } from '../params.ts';
import { isSameTag } from './tags.ts';

const PARAMS = object({
  /** A read, and the same with If-None-Match and the tag that it gave. */
  after: STEP,
  current: STEP,
});

/** RFC 9110 §13.1.2: a condition that does not hold is answered 304 by GET. Which tag is the present one only the second answer says. */
function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const after = answered(evidence, params.after);
  if (isJudgement(after)) return after;
  const given = header(after.response, 'etag');
  if (given === undefined) return inapplicable('no entity tag is sent');
  const current = answered(evidence, params.current);
  if (isJudgement(current)) return current;
  const { status } = current.response;
  if (status === 304) return judged([]);
  const present = header(current.response, 'etag');
  if (status !== 200 || present === undefined || !isSameTag(given, present))
    return inapplicable('by then its entity tag is another, or none');
  return judged([statusFinding(current.exchange, [304])]);
}

export const currentTag = caseRule(
  {
    id: 'conditional.current-tag',
    title: 'A read by the tag of the present state is answered 304',
    fails: 'sends a record again to who has it as it is: {status}',
    explain:
      'A record is read, and read again with If-None-Match and the tag that was given. The second answer has the same tag, so that the condition did not hold and 304 was due. Tags that nobody looks at save nothing.',
    requirement: 'http.condition-fails',
    covers: [],
  },
  PARAMS,
  judge,
);
