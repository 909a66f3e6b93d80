/** Rules as planning sees them: IDs, texts and parameters, without their judges. */
import type { PassiveRuleId } from './ids.ts';
import type { CaseRule, PassiveRule } from './model.ts';

export interface RuleParameter {
  readonly name: string;
  readonly isRequired: boolean;
  /** It is the name of a step, or several. */
  readonly isStep: boolean;
}

/** A rule over one case, without its judge. */
export interface CaseEntry extends Omit<CaseRule, 'judge' | 'params'> {
  /** In its order. */
  readonly parameters: readonly RuleParameter[];
}

/** A rule over every answer, without its judge. */
export interface PassiveEntry extends Omit<PassiveRule, 'id' | 'judge' | 'judgeAll' | 'judgeMade'> {
  readonly id: PassiveRuleId;
}

export type RuleEntry = CaseEntry | PassiveEntry;

export interface RuleList {
  /** Finds a rule by an ID from a file. */
  readonly find: (id: string) => RuleEntry | undefined;
  readonly cases: readonly CaseEntry[];
  readonly passive: readonly PassiveEntry[];
}
