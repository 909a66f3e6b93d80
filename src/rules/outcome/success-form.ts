import { succeeded } from '../../record/success.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { ACCEPTED_PARAMS, type AcceptedParams } from './accepted.ts';
import { caseRule } from '../case-rule.ts';
import { answered, inapplicable, isJudgement, judged } from '../evidence.ts';
import { statusFinding } from '../findings.ts';
import type { Judgement } from '../model.ts';

/** Which 2xx it is, of what was accepted. */
function judge({ step, success }: AcceptedParams, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, step);
  if (isJudgement(found)) return found;
  const taken = (evidence[step] ?? []).filter((exchange) => succeeded(exchange, success));
  if (taken.length === 0) return inapplicable('nothing was accepted, so that there is no form of a success to judge');
  return judged(
    taken.flatMap((exchange) => {
      const status = exchange.response?.status;
      return status === undefined || success.statuses.includes(status)
        ? []
        : [statusFinding(exchange, success.statuses)];
    }),
  );
}

export const successForm = caseRule(
  {
    id: 'outcome.success-form',
    title: 'A success has its declared status',
    fails: 'accepts with another status than declared: {actual} instead of {expected}',
    explain:
      'The request was accepted, as it must be. The status of the success is one that the contract names for the operation. Documents mostly show none, so that another 2xx takes nothing from what was done; clients that wait for one of them still go astray.',
    source: 'RFC 9110 §15.3 calls the whole class of 2xx "received, understood, and accepted"',
    covers: ['M02'],
    filled: 'success',
  },
  ACCEPTED_PARAMS,
  judge,
);
