import { header } from '../../record/headers.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { httpDate } from './imf-fixdate.ts';
import { passiveRule } from './passive-rule.ts';

/** A number in place of a date, as frameworks send it to say that an answer is stale from the start. */
export function isExpired(value: string): boolean {
  return /^-?\d+$/.test(value);
}

/** RFC 9111 §5.3: Expires is a date; a recipient reads `0` as the past, so that nobody misunderstands it. */
export const expires = passiveRule(
  {
    id: 'http.expires',
    title: 'Expires is a date',
    fails: 'sends Expires that is no date: {actual}',
    explain:
      '`Expires: 0` or `-1` is read as “already stale” by every cache and is still no date, which the field is defined to hold. A date in the past says the same.',
    covers: [],
  },
  (response, exchange) => {
    const value = header(response, 'expires');
    if (value === undefined) return inapplicable('no Expires');
    if (httpDate(value) === undefined && !isExpired(value)) return inapplicable('judged with the other dates');
    return judged(isExpired(value) ? [finding(exchange, 'header expires', 'an IMF-fixdate', value)] : []);
  },
);
