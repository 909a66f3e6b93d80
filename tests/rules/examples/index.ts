/** An example of every rule: a rule without one does not compile here. */
import type { CaseRuleId } from '../../../src/rules/registry.ts';
import { accessExamples, methodExamples, tokenExamples } from './access.ts';
import type { CaseExample } from './example.ts';
import { inputExamples } from './input.ts';
import { lifecycleExamples } from './lifecycle.ts';
import { outcomeExamples } from './outcome.ts';
import { pageExamples } from './page.ts';

export { passiveExamples } from './passive.ts';

export const caseExamples: Readonly<Record<CaseRuleId, CaseExample>> = {
  ...outcomeExamples,
  ...lifecycleExamples,
  ...inputExamples,
  ...accessExamples,
  ...tokenExamples,
  ...methodExamples,
  ...pageExamples,
};
