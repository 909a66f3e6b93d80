import { header } from '../../record/headers.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { challengesOf } from './challenges.ts';
import { passiveRule } from './passive-rule.ts';

/** RFC 9110 §15.5.2, §11.6.1: a server that answers 401 sends at least one challenge; several may stand in one field. */
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
    return judged(
      challengesOf(response).length > 0
        ? []
        : [
            finding(
              exchange,
              'header www-authenticate',
              'a challenge',
              header(response, 'www-authenticate') ?? 'absent',
            ),
          ],
    );
  },
);
