/** An example of every rule with a judge of its own: a rule without one does not compile here. */
import { CASE_RULES } from '../../../src/rules/all.ts';
import type { CaseRule } from '../../../src/rules/model.ts';
import type { CaseRuleId, PassiveRuleId } from '../../../src/rules/registry.ts';
import { methodExamples, tokenExamples } from './access.ts';
import { answerExamples } from './answers.ts';
import type { CaseExample, PassiveExample } from './example.ts';
import { ownCaseExamples } from './cases.ts';
import { lifecycleExamples } from './lifecycle.ts';
import { outcomeExamples } from './outcome.ts';
import { pageExamples } from './page.ts';
import { queryExamples } from './query.ts';
import { passiveRuleExamples } from './passive.ts';
import { provenAnswers, provenExamples } from './proven.ts';

export const caseExamples: Readonly<Record<CaseRuleId, CaseExample>> = {
  ...outcomeExamples,
  ...lifecycleExamples,
  ...tokenExamples,
  ...methodExamples,
  ...pageExamples,
  ...queryExamples,
  ...ownCaseExamples,
  ...provenExamples,
};

/** A row of the catalogue is judged as a rule that has an example. */
export function caseExampleOf({ id, judge }: CaseRule): CaseExample {
  const own: Readonly<Record<string, CaseExample>> = caseExamples;
  const judging = CASE_RULES.find((rule: CaseRule) => rule.judge === judge)?.id;
  const example = own[id] ?? own[judging ?? ''];
  if (example === undefined) throw new Error(`nothing judges ${id}`);
  return example;
}

export const passiveExamples: Readonly<Record<PassiveRuleId, PassiveExample>> = {
  ...passiveRuleExamples,
  ...answerExamples,
  ...provenAnswers,
};
