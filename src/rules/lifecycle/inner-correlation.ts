/** The correlation id of a record that was sent inside another one, in what the answer says of it. */
import { jsonBody, sentJson } from '../../record/body.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { at } from '../../record/pointer.ts';
import { caseRule } from '../case-rule.ts';
import { answered, inapplicable, inconclusive, isJudgement, judged } from '../evidence.ts';
import { valueFinding } from '../findings.ts';
import type { Judgement } from '../model.ts';
import { object, POINTER, STEP, TEXT, type ParamsOf } from '../params.ts';

const PARAMS = object({
  step: STEP,
  member: TEXT,
  /** Where the envelope of the record stands in the request, and where the answer speaks of it. */
  sent: POINTER,
  shown: POINTER,
});

function judge({ step, member, sent, shown }: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, step);
  if (isJudgement(found)) return found;
  const body = jsonBody(found.response);
  if (!body.ok || at(body.value, shown) === undefined)
    return inapplicable('the answer says nothing of it, which is judged by itself');
  const wanted = at(sentJson(found.exchange), `${sent}/${member}`);
  if (wanted === undefined) return inconclusive('what was sent is not on record');
  const given = at(body.value, `${shown}/${member}`);
  return judged(given === wanted ? [] : [valueFinding(found.exchange, `body#${shown}/${member}`, wanted, given)]);
}

export const innerCorrelation = caseRule(
  {
    id: 'lifecycle.inner-correlation',
    title: 'Records inside a created one have their own correlation ids in the answer',
    fails:
      'answers for {key} of a create with another correlation id than it was sent with: {actual} instead of {expected}',
    explain:
      'Each record inside another one is sent in an envelope of its own. Who sends several matches what is said of each by its correlation id, and that of the outer record says of none which it is.',
    covers: ['A25'],
  },
  PARAMS,
  judge,
);
