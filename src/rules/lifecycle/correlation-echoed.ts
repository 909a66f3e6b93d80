/** The correlation ids of a request, which its answer brings back. */
import type { Json } from '../../record/json.ts';
import { at } from '../../record/pointer.ts';
import { sameJson, show } from '../../record/json.ts';
import { jsonBody, sentJson } from '../../record/body.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, finding, isJudgement, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { object, STEP, TEXT, type ParamsOf } from '../params.ts';

const PARAMS = object({ step: STEP, member: TEXT });

/** Every item of the answer carries the correlation id of the item it answers, in the same order. */
function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, params.step);
  if (isJudgement(found)) return found;
  const body = jsonBody(found.response);
  const list = (value: Json | undefined): readonly (Json | undefined)[] =>
    (Array.isArray(value) ? (value as readonly Json[]) : [value]).map((item) => at(item, `/${params.member}`));
  const sent = list(sentJson(found.exchange));
  const shown = list(body.ok ? body.value : undefined);
  if (sameJson(sent as readonly Json[], shown as readonly Json[])) return judged([]);
  return judged([
    finding(
      found.exchange,
      `body ${params.member}`,
      show(sent as readonly Json[]),
      JSON.stringify(shown.map((s) => s ?? null)),
    ),
  ]);
}

export const correlationEchoed = caseRule(
  {
    id: 'lifecycle.correlation-echoed',
    title: 'Each answer carries the correlation id of its request',
    fails: 'answers without the correlation id of the request: {actual} instead of {expected}',
    explain: 'Clients match answers to the items they sent by this id.',
    covers: ['A25'],
  },
  PARAMS,
  judge,
);
