import { finding, inapplicable, judged } from '../evidence.ts';
import { isExpired } from './expires.ts';
import { httpDate } from './imf-fixdate.ts';
import { passiveRule } from './passive-rule.ts';

/** Fields that hold a date and nothing else. `Date` and `Retry-After` have rules of their own. */
const DATED = ['last-modified', 'expires', 'sunset'] as const;

/** RFC 9110 §5.6.7: a sender of a date writes it as IMF-fixdate. */
export const dates = passiveRule(
  {
    id: 'http.dates',
    title: 'Dates have the one form that HTTP gives them',
    fails: 'sends dates in a form that HTTP does not have: {where} is {actual}',
    explain:
      'Every date field that is sent (Last-Modified, Expires, Sunset) is an IMF-fixdate, such as `Tue, 10 Mar 2026 01:00:00 GMT`. Other forms are mostly a date library’s default.',
    covers: ['A08'],
  },
  (response, exchange) => {
    const sent = response.headers.filter(([name]) => DATED.some((dated) => dated === name));
    if (sent.length === 0) return inapplicable('no further date is sent');
    const meant = sent.filter(([name, value]) => !(name === 'expires' && isExpired(value)));
    return judged(
      meant
        .filter(([, value]) => httpDate(value) === undefined)
        .map(([name, value]) => finding(exchange, `header ${name}`, 'an IMF-fixdate', value)),
    );
  },
);
