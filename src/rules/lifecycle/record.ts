/** The record in the answer of a step, which rules about its life read and compare. */
import { defined } from '../../record/defined.ts';
import { sameJson, show, type Json } from '../../record/json.ts';
import { at } from '../../record/pointer.ts';
import { meantJson } from '../../record/body.ts';
import type { CaseEvidence, Exchange } from '../../record/exchange.ts';
import { isCut, notToTheEnd } from '../cut.ts';
import { answered, isJudgement, judged, unnamed, unsettled } from '../evidence.ts';
import { noList } from '../findings.ts';
import type { Judgement } from '../model.ts';

/** An entry of a list, and where it stands. */
interface Entry {
  readonly value: Json;
  readonly exchange: Exchange;
  readonly where: string;
}

/** Of a page far down a long list no more was kept than tells its records apart. */
export function isReduced({ exchange }: Pick<Entry, 'exchange'>): boolean {
  return exchange.response?.reduced !== undefined;
}

export const REDUCED = 'the list is so long that its records were not kept whole';

interface Entries {
  /** The first page. */
  readonly exchange: Exchange;
  readonly all: readonly Entry[];
  /** Why what is not among them, or is among them twice, may be in the list once all the same. */
  readonly unsure?: Judgement;
}

/** What a list holds, over all its pages. A list that is none is a departure. */
export function entriesOf(evidence: CaseEvidence, step: string, records: string): Entries | Judgement {
  const first = answered(evidence, step);
  if (isJudgement(first)) return first;
  const pages = (evidence[step] ?? []).map((exchange) => ({ exchange, list: valueAt(exchange, records) }));
  const none = pages.find(({ list }) => !Array.isArray(list));
  if (none !== undefined) return judged([noList(none.exchange, records, show(none.list))]);
  const all = pages.flatMap(({ exchange, list }) =>
    (list as readonly Json[]).map((value, place) => ({ value, exchange, where: `body#${records}/${place}` })),
  );
  return { exchange: first.exchange, all, ...defined({ unsure: unsureOf(pages) }) };
}

/** Where something was written between two pages, records move from one to the other. */
function unsureOf(pages: readonly { readonly exchange: Exchange }[]): Judgement | undefined {
  if (isCut(pages)) return notToTheEnd(pages);
  return pages.length > 1 && pages.some(({ exchange }) => exchange.crossed === true)
    ? unsettled('other cases of this run wrote to the list while its pages were read')
    : undefined;
}

interface Listing {
  readonly created: string;
  readonly list: string;
  readonly uidSent: string;
  readonly records: string;
  readonly uid: string;
}

/** What was made, and the records of a list that are it. */
export function listing(
  { created, list, uidSent, records, uid }: Listing,
  evidence: CaseEvidence,
): (Entries & { readonly made: Json; readonly same: readonly Entry[] }) | Judgement {
  const found = record(evidence, created, uidSent);
  if (isJudgement(found)) return found;
  const { value: made } = found;
  if (made === undefined) return unnamed(created, uidSent);
  const entries = entriesOf(evidence, list, records);
  if (isJudgement(entries)) return entries;
  return { ...entries, made, same: entries.all.filter(({ value }) => sameJson(at(value, uid), made)) };
}

export function record(
  evidence: CaseEvidence,
  step: string,
  pointer: string,
): { readonly exchange: Exchange; readonly value: Json | undefined } | Judgement {
  const found = answered(evidence, step);
  if (isJudgement(found)) return found;
  return { exchange: found.exchange, value: valueAt(found.exchange, pointer) };
}

function valueAt({ response }: Exchange, pointer: string): Json | undefined {
  return response === undefined ? undefined : at(meantJson(response), pointer);
}
