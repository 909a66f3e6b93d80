/** The record in the answer of a step, which rules about its life read and compare. */
import { sameJson, show, type Json } from '../../record/json.ts';
import { at } from '../../record/pointer.ts';
import { jsonBody } from '../../record/body.ts';
import type { CaseEvidence, Exchange } from '../../record/exchange.ts';
import { answered, isJudgement, judged, unnamed } from '../evidence.ts';
import { noList } from '../findings.ts';
import type { Judgement } from '../model.ts';

interface Listing {
  readonly created: string;
  readonly list: string;
  readonly uidSent: string;
  readonly records: string;
  readonly uid: string;
}

/** What was made, and the records of a list that are it. A list that is none is a departure. */
export function listing(
  { created, list, uidSent, records, uid }: Listing,
  evidence: CaseEvidence,
):
  | {
      readonly exchange: Exchange;
      readonly made: Json;
      readonly all: readonly Json[];
      readonly same: readonly Json[];
    }
  | Judgement {
  const found = record(evidence, created, uidSent);
  if (isJudgement(found)) return found;
  const { value: made } = found;
  if (made === undefined) return unnamed(created, uidSent);
  const shown = record(evidence, list, records);
  if (isJudgement(shown)) return shown;
  const { exchange, value } = shown;
  if (!Array.isArray(value)) return judged([noList(exchange, records, show(value))]);
  const all = value as readonly Json[];
  return { exchange, made, all, same: all.filter((one) => sameJson(at(one, uid), made)) };
}

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
