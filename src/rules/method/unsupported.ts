import { letThrough } from '../../record/success.ts';
import type { CaseEvidence, Exchange } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, inapplicable, inconclusive, isJudgement, isUnreached, judged } from '../evidence.ts';
import { statusFinding } from '../findings.ts';
import type { Judgement } from '../model.ts';
import { REFUSED_PARAMS, type RefusedParams } from '../outcome/refused.ts';

/**
 * RFC 9110 §9.1: a method that the server has nowhere SHOULD be answered 501, one that the resource does not allow 405.
 * Whoever answers with something else that is wrong with the request has not come to the method yet.
 */
function judge(params: RefusedParams, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, params.step);
  if (isJudgement(found)) return found;
  const { exchange, response } = found;
  if (letThrough(exchange, params.success))
    return judged([
      statusFinding(exchange, params.statuses, { actual: `accepted with ${response.status}${effectOf(exchange)}` }),
    ]);
  if (params.statuses.includes(response.status)) return judged([]);
  if (response.status === 401 || response.status === 403)
    return inapplicable(`who calls is judged before the method: ${response.status}`);
  if (isUnreached(response))
    return inconclusive(`a gateway answered ${response.status}, so that it was not seen what the service does`);
  if (response.status === 404 || response.status >= 500) return judged([statusFinding(exchange, params.statuses)]);
  return inapplicable(`something else is judged before the method: ${response.status}`);
}

/** What was accepted may have changed what it was tried on, which whoever keeps the service has to be told. */
function effectOf({ request }: Exchange): string {
  return request.method === 'GET'
    ? ''
    : `: ${request.method} may have changed what is at ${request.url}, so nothing more was tried there`;
}

export const unsupported = caseRule(
  {
    id: 'method.unsupported',
    title: 'A method that the path does not have is refused',
    fails: '{accepts} a method that the path does not have ({key}): {status}',
    awaits: 'refusal',
    explain:
      'The path exists and the method is not one of its own. Tried only where the contract says that it is the whole of the interface, on records that nothing else uses; a method that is accepted is the last one tried there.',
    requirement: 'http.methods',
    covers: ['B01', 'B02', 'B06'],
  },
  REFUSED_PARAMS,
  judge,
);
