/** Constructors of rules: `caseRule` judges one test case, `passiveRule` judges every response. */
import type { ResolvedOperation } from '../plan/model.ts';
import type { CaseEvidence, Exchange, RecordedResponse } from '../model/exchange.ts';
import { inconclusiveJudgement, runJudge } from './evidence.ts';
import type { CaseRule, Judgement, PassiveJudge, RuleTexts } from './model.ts';
import type { SchemaParams } from './params.ts';

/** A rule with its id and parameters as types. */
export interface TypedCaseRule<Id extends string, Schema extends object> extends CaseRule {
  readonly id: Id;
  readonly params: Schema;
  readonly judge: (params: SchemaParams<Schema>, evidence: CaseEvidence) => Judgement;
}

/** `params` is a JSON Schema (2020-12). The judge gets the planned parameters, which are validated against it. */
export function caseRule<const Id extends string, Schema extends object>(
  words: RuleTexts<Id> & Pick<CaseRule, 'judgesThrottling' | 'awaits' | 'needs' | 'filled' | 'unlisted'>,
  params: Schema,
  judge: (params: SchemaParams<Schema>, evidence: CaseEvidence) => Judgement,
): TypedCaseRule<Id, Schema> {
  return { ...words, kind: 'case', params, judge: (given, evidence) => runJudge(() => judge(given, evidence)) };
}

/** Properties of an operation that the contract may have guessed. */
type Guessed =
  | 'responseSchema'
  | 'documented'
  | 'budgetMs'
  | 'carrier'
  | 'correlation'
  | 'scheme'
  | 'success'
  | 'mediaType'
  | 'refusalMedia';

/**
 * A judge of one response; a missing response is inconclusive. Its texts are in contracts/common/responses.yaml. The
 * judge sees the properties that are never guessed, and the ones named in `reads`; a check depends on the open
 * questions behind those.
 */
export function passiveRule<const Id extends string, Reads extends Guessed = never>(
  id: Id,
  judge: (
    response: RecordedResponse,
    exchange: Exchange,
    operation: Omit<ResolvedOperation, Exclude<Guessed, Reads>>,
    never: readonly string[],
  ) => Judgement,
  reads: readonly Reads[] = [],
): PassiveJudge & { readonly id: Id } {
  return {
    id,
    kind: 'passive',
    reads,
    judge: (exchange, operation, never) => {
      const { response } = exchange;
      return response === undefined
        ? inconclusiveJudgement(exchange.failure?.message ?? 'no response')
        : runJudge(() => judge(response, exchange, operation, never));
    },
  };
}
