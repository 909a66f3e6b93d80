/** All rules there are, with the words that rows give them. A rule id that is not in this table does not compile. */
import { CASE_RULES, PASSIVE_RULES } from './all.ts';
import type { CaseRule, PassiveRule, Rule } from './model.ts';
import type { ParamsOf } from './params.ts';
import { ANSWER_ROWS, COMMON_ROWS, templateRules, SCENARIOS, TEMPLATES, withWords } from './rows.ts';

export { ANSWER_ROWS, COMMON_ROWS, SCENARIOS, TEMPLATES };

export type CaseRuleId = (typeof CASE_RULES)[number]['id'];
export type PassiveRuleId = (typeof PASSIVE_RULES)[number]['id'];
export type RuleId = CaseRuleId | PassiveRuleId;

/** The parameters of each rule: what a planned check of it has to give. Rules that judge every exchange take none. */
export type RuleParams = {
  readonly [Rule in (typeof CASE_RULES)[number] as Rule['id']]: ParamsOf<Rule['params']>;
} & Readonly<Record<PassiveRuleId, Readonly<Record<string, never>>>>;

/** Rules that take just these parameters. */
export type RuleTaking<Params> = {
  [Id in CaseRuleId]: [Params, RuleParams[Id]] extends [RuleParams[Id], Params] ? Id : never;
}[CaseRuleId];

/** With the rows of the common catalogue that are judged by acceptance or refusal alone. */
export const CASES: readonly CaseRule[] = [...CASE_RULES, ...templateRules];
export const PASSIVE: readonly (PassiveRule & { readonly id: PassiveRuleId })[] = PASSIVE_RULES.flatMap<
  PassiveRule & { readonly id: PassiveRuleId }
>(withWords);
export const RULES: readonly Rule[] = [...CASES, ...PASSIVE];

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
