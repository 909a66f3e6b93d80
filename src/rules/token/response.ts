import { maybe } from '../../record/defined.ts';
import { TOKEN_PLACE } from '../../record/grant.ts';
import { at } from '../../record/pointer.ts';
import { show } from '../../record/json.ts';
import { jsonBody } from '../../record/body.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, finding, isJudgement, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { STEP_PARAMS, type StepParams } from '../step-params.ts';

/** RFC 6749 §5.1: access_token and token_type are REQUIRED. expires_in is RECOMMENDED, and a number of seconds where it is there. */
function judge(params: StepParams, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, params.step);
  if (isJudgement(found)) return found;
  const body = jsonBody(found.response);
  const value = body.ok ? body.value : undefined;
  const token = at(value, TOKEN_PLACE);
  const type = at(value, '/token_type');
  const life = at(value, '/expires_in');
  const isLife = life === undefined || (typeof life === 'number' && life > 0);
  return judged([
    ...(typeof token === 'string' && token !== ''
      ? []
      : [finding(found.exchange, 'body#/access_token', 'a token', maybe(token, show))]),
    ...(typeof type === 'string' && type !== ''
      ? []
      : [finding(found.exchange, 'body#/token_type', 'the type of the token', maybe(type, show))]),
    ...(isLife ? [] : [finding(found.exchange, 'body#/expires_in', 'seconds above 0, or nothing', show(life))]),
  ]);
}

export const response = caseRule(
  {
    id: 'token.response',
    title: 'The answer to a good token request is whole',
    fails: 'answers a good token request without a whole token: {where} is {actual} instead of {expected}',
    explain: 'An access token and its type; its lifetime in seconds, where the identity provider tells it.',
    source: 'RFC 6749 §5.1',
    requirement: 'http.token-response',
    covers: [],
  },
  STEP_PARAMS,
  judge,
);
