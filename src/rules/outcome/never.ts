import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, finding, isJudgement, judged } from '../evidence.ts';
import { statusFinding } from '../findings.ts';
import type { Judgement } from '../model.ts';
import { object, STATUSES, STEP, TEXTS, type ParamsOf } from '../params.ts';

const PARAMS = object({ step: STEP }, { statuses: STATUSES, texts: TEXTS });

function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, params.step);
  if (isJudgement(found)) return found;
  const { exchange, response } = found;
  const statuses = params.statuses ?? [];
  const status = statuses.includes(response.status)
    ? [statusFinding(exchange, [], { expected: `anything but ${statuses.join(', ')}` })]
    : [];
  const texts = (params.texts ?? [])
    .filter((text) => response.body.includes(text))
    .map((text) => finding(exchange, 'body', `no text "${text}"`, response.body));
  return judged([...status, ...texts]);
}

export const never = caseRule(
  {
    id: 'outcome.never',
    title: 'A known fault does not come back',
    fails: 'shows a known fault again: {actual}',
    explain: 'The operator reported this answer as a fault and said that it was mended. It must not be seen again.',
    covers: [],
  },
  PARAMS,
  judge,
);
