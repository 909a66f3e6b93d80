import { finding, inapplicable, judged } from '../evidence.ts';
import { MASK, passiveRule } from './passive-rule.ts';

/** Fields whose whole value is masked in every record, whatever it was; `set-cookie` has a rule of its own. */
const ALWAYS_MASKED = new Set(['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'x-api-key', 'x-ibm-client-secret']);

/** Secrets are masked where exchanges are recorded, so that the mask in an answer is where one came back. */
export const noToken = passiveRule(
  {
    id: 'http.no-token',
    title: 'No token comes back',
    fails: 'sends a token back: in the {where}',
    explain:
      'Only the token endpoint answers with tokens. An access token or assertion in any other answer, most often in an error that repeats the request, ends up in logs and in other people’s hands.',
    covers: ['A23'],
    // A published definition may show the member names of a token answer, whose values are masked as well.
    appliesTo: (operation) => operation.access === 'token',
  },
  (response, exchange) => {
    const body = response.body.indexOf(MASK);
    const fields = response.headers.filter(([name, value]) => value.includes(MASK) && !ALWAYS_MASKED.has(name));
    if (response.bytes === 0 && fields.length === 0) return inapplicable('no content');
    return judged([
      ...(body < 0 ? [] : [finding(exchange, 'body', 'no token', response.body.slice(Math.max(0, body - 60), body + 80))]),
      ...fields.map(([name]) => finding(exchange, `header ${name}`, 'no token', MASK)),
    ]);
  },
);
