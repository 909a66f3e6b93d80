import { MASK } from '../../record/mask.ts';
import type { RecordedRequest } from '../../record/exchange.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { bearerChallenge } from './challenges.ts';
import { passiveRule } from './passive-rule.ts';

/** Whether the request carried anything that could be a credential, in its fields or its address. */
function hasCredentials({ headers, url }: RecordedRequest): boolean {
  return url.includes(MASK) || headers.some(([, value]) => value.includes(MASK));
}

export const challengeError = passiveRule(
  'http.challenge-error',
  (response, exchange, operation) => {
    const challenge = response.status === 401 ? bearerChallenge(response) : undefined;
    if (challenge === undefined) return inapplicable('no Bearer challenge');
    const said = (wanted: string): string | undefined => challenge.parameters.find(([name]) => name === wanted)?.[1];
    const error = said('error');
    const { request } = exchange;
    if (!hasCredentials(request))
      return judged(
        error === undefined
          ? []
          : [finding(exchange, 'header www-authenticate', 'no error code, since no token was sent', error)],
      );
    const sent = request.headers.filter(([name]) => name === operation.carrier);
    // A token in a place that the contract does not name is no token to this service; two are a malformed request.
    if (sent.length !== 1) return inapplicable('what was sent is not one token in its place');
    // What stands behind another scheme, or none, is no Bearer token.
    if (operation.carrier === 'authorization' && !/^bearer /i.test(sent[0]?.[1] ?? ''))
      return inapplicable('what was sent is no Bearer token');
    // A token that is malformed may be called an invalid request (RFC 6750 §3.1), and a good one may lack a scope: then the challenge
    // says which, and that 403 would be the status for it is another SHOULD.
    const isShort = error === 'insufficient_scope' && said('scope') !== undefined;
    return judged(
      error === 'invalid_token' || error === 'invalid_request' || isShort
        ? []
        : [finding(exchange, 'header www-authenticate', 'error="invalid_token"', error ?? 'no error code')],
    );
  },
  ['carrier'],
);
