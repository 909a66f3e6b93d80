import { finding, header, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

export const challenge = passiveRule(
  {
    id: 'http.challenge',
    title: 'A 401 says how to sign in',
    fails: 'answers 401 without a challenge in WWW-Authenticate: {actual}',
    explain: 'A 401 carries WWW-Authenticate with at least one challenge.',
    covers: ['A12', 'G01', 'G02'],
  },
  (response, exchange) => {
    if (response.status !== 401) return inapplicable('no 401');
    const value = header(response, 'www-authenticate');
    return judged(value !== undefined && /^[A-Za-z][\w-]*( |$)/.test(value) ? [] : [finding(exchange, 'header www-authenticate', 'a challenge', value ?? 'absent')]);
  },
);
