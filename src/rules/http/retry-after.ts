import { header } from '../../record/headers.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { httpDate } from './imf-fixdate.ts';
import { passiveRule } from './passive-rule.ts';

export const retryAfter = passiveRule('http.retry-after', (response, exchange) => {
  const value = header(response, 'retry-after');
  if (value === undefined) return inapplicable('no Retry-After');
  return judged(
    /^\d+$/.test(value) || httpDate(value) !== undefined
      ? []
      : [finding(exchange, 'header retry-after', 'seconds or an IMF-fixdate', value)],
  );
});
