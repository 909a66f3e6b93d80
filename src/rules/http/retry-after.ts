import { header } from '../../record/headers.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { httpDate } from './imf-fixdate.ts';
import { passiveRule } from './passive-rule.ts';

/** RFC 9110 §10.2.3 with §2.2: where it is sent, it has its form. That it is sent is nobody's duty (§15.6.4, RFC 6585 §4: MAY). */
export const retryAfter = passiveRule(
  {
    id: 'http.retry-after',
    title: 'Retry-After can be understood',
    fails: 'sends no Retry-After that can be understood: {actual}',
    explain: 'Retry-After, where it is sent, is a number of seconds or a date.',
    covers: ['A18'],
  },
  (response, exchange) => {
    const value = header(response, 'retry-after');
    if (value === undefined) return inapplicable('no Retry-After');
    return judged(
      /^\d+$/.test(value) || httpDate(value) !== undefined
        ? []
        : [finding(exchange, 'header retry-after', 'seconds or an IMF-fixdate', value)],
    );
  },
);
