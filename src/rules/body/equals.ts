import type { Json } from '../../record/json.ts';
import { at } from '../../record/pointer.ts';
import { sameJson } from '../../record/json.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { judged } from '../evidence.ts';
import { valueFinding } from '../findings.ts';
import type { Judgement } from '../model.ts';
import { object, ANYTHING, POINTER, STEP, type ParamsOf } from '../params.ts';
import { withBody } from './with-body.ts';

const PARAMS = object({ step: STEP, pointer: POINTER, value: ANYTHING });

function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  // What a contract writes is JSON, whatever else it is.
  const value = params.value as Json;
  return withBody(evidence, params.step, (body, exchange) =>
    judged(
      sameJson(at(body, params.pointer), value)
        ? []
        : [valueFinding(exchange, `body#${params.pointer}`, value, at(body, params.pointer))],
    ),
  );
}

export const equals = caseRule(
  {
    id: 'body.equals',
    title: 'A member of the answer has the right value',
    fails: 'answers with a wrong {where}: {actual} instead of {expected}',
    explain: 'The contract knows the value that this member must have.',
    covers: [],
  },
  PARAMS,
  judge,
);
