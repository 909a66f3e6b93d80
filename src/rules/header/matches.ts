import { header } from '../../record/headers.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, finding, isJudgement, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { object, STEP, TEXT, type ParamsOf } from '../params.ts';
import { patternOf } from '../../record/pattern.ts';

const PARAMS = object({ step: STEP, name: TEXT, pattern: TEXT });

function judge({ step, name, pattern }: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, step);
  if (isJudgement(found)) return found;
  const actual = header(found.response, name.toLowerCase());
  const isRight = actual !== undefined && patternOf(pattern).test(actual);
  return judged(isRight ? [] : [finding(found.exchange, `header ${name}`, `a text like ${pattern}`, actual)]);
}

export const matches = caseRule(
  {
    id: 'header.matches',
    title: 'The header has the right form',
    fails: 'answers with a wrong {where}: {actual} instead of {expected}',
    explain: 'The contract knows the form that this header must have.',
    covers: [],
  },
  PARAMS,
  judge,
);
