/** What rules on queries share: the records of a list, over all its pages, and those that were made before. */
import type { Json } from '../../record/json.ts';
import { show } from '../../record/json.ts';
import { meantJson } from '../../record/body.ts';
import type { CaseEvidence, Exchange } from '../../record/exchange.ts';
import { at } from '../../record/pointer.ts';
import { answered, inconclusive, isJudgement, judged } from '../evidence.ts';
import { noList } from '../findings.ts';
import type { Judgement } from '../model.ts';
import { POINTER, STEP, STEPS } from '../params.ts';

export const QUERIED = {
  step: STEP,
  /** Pointer to the array of records in an answer, and to the identifier below an entry. */
  records: POINTER,
  uid: POINTER,
  /** Steps that made records that have to come, and where the identifier stands in their answers. */
  wanted: STEPS,
  made: POINTER,
} as const;

export interface ListEntry {
  readonly exchange: Exchange;
  readonly value: Json;
  readonly id: string;
}

/** All entries of the list, in their order; or why they cannot be judged. */
export function entriesOf(
  { step, records, uid }: { readonly step: string; readonly records: string; readonly uid: string },
  evidence: CaseEvidence,
): readonly ListEntry[] | Judgement {
  const first = answered(evidence, step);
  if (isJudgement(first)) return first;
  const entries: ListEntry[] = [];
  for (const exchange of evidence[step] ?? []) {
    if (exchange.response === undefined) return inconclusive('a page has no answer');
    const list = at(meantJson(exchange.response), records);
    if (!Array.isArray(list)) return judged([noList(exchange, records, `${exchange.response.status} ${show(list)}`)]);
    for (const value of list as readonly Json[]) entries.push({ exchange, value, id: show(at(value, uid)) });
  }
  return entries;
}

/** The identifiers of what some steps made. */
export function madeBy(
  steps: readonly string[],
  pointer: string,
  evidence: CaseEvidence,
): readonly string[] | Judgement {
  const ids: string[] = [];
  for (const step of steps) {
    const found = answered(evidence, step);
    if (isJudgement(found)) return found;
    const id = at(meantJson(found.response), pointer);
    if (id === undefined) return inconclusive(`step "${step}" brought no identifier`);
    ids.push(show(id));
  }
  return ids;
}
