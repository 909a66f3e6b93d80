import { header } from '../../record/headers.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { httpDate } from './imf-fixdate.ts';
import { passiveRule } from './passive-rule.ts';

export const date = passiveRule(
  {
    id: 'http.date',
    title: 'Every answer says when it was made',
    fails: 'answers without a Date that can be read: {actual}',
    explain: 'A server with a clock sends a Date in the one form that HTTP gives it.',
    covers: ['A07', 'A08'],
  },
  (response, exchange) => {
    if (response.status >= 500) return inapplicable('not asked of server errors');
    const value = header(response, 'date');
    return judged(
      value !== undefined && httpDate(value) !== undefined
        ? []
        : [finding(exchange, 'header date', 'an IMF-fixdate', value ?? 'absent')],
    );
  },
);
