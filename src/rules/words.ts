/** What planning knows of the rules: their ids, their words, and what each takes; not how they judge. */
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
  /** The rule of an id that someone wrote. */
  readonly find: (id: string) => RuleEntry | undefined;
  readonly cases: readonly CaseEntry[];
  readonly passive: readonly PassiveEntry[];
}
