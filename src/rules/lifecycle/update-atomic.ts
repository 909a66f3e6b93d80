import type { Json } from '../../record/json.ts';
import { letThrough } from '../../record/success.ts';
import { at } from '../../record/pointer.ts';
import { jsonBody } from '../../record/body.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, inapplicable, isJudgement, judged } from '../evidence.ts';
import { valueFinding } from '../findings.ts';
import type { Judgement } from '../model.ts';
import { object, POINTER, STEP, SUCCESS, type ParamsOf } from '../params.ts';
import { sameValue } from '../same-value.ts';

const PARAMS = object({
  before: STEP,
  update: STEP,
  after: STEP,
  /** The member that was set rightly, in the answer of a read. */
  member: POINTER,
  success: SUCCESS,
});

/** RFC 5789 §2: the whole set of changes MUST be applied, or none of it. What is a faulty change is for the service to say. */
function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const [before, update, after] = [params.before, params.update, params.after].map((step) => answered(evidence, step));
  if (before === undefined || update === undefined || after === undefined) return judged([]);
  for (const found of [before, update, after]) if (isJudgement(found)) return found;
  if (isJudgement(before) || isJudgement(update) || isJudgement(after)) return judged([]);
  if (letThrough(update.exchange, params.success))
    return inapplicable(
      `the update was accepted with ${update.response.status}, so that there is nothing to take back`,
    );
  const member = (found: typeof before): Json | undefined => {
    const body = jsonBody(found.response);
    return body.ok ? at(body.value, params.member) : undefined;
  };
  const [wanted, shown] = [member(before), member(after)];
  return judged(sameValue(wanted, shown) ? [] : [valueFinding(after.exchange, `body#${params.member}`, wanted, shown)]);
}

export const updateAtomic = caseRule(
  {
    id: 'lifecycle.update-atomic',
    title: 'A refused update changes nothing at all',
    fails: 'changes a record with an update that it refuses: {where} is {actual} instead of {expected}',
    explain:
      'An update sets one member rightly and another wrongly. Where it is refused, the record is read again: the member that was set rightly is as it was.',
    requirement: 'http.patch-atomic',
    covers: ['E07'],
  },
  PARAMS,
  judge,
);
