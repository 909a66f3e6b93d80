/** All rules, with the texts of their rows. */
import { CASE_RULES, PASSIVE_RULES } from './all.ts';
import type { CaseRule, PassiveRule, Rule } from './model.ts';
import type { PassiveRuleId, RuleId } from './ids.ts';
import { RESPONSE_ROWS, COMMON_ROWS, templateRules, SCENARIOS, CASE_TEMPLATES, withRowTexts } from './row-rules.ts';

export { RESPONSE_ROWS, COMMON_ROWS, SCENARIOS, CASE_TEMPLATES };

/** Includes the rows of the common catalogue that are judged by acceptance or rejection alone. */
export const CASE_RULES_WITH_ROWS: readonly CaseRule[] = [...CASE_RULES, ...templateRules];
export const PASSIVE_RULES_WITH_TEXTS: readonly (PassiveRule & { readonly id: PassiveRuleId })[] =
  PASSIVE_RULES.flatMap<PassiveRule & { readonly id: PassiveRuleId }>(withRowTexts);
export const EVERY_RULE: readonly Rule[] = [...CASE_RULES_WITH_ROWS, ...PASSIVE_RULES_WITH_TEXTS];

const byId: ReadonlyMap<string, Rule> = new Map(EVERY_RULE.map((rule) => [rule.id, rule]));

export function ruleById(id: RuleId): Rule {
  const rule = byId.get(id);
  if (rule === undefined) throw new Error(`no rule ${id}`);
  return rule;
}

/** Finds a rule by an ID from a file. */
export function findRule(id: string): Rule | undefined {
  return byId.get(id);
}
