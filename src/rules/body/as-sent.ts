import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, clip, finding, inconclusive, isJudgement, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { object, STEP, type ParamsOf } from '../params.ts';

const PARAMS = object({
  step: STEP,
  /** The step whose request had the same content. */
  other: STEP,
});

function judge({ step, other }: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, step);
  if (isJudgement(found)) return found;
  const sent = evidence[other]?.[0]?.request.body;
  if (sent === undefined) return inconclusive('what was sent is not on record');
  const { body } = found.response;
  return judged(body === sent ? [] : [finding(found.exchange, 'body', clip(sent, 120), clip(body, 120))]);
}

export const asSent = caseRule(
  {
    id: 'body.as-sent',
    title: 'The content is what was sent',
    fails: 'gives back other content than it was sent: {actual} instead of {expected}',
    explain: 'A file or text was uploaded, and comes back byte for byte, whatever it holds.',
    covers: [],
  },
  PARAMS,
  judge,
);
