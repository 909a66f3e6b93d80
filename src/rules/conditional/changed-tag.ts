/** Whether the entity tag of a record is another one once its content is. */
import type { CaseEvidence } from '../../record/exchange.ts';
import { header } from '../../record/headers.ts';
import { caseRule } from '../case-rule.ts';
import { answered, finding, inapplicable, isJudgement, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { object, STEP, type ParamsOf } from '../params.ts';

const PARAMS = object({
  /** One address, read before and after the record was changed. */
  before: STEP,
  after: STEP,
});

/** A weak tag may stay for as long as the one content is good enough for the other (RFC 9110 §8.8.1). */
const STRONG = /^"/;

function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const before = answered(evidence, params.before);
  if (isJudgement(before)) return before;
  const after = answered(evidence, params.after);
  if (isJudgement(after)) return after;
  const [was, is] = [header(before.response, 'etag'), header(after.response, 'etag')];
  if (was === undefined || !STRONG.test(was)) return inapplicable('no strong entity tag is sent');
  if (before.response.status !== 200 || after.response.status !== 200) return inapplicable('it was not read twice');
  if (before.response.body === after.response.body) return inapplicable('what is read has not changed');
  return judged(was === is ? [finding(after.exchange, 'header etag', `another than ${was}`, is)] : []);
}

export const changedTag = caseRule(
  {
    id: 'conditional.changed-tag',
    title: 'What changed has another entity tag',
    fails: 'keeps the entity tag of a record that has changed: {actual}',
    explain:
      'A record is read, changed, and read again. Its content is another one, and so is a strong entity tag: a cache that asks by a tag which stays is told that nothing has changed, and shows for ever what was.',
    requirement: 'http.tag-changes',
    covers: [],
  },
  PARAMS,
  judge,
);
