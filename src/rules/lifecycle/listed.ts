/** Whether a record that was made stands in a list, which one check asks for and others rule out. */
import { counted } from '../../record/counted.ts';
import type { Json } from '../../record/json.ts';
import { at } from '../../record/pointer.ts';
import { sameJson, show } from '../../record/json.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { finding, isJudgement, judged } from '../evidence.ts';
import { noList } from '../findings.ts';
import type { Judgement } from '../model.ts';
import { object, FLAG, POINTER, STEP, type ParamsOf } from '../params.ts';
import { record } from './record.ts';

const PARAMS = object({
  created: STEP,
  list: STEP,
  uidSent: POINTER,
  records: POINTER,
  /** Pointer, below a record of the list, to its uid. */
  uid: POINTER,
  wanted: FLAG,
});

function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const created = record(evidence, params.created, params.uidSent);
  if (isJudgement(created)) return created;
  const list = record(evidence, params.list, params.records);
  if (isJudgement(list)) return list;
  const records = Array.isArray(list.value) ? (list.value as readonly Json[]) : undefined;
  if (records === undefined) return judged([noList(list.exchange, params.records, show(list.value))]);
  const present = records.some((r) => sameJson(at(r, params.uid), created.value));
  if (present === params.wanted) return judged([]);
  return judged([
    finding(
      list.exchange,
      `body#${params.records}`,
      `${params.wanted ? 'the' : 'no'} record ${show(created.value)}`,
      params.wanted ? `not among ${counted(records.length, 'record')}` : 'still listed',
    ),
  ]);
}

export const listed = caseRule(
  {
    id: 'lifecycle.listed',
    title: 'A new record is listed',
    fails: 'does not list a new record',
    explain: 'A record that was just created must be in the list of its kind.',
    covers: ['E12'],
  },
  PARAMS,
  judge,
);
