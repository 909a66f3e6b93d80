import { show } from '../../record/json.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { finding, isJudgement, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { object, POINTER, STEP, SUCCESS, TEXT, type ParamsOf } from '../params.ts';
import { keptOrRefused } from './kept-or-refused.ts';

const PARAMS = object({
  written: STEP,
  read: STEP,
  shown: POINTER,
  /** The number as it was written into the body. */
  text: TEXT,
  success: SUCCESS,
});

function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const kept = keptOrRefused(params, evidence);
  if (isJudgement(kept)) return kept;
  const { read, shown } = kept;
  // Readers of JSON agree on what a double holds (RFC 8259 §6). -0 and 0 are one number; what no double holds is none.
  const wanted = Number(params.text);
  const same = typeof shown === 'number' && Number.isFinite(wanted) && shown === wanted;
  return judged(
    same
      ? []
      : [
          finding(
            read,
            `body#${params.shown}`,
            Number.isFinite(wanted) ? params.text : `a refusal of ${params.text}`,
            show(shown),
            Number.isFinite(wanted) ? { kind: shown === undefined ? 'lost' : 'value' } : {},
          ),
        ],
  );
}

export const numberText = caseRule(
  {
    id: 'input.number-text',
    title: 'A number is the same however it is written, or refused',
    fails: 'changes numbers in {field} by how they are written: {actual} instead of {expected}',
    explain:
      'JSON has exponents, a negative zero, and numbers beyond what any computer holds. Each is stored with its value or refused; storing null, zero or a rounded amount in its place is neither.',
    covers: ['F06'],
  },
  PARAMS,
  judge,
);
