/** How a rule over one case is made of its words, the schema of its parameters and its judge. */
import type { CaseEvidence } from '../record/exchange.ts';
import type { CaseRule, Judgement, RuleWords } from './model.ts';
import type { ParamsOf } from './params.ts';

/** A rule whose id and parameters the compiler knows. */
export interface CaseRuleOf<Id extends string, Schema extends object> extends CaseRule {
  readonly id: Id;
  readonly params: Schema;
  readonly judge: (params: ParamsOf<Schema>, evidence: CaseEvidence) => Judgement;
}

/** `params` is a JSON Schema (2020-12); the judge gets what the plan bound, which is held against it. */
export function caseRule<const Id extends string, Schema extends object>(
  words: RuleWords<Id> & Pick<CaseRule, 'judgesThrottling' | 'awaits' | 'needs' | 'filled' | 'quiet'>,
  params: Schema,
  judge: (params: ParamsOf<Schema>, evidence: CaseEvidence) => Judgement,
): CaseRuleOf<Id, Schema> {
  return { ...words, kind: 'case', params, judge };
}
