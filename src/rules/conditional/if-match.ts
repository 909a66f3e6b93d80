/** Whether a write that is meant for a state that is gone is left undone. */
import type { CaseEvidence } from '../../record/exchange.ts';
import { header } from '../../record/headers.ts';
import { isSuccessful } from '../../record/success.ts';
import { caseRule } from '../case-rule.ts';
import { answered, inconclusive, isJudgement, judged } from '../evidence.ts';
import { statusFinding } from '../findings.ts';
import type { Judgement } from '../model.ts';
import { object, STEP, type ParamsOf } from '../params.ts';
import { isSameTag, statesOf } from './tags.ts';

const PARAMS = object({
  /** One address, read before and after the record was changed. */
  before: STEP,
  after: STEP,
  /** A write with If-Match and the tag of the first, and a read behind it with If-None-Match and that of the second. */
  write: STEP,
  behind: STEP,
});

/** What is not found is gone. */
const GONE = [404, 410];

/** RFC 9110 §13.1.1: the method is not performed where no tag of the list is the present one. How that is answered is for the service to say. */
function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const states = statesOf(params, evidence);
  if (isJudgement(states)) return states;
  const { after, is } = states;
  const write = answered(evidence, params.write);
  if (isJudgement(write)) return write;
  if (!isSuccessful(write.response.status)) return judged([]);
  const behind = answered(evidence, params.behind);
  if (isJudgement(behind)) return behind;
  const { status, body } = behind.response;
  const departure = statusFinding(write.exchange, [], { expected: 'nothing done, such as 412' });
  if (GONE.includes(status)) return judged([departure]);
  if (status === 304) return judged([]);
  if (!isSuccessful(status)) return inconclusive(`the read afterwards was answered ${status}`);
  // A body that no two reads have alike may have a tag of its state all the same.
  const isAsBefore = body === after.response.body || isSameTag(is, header(behind.response, 'etag') ?? '');
  return judged(isAsBefore ? [] : [departure]);
}

export const ifMatch = caseRule(
  {
    id: 'conditional.if-match',
    title: 'What is asked for with If-Match is not done to a record that is another by now',
    fails: 'does not look at If-Match: an update by the tag of a state that is gone is carried out: {status}',
    explain:
      'A record is read, changed, and written to with If-Match and the tag that its first read gave. It has another tag by now, so the condition does not hold and nothing is to be done: 412 says so. Whoever carries it out writes over what somebody else has changed since, and the client that asked for the opposite never hears of it.',
    requirement: 'http.if-match',
    covers: [],
  },
  PARAMS,
  judge,
);
