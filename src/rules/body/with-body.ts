/** Judges the JSON body of the one answer of a step, where there is an answer. */
import type { Json } from '../../record/json.ts';
import { jsonBody } from '../../record/body.ts';
import type { CaseEvidence, Exchange } from '../../record/exchange.ts';
import { answered, isJudgement } from '../evidence.ts';
import type { Judgement } from '../model.ts';

export function withBody(
  evidence: CaseEvidence,
  step: string,
  judge: (body: Json | undefined, exchange: Exchange) => Judgement,
): Judgement {
  const found = answered(evidence, step);
  if (isJudgement(found)) return found;
  const body = jsonBody(found.response);
  return judge(body.ok ? body.value : undefined, found.exchange);
}
