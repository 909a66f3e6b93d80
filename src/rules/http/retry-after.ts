import { finding, header, inapplicable, judged } from '../evidence.ts';
import { httpDate } from './imf-fixdate.ts';
import { passiveRule } from './passive-rule.ts';

export const retryAfter = passiveRule(
  {
    id: 'http.retry-after',
    title: 'Retry-After can be understood',
    fails: 'sends no Retry-After that can be understood: {actual}',
    explain: 'Seconds or a date; a 503 or 429 should carry it.',
    covers: ['A18'],
  },
  (response, exchange) => {
    const value = header(response, 'retry-after');
    if (value === undefined)
      return response.status === 503 || response.status === 429 ? judged([finding(exchange, 'header retry-after', 'seconds or a date', 'absent')]) : inapplicable('no Retry-After');
    return judged(/^\d+$/.test(value) || httpDate(value) !== undefined ? [] : [finding(exchange, 'header retry-after', 'seconds or an IMF-fixdate', value)]);
  },
);
