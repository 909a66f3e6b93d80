/** Whether a record that was made stands in a list, which one check asks for and others rule out. */
import { counted } from '../../record/counted.ts';
import { show } from '../../record/json.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { finding, isJudgement, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { object, FLAG, POINTER, STEP, type ParamsOf } from '../params.ts';
import { listing } from './record.ts';

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
  const found = listing(params, evidence);
  if (isJudgement(found)) return found;
  const { exchange, made, all, same, unsure } = found;
  if (same.length === 0 && unsure !== undefined) return unsure;
  if (same.length > 0 === params.wanted) return judged([]);
  return judged([
    finding(
      same[0]?.exchange ?? exchange,
      `body#${params.records}`,
      `${params.wanted ? 'the' : 'no'} record ${show(made)}`,
      params.wanted ? `not among ${counted(all.length, 'record')}` : 'still listed',
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
