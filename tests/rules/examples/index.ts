/** An example of every rule: a rule without one does not compile here. */
import type { CaseRuleId, PassiveRuleId } from '../../../src/rules/registry.ts';
import { accessExamples, methodExamples, tokenExamples } from './access.ts';
import { answerExamples } from './answers.ts';
import type { CaseExample, PassiveExample } from './example.ts';
import { ownCaseExamples } from './cases.ts';
import { inputExamples } from './input.ts';
import { lifecycleExamples } from './lifecycle.ts';
import { outcomeExamples } from './outcome.ts';
import { pageExamples } from './page.ts';
import { passiveRuleExamples } from './passive.ts';
import { provenAnswers, provenExamples } from './proven.ts';

export const caseExamples: Readonly<Record<CaseRuleId, CaseExample>> = {
  ...outcomeExamples,
  ...lifecycleExamples,
  ...inputExamples,
  ...accessExamples,
  ...tokenExamples,
  ...methodExamples,
  ...pageExamples,
  ...ownCaseExamples,
  ...provenExamples,
};

export const passiveExamples: Readonly<Record<PassiveRuleId, PassiveExample>> = {
  ...passiveRuleExamples,
  ...answerExamples,
  ...provenAnswers,
};
