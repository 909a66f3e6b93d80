/** Whether an update made another record: what it sets is new, so that what else has it was made of it. */
import { sentJson } from '../../record/body.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { sameJson, show, type Json } from '../../record/json.ts';
import { at } from '../../record/pointer.ts';
import { caseRule } from '../case-rule.ts';
import { finding, inapplicable, inconclusive, isJudgement, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { object, POINTER, STEP, type ParamsOf } from '../params.ts';
import { entriesOf, record } from './record.ts';
import { sameStored } from '../same-value.ts';

const PARAMS = object({
  create: STEP,
  update: STEP,
  list: STEP,
  uidSent: POINTER,
  /** Pointers to the record in the request, to the records in the list, and below an entry of it to the record and its identifier. */
  sent: POINTER,
  records: POINTER,
  record: POINTER,
  uid: POINTER,
});

function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const created = record(evidence, params.create, params.uidSent);
  if (isJudgement(created)) return created;
  const list = entriesOf(evidence, params.list, params.records);
  if (isJudgement(list)) return list;
  const update = evidence[params.update]?.[0];
  const sent = update === undefined ? undefined : at(sentJson(update), params.sent);
  if (typeof sent !== 'object' || sent === null) return inconclusive('what was sent is not on record');
  const members = Object.entries(sent as Readonly<Record<string, Json>>);
  const having = list.all.filter(({ value: entry }) =>
    members.every(([name, value]) => sameStored(value, at(at(entry, params.record), `/${name}`))),
  );
  if (having.length === 0) return inapplicable('the list does not show what the update set');
  const other = having.find(({ value: entry }) => !sameJson(at(entry, params.uid), created.value));
  if (other === undefined) return judged([]);
  const isNamedToo = having.some(({ value: entry }) => sameJson(at(entry, params.uid), created.value));
  return judged([
    finding(
      other.exchange,
      other.where,
      `what the update set in record ${show(created.value)} alone`,
      `the record that it names ${isNamedToo ? 'is changed too' : 'stays as it was'}`,
    ),
  ]);
}

export const updateMakesNone = caseRule(
  {
    id: 'lifecycle.update-makes-none',
    title: 'An update makes no record',
    fails: 'makes another record by an update: {actual}',
    explain:
      'A record gets a text by an update that no other has, and the list is fetched: no other record has it. One that does was made by the update, mostly by a save that inserts what it should change.',
    covers: ['E08'],
  },
  PARAMS,
  judge,
);
