import { header } from '../../record/headers.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

export const allow = passiveRule('http.allow', (response, exchange) => {
  if (response.status !== 405) return inapplicable('no 405');
  return judged(
    header(response, 'allow') === undefined
      ? [finding(exchange, 'header allow', 'the methods of the path', undefined)]
      : [],
  );
});
