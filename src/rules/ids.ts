/** Types of rule IDs and rule parameters. A rule ID that is not in the table of `all.ts` does not compile. */
import type { CASE_RULES, PASSIVE_RULES } from './all.ts';
import type { SchemaParams } from './params.ts';

export type CaseRuleId = (typeof CASE_RULES)[number]['id'];
export type PassiveRuleId = (typeof PASSIVE_RULES)[number]['id'];
export type RuleId = CaseRuleId | PassiveRuleId;

/** The parameters of each rule, as a planned check has to give them. Passive rules have none. */
export type RuleParams = {
  readonly [Rule in (typeof CASE_RULES)[number] as Rule['id']]: SchemaParams<Rule['params']>;
} & Readonly<Record<PassiveRuleId, Readonly<Record<string, never>>>>;

/** Rules with exactly these parameters. */
export type RuleWithParams<Params> = {
  [Id in CaseRuleId]: [Params, RuleParams[Id]] extends [RuleParams[Id], Params] ? Id : never;
}[CaseRuleId];
