/** An example of every rule with a judge of its own: a rule without one does not compile here. */
import { CASE_RULES } from '../../../src/rules/all.ts';
import type { CaseRule } from '../../../src/rules/model.ts';
import type { CaseRuleId, PassiveRuleId } from '../../../src/rules/ids.ts';
import { methodExamples, tokenExamples } from './access.ts';
import { answerExamples } from './answers.ts';
import type { CaseExample, PassiveExample } from './example.ts';
import { ownCaseExamples, rowCases } from './cases.ts';
import { lifecycleExamples, lifecycleRows } from './lifecycle.ts';
import { outcomeExamples, outcomeRows } from './outcome.ts';
import { pageExamples, pageRows } from './page.ts';
import { queryExamples } from './query.ts';
import { passiveRuleExamples } from './passive.ts';
import { provenAnswers, provenExamples, provenRows } from './proven.ts';

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

/** Examples of rows that share a judge, where they show another side of it. */
export const rowExamples: Readonly<Record<string, CaseExample>> = {
  ...outcomeRows,
  ...lifecycleRows,
  ...pageRows,
  ...rowCases,
  ...provenRows,
};

/** A row of the catalogue has an example, or is judged as a rule that has one. */
export function caseExampleOf({ id, judge }: CaseRule): CaseExample {
  const own: Readonly<Record<string, CaseExample>> = { ...caseExamples, ...rowExamples };
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
