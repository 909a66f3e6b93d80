import { at } from '../../record/pointer.ts';
import { show, type Json } from '../../record/json.ts';
import { meantJson } from '../../record/body.ts';
import { isSuccessful } from '../../record/success.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, finding, inconclusive, isJudgement, judged } from '../evidence.ts';
import type { Finding, Judgement } from '../model.ts';
import { object, POINTER, STEP, STEPS, type ParamsOf } from '../params.ts';
import { filledUids } from './filled-uids.ts';

const PARAMS = object({
  /** Steps in which another organisation asks for pages. */
  pages: STEPS,
  records: POINTER,
  uid: POINTER,
  /** The step that made records, and where an uid stands in an item of its answers. */
  filled: STEP,
  filledUid: POINTER,
});

/** A page that is refused, as one past the end may be, shows nothing. */
function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const made = filledUids(params, evidence);
  if (isJudgement(made)) return made;
  if (made.length === 0) return inconclusive('the records that were made are not on record');
  const ours = new Set(made.map(show));
  const findings: Finding[] = [];
  for (const step of params.pages) {
    const found = answered(evidence, step);
    if (isJudgement(found)) return found;
    if (!isSuccessful(found.response.status)) continue;
    const records = at(meantJson(found.response), params.records);
    const shown = Array.isArray(records) ? (records as readonly Json[]).map((one) => at(one, params.uid)) : [];
    const foreign = shown.filter((uid) => uid !== undefined && ours.has(show(uid)));
    if (foreign.length > 0)
      findings.push(
        finding(found.exchange, 'body records', 'none of ours', foreign.map((uid) => show(uid)).join(', ')),
      );
  }
  return judged(findings);
}

export const othersApart = caseRule(
  {
    id: 'page.others-apart',
    title: 'No page holds records of others',
    fails: 'shows records of another organisation on a later page: {actual}',
    explain:
      'Records are made, and another organisation asks for second pages of several sizes, which between them reach the beginning of any list. A condition that is left out of the query for all pages but the first shows what belongs to others.',
    covers: ['G12', 'I15'],
  },
  PARAMS,
  judge,
);
