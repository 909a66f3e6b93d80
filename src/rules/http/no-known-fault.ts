import { finding, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

export const noKnownFault = passiveRule(
  {
    id: 'http.no-known-fault',
    title: 'The message of a known fault is not seen',
    fails: 'shows the message of a known fault',
    explain: 'The operator reported these messages as faults and said that they were mended.',
    covers: [],
  },
  (response, exchange, _operation, never) =>
    judged(
      never
        .filter((text) => response.body.includes(text))
        .map((text) => finding(exchange, 'body', `no text "${text}"`, response.body)),
    ),
);
