import type { Success } from '../../record/success.ts';
import { succeeded } from '../../record/success.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, clip, finding, isJudgement, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';

interface OverrideParams {
  /** The GET that claims to be another method, and a plain one after it. */
  readonly probe: string;
  readonly after: string;
  readonly success: Success;
}

function judge(params: OverrideParams, evidence: CaseEvidence): Judgement {
  const probe = answered(evidence, params.probe);
  if (isJudgement(probe)) return probe;
  const after = answered(evidence, params.after);
  if (isJudgement(after)) return after;
  return judged(
    [probe, after]
      .filter(({ exchange }) => !succeeded(exchange, params.success))
      .map(({ exchange, response }) =>
        finding(exchange, 'status', 'the answer of a GET', `${response.status}: ${clip(response.body, 160)}`),
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
  {
    type: 'object',
    required: ['probe', 'after', 'success'],
    properties: { probe: { type: 'string' }, after: { type: 'string' }, success: { type: 'object' } },
    additionalProperties: false,
  },
  judge,
);
