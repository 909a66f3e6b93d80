import { finding, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

export const noKnownFault = passiveRule('http.no-known-fault', (response, exchange, _operation, never) =>
  judged(
    never
      .filter((text) => response.body.includes(text))
      .map((text) => finding(exchange, 'body', 'no message of a known fault', JSON.stringify(text))),
  ),
);
