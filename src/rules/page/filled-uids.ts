/** The uids of the records that this run made and that are there, from the answers of the step that filled the collection. */
import type { Json } from '../../record/json.ts';
import { decodePercent } from '../../record/percent.ts';
import { at } from '../../record/pointer.ts';
import { meantJson } from '../../record/body.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { answered, isJudgement, unnamed } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import type { PageParams } from './page-rule.ts';

export function filledUids(
  params: Pick<PageParams, 'filled' | 'filledUid' | 'isFirstGone'> & { readonly filledSegment?: number },
  evidence: CaseEvidence,
): readonly Json[] | Judgement {
  const { filled, filledUid = '', filledSegment } = params;
  if (filled === undefined) return [];
  const found = answered(evidence, filled);
  if (isJudgement(found)) return found;
  const made: readonly (Json | undefined)[] = (evidence[filled] ?? []).flatMap(({ request, response }) => {
    if (response === undefined) return [];
    if (filledSegment !== undefined) return [segmentFromEnd(request.url, filledSegment)];
    const shown = meantJson(response);
    if (shown === undefined) return [undefined];
    const items = Array.isArray(shown) ? (shown as readonly Json[]) : [shown];
    return items.map((item) => at(item, filledUid));
  });
  if (!isWhole(made)) return unnamed(filled, filledUid);
  return params.isFirstGone === true ? made.slice(1) : made;
}

function segmentFromEnd(url: string, place: number): string | undefined {
  const segment = new URL(url, 'http://localhost').pathname.split('/').at(-1 - place);
  return segment === undefined ? undefined : decodePercent(segment);
}

function isWhole(uids: readonly (Json | undefined)[]): uids is readonly Json[] {
  return !uids.includes(undefined);
}
