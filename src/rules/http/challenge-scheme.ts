import { finding, inapplicable, judged } from '../evidence.ts';
import { bearerChallenge, challengesOf } from './challenges.ts';
import { passiveRule } from './passive-rule.ts';

const BEARER = 'bearer';

/**
 * RFC 6750 §3: whoever protects a resource with bearer tokens sends a challenge for a call that brings none that lets it in, and
 * such a challenge has the scheme Bearer. Others may stand beside it (RFC 9110 §11.6.1). Of a header or a scheme of
 * somebody's own no RFC says how it is asked for.
 */
export const challengeScheme = passiveRule(
  'http.challenge-scheme',
  (response, exchange, { scheme }) => {
    if (response.status !== 401) return inapplicable('no 401');
    if (scheme !== BEARER) return inapplicable('the contract asks for no Bearer token in Authorization');
    const schemes = challengesOf(response).map((one) => one.scheme);
    if (schemes.length === 0) return inapplicable('no challenge');
    return judged(
      bearerChallenge(response) === undefined
        ? [finding(exchange, 'header www-authenticate', 'a challenge of the scheme Bearer', schemes.join(', '))]
        : [],
    );
  },
  ['scheme'],
);
