/** Judges a list in the JSON body of the one answer of a step; what is no list is a departure itself. */
import { maybe } from '../../record/defined.ts';
import { show, type Json } from '../../record/json.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { at } from '../../record/pointer.ts';
import { finding, judged } from '../evidence.ts';
import type { Finding, Judgement } from '../model.ts';
import { withBody } from './with-body.ts';

type Told = (
  place: string,
  expected: string,
  actual: string | undefined,
  comparable?: Parameters<typeof finding>[4],
) => Finding;

/** @param judge gets the entries, and what makes a finding at a place below the list */
export function withList(
  evidence: CaseEvidence,
  step: string,
  pointer: string,
  judge: (entries: readonly Json[], told: Told) => readonly Finding[],
): Judgement {
  return withBody(evidence, step, (body, exchange) => {
    const list = at(body, pointer);
    const told: Told = (place, ...rest) => finding(exchange, `body#${pointer}${place}`, ...rest);
    return judged(Array.isArray(list) ? judge(list as readonly Json[], told) : [told('', 'a list', maybe(list, show))]);
  });
}
