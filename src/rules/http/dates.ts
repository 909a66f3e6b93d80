import { finding, inapplicable, judged } from '../evidence.ts';
import { isExpired } from './expires.ts';
import { httpDate } from './imf-fixdate.ts';
import { passiveRule } from './passive-rule.ts';

/** Fields that hold a date and nothing else. `Date` and `Retry-After` have rules of their own. */
const DATED = ['last-modified', 'expires', 'sunset'] as const;

export const dates = passiveRule('http.dates', (response, exchange) => {
  const sent = response.headers.filter(([name]) => DATED.some((dated) => dated === name));
  if (sent.length === 0) return inapplicable('no further date is sent');
  const meant = sent.filter(([name, value]) => !(name === 'expires' && isExpired(value)));
  return judged(
    meant
      .filter(([, value]) => httpDate(value) === undefined)
      .map(([name, value]) => finding(exchange, `header ${name}`, 'an IMF-fixdate', value)),
  );
});
