/** A record in the answer of its own read, and its entry in a list. */
import type { Json } from '../../record/json.ts';
import { at } from '../../record/pointer.ts';
import { sameJson } from '../../record/json.ts';
import type { CaseEvidence, Exchange } from '../../record/exchange.ts';
import { inapplicable, isJudgement } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { object, POINTER, STEP, type ParamsOf } from '../params.ts';
import { entriesOf, isReduced, record, REDUCED } from './record.ts';

export const LISTED_ENTRY = object({
  create: STEP,
  read: STEP,
  list: STEP,
  uidSent: POINTER,
  shown: POINTER,
  records: POINTER,
  /** Pointers, below an entry of the list, to the record and to its identifier. */
  record: POINTER,
  uid: POINTER,
});

type Members = Readonly<Record<string, Json>>;

interface ListedEntry {
  /** As the read and the list show it. */
  readonly read: Members;
  readonly listed: Members;
  /** The answer that lists it, and where in it. */
  readonly exchange: Exchange;
  readonly where: string;
}

export function listedEntry(params: ParamsOf<typeof LISTED_ENTRY>, evidence: CaseEvidence): ListedEntry | Judgement {
  const created = record(evidence, params.create, params.uidSent);
  if (isJudgement(created)) return created;
  const read = record(evidence, params.read, params.shown);
  if (isJudgement(read)) return read;
  const list = entriesOf(evidence, params.list, params.records);
  if (isJudgement(list)) return list;
  const entry = list.all.find(({ value }) => sameJson(at(value, params.uid), created.value));
  const listed = entry === undefined ? undefined : at(entry.value, params.record);
  if (entry === undefined || !isMembers(listed) || !isMembers(read.value))
    return inapplicable('the record is not listed');
  if (isReduced(entry)) return inapplicable(REDUCED);
  return { read: read.value, listed, exchange: entry.exchange, where: `${entry.where}${params.record}` };
}

function isMembers(value: Json | undefined): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
