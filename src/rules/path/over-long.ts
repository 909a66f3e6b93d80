import { succeeded } from '../../record/success.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, beginning, finding, inapplicable, isJudgement, judged } from '../evidence.ts';
import { statusFinding } from '../findings.ts';
import type { Judgement } from '../model.ts';
import { object, STEP, SUCCESS, type ParamsOf } from '../params.ts';

const PARAMS = object({
  /** The same parameter, short and long. */
  short: STEP,
  step: STEP,
  success: SUCCESS,
});

/**
 * RFC 9112 §3: a target longer than any the server wishes to parse is answered 414. How long that is, is its own choice; and a
 * limit on the whole head (431) or a filter before the service may speak first. What is left is that it must not break.
 */
function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const short = answered(evidence, params.short);
  if (isJudgement(short)) return short;
  if (!succeeded(short.exchange, params.success))
    return inapplicable(`a short query that nobody knows is refused too: ${short.response.status}`);
  const failure = evidence[params.step]?.[0]?.failure;
  const probe = evidence[params.step]?.[0];
  if (probe !== undefined && (failure?.kind === 'reset' || failure?.kind === 'truncated'))
    return judged([
      finding(probe, 'exchange', '414, or the answer to the same request with a short query', failure.message),
    ]);
  const found = answered(evidence, params.step);
  if (isJudgement(found)) return found;
  const { exchange, response } = found;
  return judged(
    response.status < 500
      ? []
      : [
          statusFinding(exchange, [414], {
            expected: '414, or the answer to the same request with a short query',
            actual: beginning(response),
          }),
        ],
  );
}

export const overLong = caseRule(
  {
    id: 'path.over-long',
    title: 'An over-long target is refused, or served',
    fails: '{fails} an over-long target: {actual}',
    explain:
      'A short query with a parameter that nobody knows is served, and then the parameter is made very long. A server that reads targets of that length serves it; another answers 414, or 431, or has it refused by a filter; none fails or breaks off.',
    requirement: 'http.target-length',
    covers: ['B10'],
  },
  PARAMS,
  judge,
);
