/** An example of every rule with a judge of its own: a rule without one does not compile here. */
import type { CaseRule } from '../../../src/rules/model.ts';
import type { CaseRuleId, PassiveRuleId } from '../../../src/rules/registry.ts';
import { methodExamples, tokenExamples } from './access.ts';
import { answerExamples } from './answers.ts';
import type { CaseExample, PassiveExample } from './example.ts';
import { ownCaseExamples } from './cases.ts';
import { lifecycleExamples } from './lifecycle.ts';
import { outcomeExamples } from './outcome.ts';
import { pageExamples } from './page.ts';
import { passiveRuleExamples } from './passive.ts';
import { provenAnswers, provenExamples } from './proven.ts';

export const caseExamples: Readonly<Record<CaseRuleId, CaseExample>> = {
  ...outcomeExamples,
  ...lifecycleExamples,
  ...tokenExamples,
  ...methodExamples,
  ...pageExamples,
  ...ownCaseExamples,
  ...provenExamples,
};

/** Rows of the catalogue are judged as any acceptance or refusal is. */
export function caseExampleOf({ id, form }: CaseRule): CaseExample {
  const own: Readonly<Record<string, CaseExample>> = caseExamples;
  return own[id] ?? caseExamples[form === 'outcome.form' ? 'outcome.refused' : 'outcome.accepted'];
}

export const passiveExamples: Readonly<Record<PassiveRuleId, PassiveExample>> = {
  ...passiveRuleExamples,
  ...answerExamples,
  ...provenAnswers,
};
