import { header } from '../../record/headers.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { httpDate } from './imf-fixdate.ts';
import { passiveRule } from './passive-rule.ts';

/** A number in place of a date, as frameworks send it to say that an answer is stale from the start. */
export function isExpired(value: string): boolean {
  return /^-?\d+$/.test(value);
}

export const expires = passiveRule('http.expires', (response, exchange) => {
  const value = header(response, 'expires');
  if (value === undefined) return inapplicable('no Expires');
  if (httpDate(value) === undefined && !isExpired(value)) return inapplicable('judged with the other dates');
  return judged(isExpired(value) ? [finding(exchange, 'header expires', 'an IMF-fixdate', value)] : []);
});
