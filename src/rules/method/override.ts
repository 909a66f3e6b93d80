import { succeeded } from '../../record/success.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, beginning, isJudgement, judged } from '../evidence.ts';
import { statusFinding } from '../findings.ts';
import type { Judgement } from '../model.ts';
import { object, STEP, SUCCESS, type ParamsOf } from '../params.ts';

const PARAMS = object({
  /** The GET that claims to be another method, and a plain one after it. */
  probe: STEP,
  after: STEP,
  success: SUCCESS,
});

function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const probe = answered(evidence, params.probe);
  if (isJudgement(probe)) return probe;
  const after = answered(evidence, params.after);
  if (isJudgement(after)) return after;
  return judged(
    [probe, after]
      .filter(({ exchange }) => !succeeded(exchange, params.success))
      .map(({ exchange, response }) =>
        statusFinding(exchange, [], { expected: 'the answer of a GET', actual: beginning(response) }),
      ),
  );
}

export const override = caseRule(
  {
    id: 'method.override',
    title: 'The method is the one in the request line',
    fails: 'obeys a method in a header field instead of the request line: {actual}',
    explain:
      'A GET says DELETE in X-HTTP-Method-Override and its relatives, and is read again afterwards. Frameworks that honour these fields let a request past every rule written for its real method.',
    convention: true,
    covers: ['B13'],
  },
  PARAMS,
  judge,
);
