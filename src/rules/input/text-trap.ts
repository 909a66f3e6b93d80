import { at } from '../../record/pointer.ts';
import { sameJson, show } from '../../record/json.ts';
import { sentJson } from '../../record/body.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { inconclusive, isJudgement, judged } from '../evidence.ts';
import { valueFinding } from '../findings.ts';
import type { Judgement } from '../model.ts';
import { object, POINTER, STEP, SUCCESS, type ParamsOf } from '../params.ts';
import { keptOrRefused } from './kept-or-refused.ts';

const PARAMS = object({
  written: STEP,
  read: STEP,
  /** Where the text stands in the request, and in the answer of the read. */
  sent: POINTER,
  shown: POINTER,
  success: SUCCESS,
});

/** Refused, or kept as it is: which of the two is the service's choice, and nothing between them is. */
function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const kept = keptOrRefused(params, evidence);
  if (isJudgement(kept)) return kept;
  const { read, shown } = kept;
  const sent = at(sentJson(kept.written), params.sent);
  if (sent === undefined) return inconclusive('what was sent is not on record');
  return judged(
    sameJson(shown, sent)
      ? []
      : [valueFinding(read, `body#${params.shown}`, sent, shown, (value) => escaped(show(value)))],
  );
}

/** What cannot be seen is written out: most of these characters have no look. */
function escaped(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

export const textTrap = caseRule(
  {
    id: 'input.text-trap',
    title: 'A rare character is kept as it is, or refused',
    fails: 'changes rare characters in {field} instead of keeping or refusing them: {became}',
    explain:
      'A text with one awkward character (joined emoji, a combining accent, a direction mark, a zero-width space, NUL, half of a pair) is stored unchanged or refused. Cutting, replacing or composing it changes people’s names without a word.',
    covers: ['F04'],
  },
  PARAMS,
  judge,
);
