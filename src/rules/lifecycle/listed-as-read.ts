/** Whether a list shows a record as its own read does; a list may show less. */
import type { Json } from '../../record/json.ts';
import { at } from '../../record/pointer.ts';
import { sameJson } from '../../record/json.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { inapplicable, isJudgement, judged } from '../evidence.ts';
import { valueFinding } from '../findings.ts';
import type { Judgement } from '../model.ts';
import { object, POINTER, STEP, type ParamsOf } from '../params.ts';
import { record } from './record.ts';

const PARAMS = object({
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

function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const created = record(evidence, params.create, params.uidSent);
  if (isJudgement(created)) return created;
  const read = record(evidence, params.read, params.shown);
  if (isJudgement(read)) return read;
  const list = record(evidence, params.list, params.records);
  if (isJudgement(list)) return list;
  const entries = Array.isArray(list.value) ? (list.value as readonly Json[]) : [];
  const place = entries.findIndex((entry) => sameJson(at(entry, params.uid), created.value));
  const listed = at(entries[place], params.record);
  if (!isMembers(listed) || !isMembers(read.value)) return inapplicable('the record is not listed');
  const shown = read.value;
  return judged(
    Object.entries(listed)
      .filter(([name, value]) => name in shown && !sameJson(value, shown[name]))
      .map(([name, value]) =>
        valueFinding(list.exchange, `body#${params.records}/${place}${params.record}/${name}`, shown[name], value),
      ),
  );
}

function isMembers(value: Json | undefined): value is Readonly<Record<string, Json>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const listedAsRead = caseRule(
  {
    id: 'lifecycle.listed-as-read',
    title: 'A list shows a changed record as its own read does',
    fails: 'lists a record otherwise than its own read shows it: {where} is {actual} instead of {expected}',
    explain:
      'A record is changed, read by its identifier, and looked for in its list. What both show is the same. A list from an index or a cache that does not learn of changes shows what the record was.',
    covers: ['E12'],
  },
  PARAMS,
  judge,
);
