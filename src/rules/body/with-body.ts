/** Judges the JSON body of the one answer of a step, where there is an answer. */
import type { CaseEvidence, Exchange } from '../../exchange/model.ts';
import type { Json } from '../../load/model.ts';
import { answered, isJudgement, jsonBody } from '../evidence.ts';
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
