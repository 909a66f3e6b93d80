import { at } from '../../record/pointer.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { finding, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { POINTERS_PARAMS, type PointersParams } from './pointers.ts';
import { withBody } from './with-body.ts';

function judge(params: PointersParams, evidence: CaseEvidence): Judgement {
  return withBody(evidence, params.step, (body, exchange) =>
    judged(
      params.pointers
        .filter((p) => at(body, p) === undefined)
        .map((p) => finding(exchange, `body#${p}`, 'present', undefined)),
    ),
  );
}

export const has = caseRule(
  {
    id: 'body.has',
    title: 'The answer has what it must have',
    fails: 'leaves {where} out of the answer',
    explain: 'These members must be in the answer.',
    covers: ['A04'],
    needs: ['accepted'],
  },
  POINTERS_PARAMS,
  judge,
);
