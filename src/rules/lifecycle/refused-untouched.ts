import { letThrough } from '../../record/success.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, inapplicable, isJudgement } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { object, POINTER, STEP, SUCCESS, type ParamsOf } from '../params.ts';
import { othersKept } from './others-kept.ts';

const PARAMS = object({
  before: STEP,
  /** The write that is to be refused. */
  refused: STEP,
  after: STEP,
  shown: POINTER,
  success: SUCCESS,
});

/** A write that is served is another check's business; one that is refused leaves the record as a read showed it before. */
function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const { before, refused, after, shown, success } = params;
  const found = answered(evidence, refused);
  if (isJudgement(found)) return found;
  if (letThrough(found.exchange, success))
    return inapplicable(
      `the write was served with ${found.response.status}, so that nothing says that it was not done`,
    );
  // An earlier write that was refused may have been carried out, and is judged by itself.
  const there = answered(evidence, before);
  if (!isJudgement(there) && there.response.status >= 400)
    return inapplicable(`the record was answered ${there.response.status} before`);
  return othersKept.judge({ before, after, shown }, evidence);
}

export const refusedUntouched = caseRule(
  {
    id: 'lifecycle.refused-untouched',
    title: 'A write that is refused for its token changes nothing',
    fails: 'carries out a write that it refuses for its token: {where} is {actual} instead of {expected}',
    explain:
      'A write with a token that was changed after signing is refused, and the record read again: it is as it was. A handler that goes on once its answer is sent, or that is called beside the one that looks at tokens, does what it says it does not.',
    covers: ['G01', 'E07'],
  },
  PARAMS,
  judge,
);
