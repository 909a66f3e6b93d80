import { at } from '../../record/pointer.ts';
import { sentJson } from '../../record/body.ts';
import type { CaseEvidence, Exchange } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, finding, inconclusive, isJudgement, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { object, POINTER, STEP, STEPS, type ParamsOf } from '../params.ts';

const PARAMS = object({
  /** The step that sent the text, and where it stands in what was sent. */
  sent: STEP,
  text: POINTER,
  /** Steps of another organisation, in whose answers it must not be. */
  strangers: STEPS,
});

/** Shorter texts can turn up by chance. */
const SHORTEST = 8;

function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const made = evidence[params.sent]?.[0];
  const text = made === undefined ? undefined : at(sentJson(made), params.text);
  if (typeof text !== 'string' || text.length < SHORTEST)
    return inconclusive('the text that was sent is not on record');
  const answers = params.strangers.map((step) => answered(evidence, step));
  const open = answers.find(isJudgement);
  if (open !== undefined) return open;
  return judged(
    params.strangers.flatMap((step) => {
      const shown = (evidence[step] ?? []).find((one) => shows(one, text));
      return shown === undefined ? [] : [finding(shown, 'answer', 'nothing of another organisation’s record', text)];
    }),
  );
}

function shows({ response }: Exchange, text: string): boolean {
  if (response === undefined) return false;
  const { headers, body } = response;
  return body.includes(text) || headers.some(([, value]) => value.includes(text));
}

export const canary = caseRule(
  {
    id: 'access.canary',
    title: 'A text of ours does not come back to others',
    fails: 'shows a text of one organisation to another',
    explain:
      'A record is made with a text that exists nowhere else. Another organisation then lists what it has: the text must not be in the answer, in whatever member.',
    covers: ['A23', 'G12', 'I15'],
  },
  PARAMS,
  judge,
);
