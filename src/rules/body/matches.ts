import { maybe } from '../../record/defined.ts';
import { show } from '../../record/json.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { at } from '../../record/pointer.ts';
import { caseRule } from '../case-rule.ts';
import { finding, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { object, POINTER, STEP, TEXT, type ParamsOf } from '../params.ts';
import { patternOf } from '../../record/pattern.ts';
import { withBody } from './with-body.ts';

const PARAMS = object({ step: STEP, pointer: POINTER, pattern: TEXT });

function judge({ step, pointer, pattern }: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  return withBody(evidence, step, (body, exchange) => {
    const value = at(body, pointer);
    const isRight = typeof value === 'string' && patternOf(pattern).test(value);
    return judged(isRight ? [] : [finding(exchange, `body#${pointer}`, `a text like ${pattern}`, maybe(value, show))]);
  });
}

export const matches = caseRule(
  {
    id: 'body.matches',
    title: 'A member of the answer has the right form',
    fails: 'answers with a wrong {where}: {actual} instead of {expected}',
    explain: 'The contract knows the form that this text must have.',
    covers: [],
  },
  PARAMS,
  judge,
);
