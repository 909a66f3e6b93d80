import type { CaseEvidence } from '../../exchange/model.ts';
import { caseRule } from '../case-rule.ts';
import { answered, at, finding, isJudgement, jsonBody, judged, show } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { STEP_PARAMS } from '../step-params.ts';

function judge(params: { readonly step: string }, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, params.step);
  if (isJudgement(found)) return found;
  const body = jsonBody(found.response);
  const value = body.ok ? body.value : undefined;
  const token = at(value, '/access_token');
  const type = at(value, '/token_type');
  const life = at(value, '/expires_in');
  return judged([
    ...(typeof token === 'string' && token !== '' ? [] : [finding(found.exchange, 'body#/access_token', 'a token', show(token))]),
    ...(typeof type === 'string' && type.toLowerCase() === 'bearer' ? [] : [finding(found.exchange, 'body#/token_type', 'bearer', show(type))]),
    ...(typeof life === 'number' && life > 0 ? [] : [finding(found.exchange, 'body#/expires_in', 'seconds above 0', show(life))]),
  ]);
}

export const response = caseRule(
  {
    id: 'token.response',
    title: 'The answer to a good token request is whole',
    fails: 'answers a good token request without a whole token: {where} is {actual} instead of {expected}',
    explain: 'An access token, its type and its lifetime in seconds.',
    covers: [],
  },
  STEP_PARAMS,
  judge,
);
