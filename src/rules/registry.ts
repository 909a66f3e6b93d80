/** All rules there are. A rule id that is not in this table does not compile. */
import { accessRules } from './access/index.ts';
import { bodyRules } from './body/index.ts';
import { notThrottled } from './burst/not-throttled.ts';
import { exercised } from './coverage/exercised.ts';
import { definitionRules } from './definition/index.ts';
import { headerRules } from './header/index.ts';
import { httpRules } from './http/index.ts';
import { inputRules } from './input/index.ts';
import { lifecycleRules } from './lifecycle/index.ts';
import { mediaRules } from './media/index.ts';
import { methodRules } from './method/index.ts';
import type { CaseRule, PassiveRule, Rule } from './model.ts';
import { outcomeRules } from './outcome/index.ts';
import { pageRules } from './page/index.ts';
import type { ParamsOf } from './params.ts';
import { pathRules } from './path/index.ts';
import { rawRules } from './raw/index.ts';
import { storeRules } from './store/index.ts';
import { tokenRules } from './token/index.ts';
import { ANSWER_ROWS, COMMON_ROWS, rowRules, withWords } from './rows.ts';
import { warningRules } from './warning/index.ts';

const CASE_RULES = [
  ...outcomeRules,
  ...bodyRules,
  ...headerRules,
  ...warningRules,
  ...lifecycleRules,
  ...inputRules,
  ...accessRules,
  ...tokenRules,
  ...pageRules,
  ...methodRules,
  ...pathRules,
  ...mediaRules,
  notThrottled,
  ...definitionRules,
  ...storeRules,
  ...rawRules,
  exercised,
] as const;

export { ANSWER_ROWS, COMMON_ROWS };

export type CaseRuleId = (typeof CASE_RULES)[number]['id'];
export type PassiveRuleId = (typeof httpRules)[number]['id'];
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
export const CASES: readonly CaseRule[] = [...CASE_RULES, ...rowRules];
export const PASSIVE: readonly (PassiveRule & { readonly id: PassiveRuleId })[] = httpRules.flatMap<
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
