/** All rules there are. A rule id that is not in this table does not compile. */
import { accessRules } from './access.ts';
import { furtherAccessRules } from './access/index.ts';
import { bodyRules } from './body.ts';
import { exercised } from './coverage/exercised.ts';
import { definitionRules } from './definition.ts';
import { furtherDefinitionRules } from './definition/index.ts';
import { httpRules } from './http.ts';
import { answerRules } from './http/index.ts';
import { inputRules } from './input.ts';
import { furtherInputRules } from './input/index.ts';
import { lifecycleRules } from './lifecycle.ts';
import { furtherLifecycleRules } from './lifecycle/index.ts';
import { mediaRules } from './media/index.ts';
import { methodRules } from './method.ts';
import { furtherMethodRules } from './method/index.ts';
import type { CaseRule, PassiveRule, Rule } from './model.ts';
import { outcomeRules } from './outcome.ts';
import { pageRules } from './page.ts';
import { furtherPageRules } from './page/index.ts';
import { pathRules } from './path/index.ts';
import { rawRules } from './raw/index.ts';
import { storeRules } from './store.ts';
import { tokenRules } from './token.ts';
import { furtherTokenRules } from './token/index.ts';

const CASE_RULES = [
  ...outcomeRules,
  ...bodyRules,
  ...lifecycleRules,
  ...inputRules,
  ...accessRules,
  ...tokenRules,
  ...pageRules,
  ...methodRules,
  ...definitionRules,
  ...storeRules,
  ...furtherLifecycleRules,
  ...furtherInputRules,
  ...furtherAccessRules,
  ...furtherTokenRules,
  ...furtherPageRules,
  ...furtherMethodRules,
  ...pathRules,
  ...mediaRules,
  ...rawRules,
  ...furtherDefinitionRules,
  exercised,
] as const;

export type CaseRuleId = (typeof CASE_RULES)[number]['id'];
const PASSIVE_RULES = [...httpRules, ...answerRules] as const;

export type PassiveRuleId = (typeof PASSIVE_RULES)[number]['id'];
export type RuleId = CaseRuleId | PassiveRuleId;

export const CASES: readonly CaseRule[] = CASE_RULES;
export const PASSIVE: readonly (PassiveRule & { readonly id: PassiveRuleId })[] = PASSIVE_RULES;
export const RULES: readonly Rule[] = [...CASE_RULES, ...PASSIVE_RULES];

const byId: ReadonlyMap<string, Rule> = new Map(RULES.map((rule) => [rule.id, rule]));

/** The rule of an id that is known to exist. */
export function ruleById(id: RuleId): Rule {
  const rule = byId.get(id);
  if (rule === undefined) throw new Error(`no rule ${id}`);
  return rule;
}

/** The rule of an id that someone wrote. */
export function findRule(id: string): Rule | undefined {
  return byId.get(id);
}
