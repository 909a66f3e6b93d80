import { number } from '../../record/counted.ts';
import { jsonBody } from '../../record/body.ts';
import { at } from '../../record/pointer.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, finding, inapplicable, isJudgement, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { STEP_PARAMS, type StepParams } from '../step-params.ts';

/** Clocks, and whole seconds. */
const MARGIN_S = 60;

/**
 * RFC 6749 §5.1 defines expires_in as the lifetime of the token. One that is told shorter than it is makes clients renew it early, which
 * harms nobody; one that is told longer makes them use it when it is over.
 */
function judge(params: StepParams, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, params.step);
  if (isJudgement(found)) return found;
  const { exchange, response } = found;
  const body = jsonBody(response);
  const told = body.ok ? at(body.value, '/expires_in') : undefined;
  const [exp, iat] = ['/claims/exp', '/claims/iat'].map((place) => at(response.decoded, place));
  if (typeof told !== 'number') return inapplicable('the answer does not say how long the token lives');
  if (typeof exp !== 'number') return inapplicable('the token does not say when it is over, or cannot be read');
  const life = exp - (typeof iat === 'number' ? iat : Math.floor(exchange.at / 1000));
  return judged(
    told <= life + MARGIN_S
      ? []
      : [finding(exchange, 'body#/expires_in', `${number(life)} s at most, as the token says`, `${number(told)} s`)],
  );
}

export const expiresIn = caseRule(
  {
    id: 'token.expires-in',
    title: 'A grant tells no longer life than the token has',
    fails: 'tells another life of a token than the token itself: {actual} instead of {expected}',
    explain:
      'expires_in says for how many seconds the token lives, and a token that is a JWT says by exp when it is over. Where the first is longer, clients go on with a token that is refused.',
    requirement: 'http.expires-in',
    source: 'RFC 6749 §5.1 defines expires_in, without a keyword',
    covers: ['J04'],
  },
  STEP_PARAMS,
  judge,
);
