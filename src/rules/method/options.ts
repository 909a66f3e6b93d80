import { isSuccessful } from '../../record/success.ts';
import { header, headerTokens } from '../../record/headers.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, finding, inapplicable, isJudgement, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { object, STEP, TEXTS, type ParamsOf } from '../params.ts';

const PARAMS = object({ step: STEP, methods: TEXTS });

/** Other fields by which a service tells what may be asked of a path. */
const ALSO_TELL = ['access-control-allow-methods', 'accept-patch', 'accept-post'];

/**
 * RFC 9110 §9.3.7: a *successful* answer to OPTIONS SHOULD have a field that tells what the resource offers, such as Allow.
 * OPTIONS itself is optional (§9.1), and a list may hold more than a contract says.
 */
function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, params.step);
  if (isJudgement(found)) return found;
  const { exchange, response } = found;
  if (!isSuccessful(response.status)) return inapplicable(`OPTIONS is not offered here: ${response.status}`);
  const allow = headerTokens(response, 'allow');
  if (header(response, 'allow') === undefined && ALSO_TELL.some((name) => header(response, name) !== undefined))
    return judged([]);
  const lacking = params.methods.filter((m) => !allow.includes(m));
  return judged(
    lacking.length === 0
      ? []
      : [
          finding(
            exchange,
            'header allow',
            params.methods.join(', '),
            allow.length === 0 ? undefined : allow.join(', '),
          ),
        ],
  );
}

export const options = caseRule(
  {
    id: 'method.options',
    title: 'OPTIONS lists the methods of the path',
    fails: 'does not list the methods of the path: {actual} instead of {expected}',
    explain:
      'Where OPTIONS is answered with a success, its Allow field lists what the contract declares for the path. It may list more.',
    requirement: 'http.options',
    covers: ['B05', 'I16'],
  },
  PARAMS,
  judge,
);
