import { header } from '../../record/headers.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, finding, isJudgement, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { object, STEP, TEXT, type ParamsOf } from '../params.ts';

const PARAMS = object({ step: STEP, name: TEXT, value: TEXT });

function judge({ step, name, value }: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, step);
  if (isJudgement(found)) return found;
  const actual = header(found.response, name.toLowerCase());
  return judged(actual === value ? [] : [finding(found.exchange, `header ${name}`, value, actual)]);
}

export const equals = caseRule(
  {
    id: 'header.equals',
    title: 'The header has the right value',
    fails: 'answers with a wrong {where}: {actual} instead of {expected}',
    explain: 'The contract knows the value that this header must have.',
    covers: [],
  },
  PARAMS,
  judge,
);
