import { finding, inapplicable, judged } from '../evidence.ts';
import { bearerChallenge } from './challenges.ts';
import { passiveRule } from './passive-rule.ts';

/** RFC 6750 §3: at least one parameter; realm, scope, error and its companions at most once. */
const ONCE = ['realm', 'scope', 'error', 'error_description', 'error_uri'] as const;

export const challengeParameters = passiveRule('http.challenge-parameters', (response, exchange) => {
  const challenge = response.status === 401 ? bearerChallenge(response) : undefined;
  if (challenge === undefined) return inapplicable('no Bearer challenge');
  const names = challenge.parameters.map(([name]) => name);
  return judged([
    ...(names.length > 0 ? [] : [finding(exchange, 'header www-authenticate', 'Bearer with a parameter', 'none')]),
    ...ONCE.filter((name) => names.indexOf(name) !== names.lastIndexOf(name)).map((name) =>
      finding(exchange, 'header www-authenticate', `one ${name}`, 'more than one'),
    ),
  ]);
});
