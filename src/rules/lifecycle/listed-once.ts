/** Whether a record that was made stands in a list once, whatever stands below it. */
import { counted } from '../../record/counted.ts';
import { show } from '../../record/json.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { finding, isJudgement, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { object, POINTER, STEP, type ParamsOf } from '../params.ts';
import { listing } from './record.ts';

const PARAMS = object({
  created: STEP,
  list: STEP,
  uidSent: POINTER,
  records: POINTER,
  /** Pointer, below a record of the list, to its uid. */
  uid: POINTER,
});

function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const found = listing(params, evidence);
  if (isJudgement(found)) return found;
  const { exchange, made, same, unsure } = found;
  if (same.length !== 1 && unsure !== undefined) return unsure;
  return judged(
    same.length === 1
      ? []
      : [finding(exchange, `body#${params.records}`, `the record ${show(made)} once`, counted(same.length, 'time'))],
  );
}

export const listedOnce = caseRule(
  {
    id: 'lifecycle.listed-once',
    title: 'A record with several parts is listed once',
    fails: 'lists a record that has two {key} below it otherwise than once: {actual}',
    explain:
      'A record is made with two records below it, and its list is fetched: it is there once. A query that joins the parts shows a record as often as it has some, and counts it as often on its pages.',
    covers: ['E12'],
  },
  PARAMS,
  judge,
);
