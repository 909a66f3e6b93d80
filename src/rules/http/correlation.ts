/** The correlation ids of a request, which its own answer brings back, and no other. */
import { jsonBody, sentJson } from '../../record/body.ts';
import { isMap, type Json } from '../../record/json.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import type { Finding } from '../model.ts';
import { passiveRule } from './passive-rule.ts';

const itemsOf = (value: Json | undefined): readonly (Json | undefined)[] =>
  Array.isArray(value) ? (value as readonly Json[]) : [value];

/** An id with blanks at its ends is one that need not be taken, and may be mended where it is. */
const isPlain = (id: Json | undefined): id is string => typeof id === 'string' && id.trim() === id;

/** What is refused may be refused for its id; what such an answer carries is said by the cases that ask for it. */
export const correlation = passiveRule(
  'http.correlation',
  (response, exchange, { correlation: names }) => {
    const body = jsonBody(response);
    const sent = itemsOf(sentJson(exchange));
    const shown = itemsOf(body.ok ? body.value : undefined);
    if (names === undefined || sent.length !== shown.length) return inapplicable('no answer to each item');
    let judgedOf = 0;
    const wrong = sent.flatMap((item, index): readonly Finding[] => {
      const asked = isMap(item) ? item[names.member] : undefined;
      const answer = shown[index];
      if (!isPlain(asked) || !isMap(answer) || answer[names.success] !== true) return [];
      judgedOf += 1;
      const echoed = answer[names.member];
      return echoed === asked
        ? []
        : [finding(exchange, `body ${names.member}`, JSON.stringify(asked), JSON.stringify(echoed ?? null))];
    });
    return judgedOf === 0 ? inapplicable('no item with a correlation id was accepted') : judged(wrong);
  },
  ['correlation'],
);
