import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, isJudgement, judged } from '../evidence.ts';
import { statusFinding } from '../findings.ts';
import type { Judgement } from '../model.ts';
import { object, STATUSES, STEP, type ParamsOf } from '../params.ts';

const PARAMS = object({ step: STEP, statuses: STATUSES });

function judge({ step, statuses }: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, step);
  if (isJudgement(found)) return found;
  const { exchange, response } = found;
  return judged(statuses.includes(response.status) ? [] : [statusFinding(exchange, statuses)]);
}

export const status = caseRule(
  {
    id: 'outcome.status',
    title: 'The answer has the right status',
    fails: 'answers with another status: {actual} instead of {expected}',
    explain:
      'The contract knows the status of this answer, which is neither a plain success nor a refusal of a kind that it names.',
    covers: [],
  },
  PARAMS,
  judge,
);
