/** All rules, with the texts of their rows. */
import { CASE_RULES, PASSIVE_RULES } from './all.ts';
import type { CaseRule, PassiveRule, Rule } from './model.ts';
import type { PassiveRuleId, RuleId } from './ids.ts';
import { ANSWER_ROWS, COMMON_ROWS, templateRules, SCENARIOS, TEMPLATES, withWords } from './row-rules.ts';

export { ANSWER_ROWS, COMMON_ROWS, SCENARIOS, TEMPLATES };

/** Includes the rows of the common catalogue that are judged by acceptance or rejection alone. */
export const CASES: readonly CaseRule[] = [...CASE_RULES, ...templateRules];
export const PASSIVE: readonly (PassiveRule & { readonly id: PassiveRuleId })[] = PASSIVE_RULES.flatMap<
  PassiveRule & { readonly id: PassiveRuleId }
>(withWords);
export const RULES: readonly Rule[] = [...CASES, ...PASSIVE];

const byId: ReadonlyMap<string, Rule> = new Map(RULES.map((rule) => [rule.id, rule]));

export function ruleById(id: RuleId): Rule {
  const rule = byId.get(id);
  if (rule === undefined) throw new Error(`no rule ${id}`);
  return rule;
}

/** Finds a rule by an ID from a file. */
export function findRule(id: string): Rule | undefined {
  return byId.get(id);
}
