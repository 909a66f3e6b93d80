import { header } from '../../record/headers.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { challengesOf } from './challenges.ts';
import { passiveRule } from './passive-rule.ts';

export const challenge = passiveRule('http.challenge', (response, exchange) => {
  if (response.status !== 401) return inapplicable('no 401');
  return judged(
    challengesOf(response).length > 0
      ? []
      : [finding(exchange, 'header www-authenticate', 'a challenge', header(response, 'www-authenticate'))],
  );
});
