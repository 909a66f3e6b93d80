import { succeeded } from '../../record/success.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, beginning, isJudgement, judged } from '../evidence.ts';
import { statusFinding } from '../findings.ts';
import type { Finding, Judgement } from '../model.ts';
import { object, STEPS, SUCCESS, type ParamsOf } from '../params.ts';

const PARAMS = object({
  /** Reads of the records that the good items made. */
  reads: STEPS,
  success: SUCCESS,
});

function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const departures: Finding[] = [];
  for (const step of params.reads) {
    const found = answered(evidence, step);
    if (isJudgement(found)) return found;
    if (!succeeded(found.exchange, params.success))
      departures.push(statusFinding(found.exchange, [], { expected: 'the record', actual: beginning(found.response) }));
  }
  return judged(departures);
}

export const batchReadable = caseRule(
  {
    id: 'lifecycle.batch-readable',
    title: 'What a batch stored beside a faulty item can be read',
    fails: 'does not keep what a batch said that it stored: {actual}',
    explain:
      'A batch holds one faulty item between two good ones, whose answers say that they were stored. Both are then read. Where one is missing, the whole batch was rolled back after it had been confirmed.',
    covers: ['E07', 'E12'],
  },
  PARAMS,
  judge,
);
