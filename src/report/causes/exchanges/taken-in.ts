/** Whether a service says of what was sent that it is taken. */
import { answeredJson, sentJson } from './bodies.ts';
import type { Exchange } from '../../../record/exchange.ts';
import { memberNames, textsIn } from './parts-of-json.ts';

const WORDS = /\b(?:already|taken|duplicate[ds]?|not unique|in use)\b/i;

/** Whether an answer says of anything that it is taken. */
export function saysTaken(text: string): boolean {
  return WORDS.test(text);
}

export interface Taken {
  readonly name: string;
  readonly said: string;
}

/** The member that was sent and that the answer says is taken: the longest of those whose names stand in it. */
export function takenIn(exchange: Exchange): Taken | undefined {
  const sentences = textsIn(answeredJson(exchange)).filter((text) => WORDS.test(text));
  const names = [...memberNames(sentJson(exchange))].sort((a, b) => b.length - a.length);
  for (const said of sentences) {
    const words = said.split(/[^\w-]+/);
    const name = names.find((one) => words.includes(one));
    if (name !== undefined) return { name, said };
  }
  return undefined;
}
