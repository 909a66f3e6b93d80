import type { Json } from '../../record/json.ts';
import { at } from '../../record/pointer.ts';
import { sameJson, show } from '../../record/json.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { finding, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { withBody } from './with-body.ts';

interface EqualsParams {
  readonly step: string;
  readonly pointer: string;
  readonly value: Json;
}

function judge(params: EqualsParams, evidence: CaseEvidence): Judgement {
  return withBody(evidence, params.step, (body, exchange) =>
    judged(
      sameJson(at(body, params.pointer), params.value)
        ? []
        : [finding(exchange, `body#${params.pointer}`, show(params.value), show(at(body, params.pointer)))],
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
  {
    type: 'object',
    required: ['step', 'pointer', 'value'],
    properties: { step: { type: 'string' }, pointer: { type: 'string' }, value: {} },
    additionalProperties: false,
  },
  judge,
);
