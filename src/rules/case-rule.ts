/** How a rule over one case is made of its words, the schema of its parameters and its judge. */
import type { CaseEvidence } from '../record/exchange.ts';
import type { CaseRule, Judgement, RuleWords } from './model.ts';

/** `params` is a JSON Schema (2020-12); the judge gets what the plan bound, which is held against it. */
export function caseRule<const Id extends string, Params>(
  words: RuleWords<Id> & Pick<CaseRule, 'judgesThrottling'>,
  params: object,
  judge: (params: Params, evidence: CaseEvidence) => Judgement,
): CaseRule & { readonly id: Id } {
  return { ...words, kind: 'case', params, judge };
}
