import { number } from '../../record/counted.ts';
import { finding, inapplicable, judged, PASS } from '../evidence.ts';
import type { PassiveJudge } from '../model.ts';
import { passiveRule } from './passive-rule.ts';

/** Seconds before its end from which on it may be refused: clocks differ, and answers are under way. */
const MARGIN_S = 60;

/**
 * RFC 6749 §5.1 defines expires_in as the lifetime of the token, counted from the answer that brings it. A token may be revoked before
 * (RFC 6750 §3.1); but who asks anew then and gets one that is taken for the same request was not shut out.
 */
const judgeOne = passiveRule('http.token-life', (response, exchange) => {
  const refused = exchange.earlier?.find(({ token }) => token !== undefined)?.token;
  if (refused === undefined) return PASS;
  if (response.status === 401) return inapplicable('a new token is not taken either');
  const { age, life, call } = refused;
  if (life === undefined) return inapplicable('nobody said how long the token lives');
  if (life - age <= MARGIN_S) return PASS;
  return judged([
    finding(
      exchange,
      'exchange',
      `the token is taken for ${number(life)} s; it was granted ${number(age)} s before`,
      `401 to call ${number(call)} with it, and then a new one was taken`,
      { came: String(call) },
    ),
  ]);
});

/** A token that is refused while a record is made for a case says as much as one that is refused in the case. */
export const tokenLife = { ...judgeOne, wholeGroup: true } as const satisfies PassiveJudge;
