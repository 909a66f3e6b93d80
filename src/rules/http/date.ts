import { header } from '../../record/headers.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { httpDate } from './imf-fixdate.ts';
import { passiveRule } from './passive-rule.ts';

export const date = passiveRule('http.date', (response, exchange) => {
  if (response.status >= 500) return inapplicable('not asked of server errors');
  const value = header(response, 'date');
  return judged(
    value !== undefined && httpDate(value) !== undefined
      ? []
      : [finding(exchange, 'header date', 'an IMF-fixdate', value)],
  );
});
