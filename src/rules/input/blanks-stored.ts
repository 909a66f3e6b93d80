/** Many texts of one record that may be refused together, and are kept as they are where they are not. */
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { isJudgement } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { object, POINTER, STEP, SUCCESS, TEXTS, type ParamsOf } from '../params.ts';
import { equals } from '../store/equals.ts';
import { keptOrRefused } from './kept-or-refused.ts';

const PARAMS = object({
  written: STEP,
  read: STEP,
  /** Pointers to the record in the request and in the answer of the read. */
  sent: POINTER,
  shown: POINTER,
  /** Members that are not compared: write-only ones, and nested ones read elsewhere. */
  skip: TEXTS,
  success: SUCCESS,
});

function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const kept = keptOrRefused(params, evidence);
  return isJudgement(kept) ? kept : equals.judge(params, evidence);
}

export const blanksStored = caseRule(
  {
    id: 'input.blanks-stored',
    title: 'Blanks at the ends of any text are kept, or the record is refused',
    fails: 'cuts blanks at the ends of a text instead of keeping or refusing them: in {where} {became}',
    explain:
      'Every text that may hold anything begins and ends with a blank, all in one record, which is read at once. Who trims some of them keeps another text than was sent, and says nothing of it.',
    covers: ['F04', 'E12'],
  },
  PARAMS,
  judge,
);
