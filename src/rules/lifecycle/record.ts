/** The record in the answer of a step, which rules about its life read and compare. */
import type { Json } from '../../record/json.ts';
import { at } from '../../record/pointer.ts';
import { jsonBody } from '../../record/body.ts';
import type { CaseEvidence, Exchange } from '../../record/exchange.ts';
import { answered, isJudgement } from '../evidence.ts';
import type { Judgement } from '../model.ts';

export function record(
  evidence: CaseEvidence,
  step: string,
  pointer: string,
): { readonly exchange: Exchange; readonly value: Json | undefined } | Judgement {
  const found = answered(evidence, step);
  if (isJudgement(found)) return found;
  const body = jsonBody(found.response);
  return { exchange: found.exchange, value: body.ok ? at(body.value, pointer) : undefined };
}
