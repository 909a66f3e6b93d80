/** Rules for the planner: IDs, texts and parameters, without their judges. */
import type { PassiveRuleId } from './ids.ts';
import type { CaseRule, PassiveRule } from './model.ts';

export interface RuleParameter {
  readonly name: string;
  readonly isRequired: boolean;
  /** The parameter is the name of a step, or a list of them. */
  readonly isStep: boolean;
}

export interface CaseRuleEntry extends Omit<CaseRule, 'judge' | 'params'> {
  /** In declaration order. */
  readonly parameters: readonly RuleParameter[];
}

export interface PassiveRuleEntry extends Omit<PassiveRule, 'id' | 'judge' | 'judgeAll' | 'judgeMade'> {
  readonly id: PassiveRuleId;
}

export type RuleEntry = CaseRuleEntry | PassiveRuleEntry;

export interface RuleList {
  /** Finds a rule by an ID from a file. */
  readonly find: (id: string) => RuleEntry | undefined;
  readonly cases: readonly CaseRuleEntry[];
  readonly passive: readonly PassiveRuleEntry[];
}
