import type { Json } from '../../record/json.ts';
import { at } from '../../record/pointer.ts';
import { sameJson } from '../../record/json.ts';
import { jsonBody } from '../../record/body.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, finding, isJudgement, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { object, FLAGS, POINTER, STEP, type ParamsOf } from '../params.ts';

const PARAMS = object({ step: STEP, flag: POINTER, wanted: FLAGS });

function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, params.step);
  if (isJudgement(found)) return found;
  const body = jsonBody(found.response);
  const items = body.ok && Array.isArray(body.value) ? (body.value as readonly Json[]) : [];
  const shown = items.map((item) => at(item, params.flag) === true);
  if (sameJson(shown, params.wanted)) return judged([]);
  return judged([
    finding(
      found.exchange,
      `body ${params.flag}`,
      JSON.stringify(params.wanted),
      `status ${found.response.status}, ${JSON.stringify(shown)}`,
    ),
  ]);
}

export const batchIndependent = caseRule(
  {
    id: 'lifecycle.batch-independent',
    title: 'One faulty item does not stop the others',
    fails: 'lets one faulty item stop the others of its batch: {actual}',
    explain:
      'A batch with one faulty item between two good ones is sent: the good ones are stored, the faulty one is refused.',
    covers: ['E07'],
  },
  PARAMS,
  judge,
);
