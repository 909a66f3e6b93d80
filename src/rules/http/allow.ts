import { header } from '../../record/headers.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

/** RFC 9110 §15.5.6, §10.2.1: an origin server sends Allow with every 405. It may be empty. */
export const allow = passiveRule(
  {
    id: 'http.allow',
    title: 'A 405 lists what is allowed',
    fails: 'answers 405 without a right Allow: {actual}',
    explain: 'A 405 carries Allow with the methods of the resource.',
    covers: ['A13'],
  },
  (response, exchange) => {
    if (response.status !== 405) return inapplicable('no 405');
    return judged(
      header(response, 'allow') === undefined
        ? [finding(exchange, 'header allow', 'the methods of the path', 'absent')]
        : [],
    );
  },
);
