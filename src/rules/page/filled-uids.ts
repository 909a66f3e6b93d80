/** The uids of the records that this run made and that are there, from the answers of the step that filled the collection. */
import type { Json } from '../../record/json.ts';
import { at } from '../../record/pointer.ts';
import { jsonBody } from '../../record/body.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { answered, isJudgement } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import type { PageParams } from './page-rule.ts';

export function filledUids(params: PageParams, evidence: CaseEvidence): readonly Json[] | Judgement {
  if (params.filled === undefined) return [];
  const found = answered(evidence, params.filled);
  if (isJudgement(found)) return found;
  const made = (evidence[params.filled] ?? []).flatMap(({ response }) => {
    const body = response === undefined ? undefined : jsonBody(response);
    if (body?.ok !== true) return [];
    const items = Array.isArray(body.value) ? (body.value as readonly Json[]) : [body.value];
    return items.map((item) => at(item, params.filledUid ?? '') ?? null);
  });
  return params.isFirstGone === true ? made.slice(1) : made;
}
