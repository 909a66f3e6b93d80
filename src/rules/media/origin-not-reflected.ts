import { header } from '../../record/headers.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, finding, isJudgement, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { object, STEP, TEXT, type ParamsOf } from '../params.ts';

const PARAMS = object({ step: STEP, origin: TEXT });

/**
 * No standard binds the server here: Fetch says what browsers do. To let any page read is what a public interface does; to let
 * any page read with the credentials of whoever looks at it is what nobody means to.
 */
function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, params.step);
  if (isJudgement(found)) return found;
  const allowed = header(found.response, 'access-control-allow-origin')?.trim();
  const withCredentials = header(found.response, 'access-control-allow-credentials')?.trim() === 'true';
  return judged(
    allowed === params.origin && withCredentials
      ? [finding(found.exchange, 'header access-control-allow-origin', 'not the origin that nobody knows', allowed)]
      : [],
  );
}

export const originNotReflected = caseRule(
  {
    id: 'media.origin-not-reflected',
    title: 'An unknown origin is not allowed credentials',
    fails: 'allows an origin that nobody knows: {actual}',
    explain:
      'The request says that it comes from a page of a site that nobody knows. A service that sends the name back in Access-Control-Allow-Origin and allows credentials lets the pages of every site read its answers as their visitors.',
    requirement: 'http.cross-origin',
    covers: ['K03'],
  },
  PARAMS,
  judge,
);
