import { at } from '../../record/pointer.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { judged } from '../evidence.ts';
import { valueFinding } from '../findings.ts';
import type { Judgement } from '../model.ts';
import { POINTERS_PARAMS, type PointersParams } from './pointers.ts';
import { withBody } from './with-body.ts';

function judge(params: PointersParams, evidence: CaseEvidence): Judgement {
  return withBody(evidence, params.step, (body, exchange) =>
    judged(
      params.pointers
        .filter((p) => at(body, p) !== undefined)
        .map((p) => valueFinding(exchange, `body#${p}`, undefined, at(body, p))),
    ),
  );
}

export const lacks = caseRule(
  {
    id: 'body.lacks',
    title: 'The answer does not have what it must not have',
    fails: 'answers with {where}, which must not be there',
    explain: 'These members must not be in the answer.',
    covers: ['A23'],
  },
  POINTERS_PARAMS,
  judge,
);
