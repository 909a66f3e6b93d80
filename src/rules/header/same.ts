import { header } from '../../record/headers.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, finding, isJudgement, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { object, STEP, TEXT, type ParamsOf } from '../params.ts';

const PARAMS = object({ step: STEP, name: TEXT, other: STEP });

function judge({ step, name, other }: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const [found, before] = [answered(evidence, step), answered(evidence, other)];
  if (isJudgement(found)) return found;
  if (isJudgement(before)) return before;
  const [actual, expected] = [found, before].map(({ response }) => header(response, name.toLowerCase()));
  return judged(
    actual !== undefined && actual === expected
      ? []
      : [finding(found.exchange, `header ${name}`, expected ?? 'the header in both answers', actual)],
  );
}

export const same = caseRule(
  {
    id: 'header.same',
    title: 'The header is the same in two answers',
    fails: 'answers with another {where}: {actual} instead of {expected}',
    explain:
      'What two answers say in this header has to be the same, such as the tag of a version of a record that nobody changed.',
    covers: [],
  },
  PARAMS,
  judge,
);
