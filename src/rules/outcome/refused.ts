/**
 * A request with one fault is not accepted. Whether its refusal has the form that the contract declares is a rule of its
 * own: they weigh differently, since a standard may forbid to accept what it leaves to the service how to refuse.
 */
import { letThrough } from '../../record/success.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, inconclusive, isJudgement, isUnreached, judged } from '../evidence.ts';
import { statusFinding } from '../findings.ts';
import type { Judgement } from '../model.ts';
import { FLAG, object, POINTER, STATUSES, STEP, SUCCESS, TEXT, TEXTS, type ParamsOf } from '../params.ts';

/** Where the entries of an error body stand, and in them the code and the name of what is wrong. */
const FAMILY = object(
  { name: TEXT },
  {
    entries: POINTER,
    entry: POINTER,
    code: TEXT,
    codePattern: TEXT,
    detail: TEXT,
    source: POINTER,
    unnamed: FLAG,
    media: TEXT,
  },
);

export const REFUSED_PARAMS = object(
  { step: STEP, kind: TEXT, statuses: STATUSES, success: SUCCESS },
  {
    family: FAMILY,
    /** Pointer to the item of an array answer that the refusal stands in. */
    item: POINTER,
    field: object({ name: TEXT }, { element: TEXT }),
    /** Digits that the code must start with, any of them. */
    codes: TEXTS,
  },
);

export type RefusedParams = ParamsOf<typeof REFUSED_PARAMS>;

/**
 * Whether a request was accepted that must not be. Any other answer is a refusal here, a failure of the server too:
 * nothing was let through by it, and both its status and its form are judged by other checks.
 */
function judge(params: RefusedParams, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, params.step);
  if (isJudgement(found)) return found;
  const { exchange, response } = found;
  if (letThrough(exchange, params.success))
    return judged([
      statusFinding(exchange, params.statuses, {
        expected: `a refusal with status ${params.statuses.join(' or ')}`,
        actual: `accepted with ${response.status}`,
      }),
    ]);
  if (!params.statuses.includes(response.status) && isUnreached(response))
    return inconclusive(
      `a gateway answered ${response.status}, so that it was not seen whether the service refuses it`,
    );
  return judged([]);
}

export const refused = caseRule(
  {
    id: 'outcome.refused',
    title: 'A faulty request is refused for its fault',
    fails: '{accepts} a faulty request: {status}',
    awaits: 'refusal',
    explain:
      'The same request without the one fault was accepted in this run. The form of the refusal is a check of its own.',
    covers: ['F14'],
    filled: 'refusal',
    form: 'outcome.form',
  },
  REFUSED_PARAMS,
  judge,
);
