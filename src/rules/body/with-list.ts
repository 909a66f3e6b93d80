/** Judges a list in the JSON body of the one answer of a step; what is no list is a departure itself. */
import { show, type Json } from '../../record/json.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { at } from '../../record/pointer.ts';
import { finding, judged } from '../evidence.ts';
import type { Finding, Judgement } from '../model.ts';
import { withBody } from './with-body.ts';

type Told = (place: string, expected: string, actual: string) => Finding;

/** @param judge gets the entries, and what makes a finding at a place below the list */
export function withList(
  evidence: CaseEvidence,
  step: string,
  pointer: string,
  judge: (entries: readonly Json[], told: Told) => readonly Finding[],
): Judgement {
  return withBody(evidence, step, (body, exchange) => {
    const list = at(body, pointer);
    const told: Told = (place, expected, actual) => finding(exchange, `body#${pointer}${place}`, expected, actual);
    return judged(
      Array.isArray(list)
        ? judge(list as readonly Json[], told)
        : [told('', 'a list', list === undefined ? 'absent' : show(list))],
    );
  });
}
