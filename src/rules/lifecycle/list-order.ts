import { maybe } from '../../record/defined.ts';
import { at } from '../../record/pointer.ts';
import { sameJson, show } from '../../record/json.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { finding, isJudgement, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { object, POINTER, STEP, type ParamsOf } from '../params.ts';
import { entriesOf } from './record.ts';

const PARAMS = object({ list: STEP, records: POINTER, uid: POINTER });

function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const list = entriesOf(evidence, params.list, params.records);
  if (isJudgement(list)) return list;
  const { all, unsure } = list;
  const uids = all.map(({ value }) => at(value, params.uid));
  const index = uids.findIndex((uid, place) => place > 0 && !(Number(uids[place - 1]) < Number(uid)));
  const entry = all[index];
  if (entry === undefined) return judged([]);
  return (
    unsure ??
    judged([
      finding(
        entry.exchange,
        `${entry.where}${params.uid}`,
        `above ${show(uids[index - 1])}`,
        maybe(uids[index], show),
        uids[index] !== undefined && sameJson(uids[index], uids[index - 1]) ? { kind: 'again' } : undefined,
      ),
    ])
  );
}

export const listOrder = caseRule(
  {
    id: 'lifecycle.list-order',
    title: 'A list ascends by uid',
    fails: 'lists records out of order: {actual}, though {expected} is due',
    explain:
      'Three records are made one after the other and the list is fetched. Clients that compare two lists, or read on from where they were, rely on the order.',
    covers: ['I06'],
    convention: true,
  },
  PARAMS,
  judge,
);
