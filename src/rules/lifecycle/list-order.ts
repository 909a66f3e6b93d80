import { maybe } from '../../record/defined.ts';
import type { Json } from '../../record/json.ts';
import { at } from '../../record/pointer.ts';
import { sameJson, show } from '../../record/json.ts';
import { jsonBody } from '../../record/body.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, finding, isJudgement, judged } from '../evidence.ts';
import { noList } from '../findings.ts';
import type { Judgement } from '../model.ts';
import { object, POINTER, STEP, type ParamsOf } from '../params.ts';

const PARAMS = object({ list: STEP, records: POINTER, uid: POINTER });

function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const list = answered(evidence, params.list);
  if (isJudgement(list)) return list;
  const body = jsonBody(list.response);
  const records = body.ok ? at(body.value, params.records) : undefined;
  if (!Array.isArray(records)) return judged([noList(list.exchange, params.records, show(records))]);
  const uids = (records as readonly Json[]).map((entry) => at(entry, params.uid));
  const index = uids.findIndex((uid, place) => place > 0 && !(Number(uids[place - 1]) < Number(uid)));
  return judged(
    index < 0
      ? []
      : [
          finding(
            list.exchange,
            `body#${params.records}/${index}${params.uid}`,
            `above ${show(uids[index - 1])}`,
            maybe(uids[index], show),
            uids[index] !== undefined && sameJson(uids[index], uids[index - 1]) ? { kind: 'again' } : undefined,
          ),
        ],
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
