/** Types of rules, judgements and findings. A rule is a pure function from exchanges to findings, with its texts. */
import type { FINDING_KINDS, RECORD_PLACES } from '../model/finding-kinds.ts';
import type { NotSentReason } from '../model/failure.ts';
import type { CaseEvidence, Exchange } from '../model/exchange.ts';
import type { OperationCondition } from '../load/model.ts';
import type { ResolvedOperation } from '../plan/model.ts';

export type FindingKind = (typeof FINDING_KINDS)[number];
export type RecordPlace = (typeof RECORD_PLACES)[number];

/** One failure, as data. */
export interface Finding {
  /** Location in the exchange: `status`, `header date`, `body#/0/result`, `exchange`. */
  readonly where: string;
  /** Expected and actual value, for a reader. */
  readonly expected: string;
  readonly actual: string;
  /** Id of the exchange. */
  readonly evidence: string;
  /** Absent if the finding has texts only. */
  readonly kind?: FindingKind;
  readonly got?: number;
  readonly due?: readonly number[];
  readonly member?: string;
  readonly keyword?: string;
  readonly asked?: string;
  readonly came?: string;
  readonly place?: RecordPlace;
}

export type Judgement =
  | { readonly kind: 'judged'; readonly findings: readonly Finding[] }
  /** The precondition of the rule is not met by this service. */
  | {
      readonly kind: 'inapplicable';
      readonly reason: string;
      /** Set if the reason is a request that was not sent. */
      readonly notSent?: NotSentReason;
      /** Set if the data changed during the case, so that a retry may give a verdict. */
      readonly unsettled?: true;
    }
  /** The evidence does not allow a verdict. */
  | {
      readonly kind: 'inconclusive';
      readonly cause: string;
      /** Id of the check that judges the failed request. */
      readonly blockedBy?: string;
      /** The step whose response lacks the value to judge. */
      readonly lacks?: string;
    };

interface RuleBase {
  /** `<aspect>.<what>`, kebab-case. Part of every check id, so it never changes. */
  readonly id: string;
  readonly title: string;
  /**
   * Failure title, as the rest of a sentence that begins with "it": "{accepts} a request without {field}: {status}".
   * The placeholders are in `src/report/phrase.ts`. The part after the first colon is omitted if it cannot be filled,
   * or differs among the checks of a group.
   */
  readonly fails: string;
  /** Explanation of a failure for the developer of the service: the requirement, its reason and the usual cause. */
  readonly explain: string;
  /** Requirement that the rule proves by default. Absent if only the documents of a service can require it. */
  readonly requirement?: string;
  /** Requirements of single checks, by their key. */
  readonly requirementFor?: Readonly<Record<string, string>>;
  /** No standard requires it. Planned only if a contract binds it to a requirement or names it under `practices:`. */
  readonly convention?: true;
  /** Pointers to places of the contract that cannot make the rule fail, even if they are guessed. */
  readonly whatever?: readonly string[];
  /** The rule that judges the form of the response; each check gets a second one for it. */
  readonly form?: FormRuleId;
  /** The standard with its section, and the strength of the requirement. */
  readonly source?: string;
}

/** Id, title, failure title and explanation of a rule. */
export type RuleTexts<Id extends string> = RuleBase & { readonly id: Id };

/** Rules about the form of a response whose outcome another rule judges. */
export const FORM_RULES = ['outcome.form', 'outcome.success-form'] as const;
export type FormRuleId = (typeof FORM_RULES)[number];

export function isFormRule(rule: string): boolean {
  return FORM_RULES.some((id) => id === rule);
}

/** The expected outcome: acceptance of a valid request, or rejection of an invalid one. */
export type ExpectedOutcome = 'acceptance' | 'refusal';

/** Steps that a contract case must have for a rule: an accepted request, or a read or list under `then`. */
export type RequiredStep = 'accepted' | 'read' | 'list';

/**
 * Parameters that the contract provides, so that a case omits them.
 * - `success`: the definition of success of the step.
 * - `refusal`: the form of a rejection of the kind that the case names.
 * - `messages`: pointer to the warnings in a response.
 * - `stored`: pointers to the record in the request and in the response of the read.
 * - `listed`: pointers to the identifying value in the request and in the list.
 */
export type ContractParameter = 'success' | 'refusal' | 'messages' | 'stored' | 'listed';

/** Judges one case with the planned parameters. */
export interface CaseRule extends RuleBase {
  readonly kind: 'case';
  /** JSON Schema (2020-12) of the parameters. */
  readonly params: object;
  readonly judge: (params: never, evidence: CaseEvidence) => Judgement;
  /** The rule judges 429 responses, so throttling does not make it inconclusive. */
  readonly judgesThrottling?: true;
  /** Expected outcome of the request that the rule judges. */
  readonly awaits?: ExpectedOutcome;
  /** A case of a contract must have these steps. */
  readonly needs?: readonly RequiredStep[];
  readonly filled?: ContractParameter;
  /** A write of another client may cause a finding in a shared list, so a finding must be reproduced to be reported. */
  readonly unlisted?: true;
}

/** Judges one exchange of an operation, sent for any purpose. Its texts are a row of a catalogue. */
export interface PassiveJudge {
  readonly id: string;
  readonly kind: 'passive';
  readonly judge: (exchange: Exchange, operation: ResolvedOperation, never: readonly string[]) => Judgement;
  /** Properties of the operation that a contract may have guessed. */
  readonly reads?: readonly (keyof ResolvedOperation)[];
  /** Judges every exchange of a group, not only those of the operation. */
  readonly wholeGroup?: true;
  /** Judges all responses of an operation in a group together. */
  readonly judgeAll?: (exchanges: readonly Exchange[], operation: ResolvedOperation) => Judgement;
  /** Compares responses in pairs: a finding in a subset is also a finding in the whole set. */
  readonly judgesPairs?: true;
  /** Judges whether the records that a group created exist. */
  readonly judgeMade?: (calls: readonly RecordCall[]) => Judgement;
}

/** A call that names a record which its group created or changed and did not delete before. */
export interface RecordCall {
  /** The last exchange after which the record exists. */
  readonly made: Exchange;
  readonly call: Exchange;
}

export interface PassiveRule extends RuleBase, PassiveJudge {
  readonly requirement: string;
  readonly id: string;
  /** Operations that the rule applies to; absent: all. */
  readonly applies?: OperationCondition;
}

export type Rule = CaseRule | PassiveRule;
