/** What a rule is: a pure function from recorded exchanges to findings, with its explanation beside it. */
import type { NotSent } from '../model/failure.ts';
import type { CaseEvidence, Exchange } from '../model/exchange.ts';
import type { Applies } from '../load/model.ts';
import type { ResolvedOperation } from '../plan/model.ts';

/**
 * What kind of departure a finding is, for whoever compares findings: a closed set, so that nobody reads their words.
 *
 * - `status`: of the status of an answer: `got`, and `due` where it is known which are right.
 * - `absent`: what should be there is not; of a schema, the `member` of what `where` leads to.
 * - `lost`: a value that should be there is not; what was expected is JSON.
 * - `added`: what is there should not be.
 * - `value`: another value; both are JSON.
 * - `schema`: anything else that a JSON Schema asks: by which `keyword`, and the type or format that was `asked`, and the type that `came`.
 * - `unlisted`, `stray`, `again`: of records on pages, one that should be there and is not (and its `place`, where that is known), one that
 *   should not be there, one that was there before.
 *   What pages tell in numbers has the one that is due in `asked`, and the one that is told in `came`.
 * - `no-list`: something else where records should be listed.
 * - `no-content`: nothing where a body is asked for.
 * - `content`: a body where none is.
 * - `no-entry`, `unnamed`, `code`: a refusal without an error, without one that names the fault, with another code (the one that was `asked`, and the one that `came`).
 * - `not-utf-8`, `byte-order-mark`, `not-json`: what is wrong with a text that should be JSON.
 * - `stack-frame`: a part of a stack trace is shown.
 */
export const FINDING_KINDS = [
  'status',
  'absent',
  'lost',
  'added',
  'value',
  'schema',
  'unlisted',
  'stray',
  'again',
  'no-list',
  'no-content',
  'content',
  'no-entry',
  'unnamed',
  'code',
  'not-utf-8',
  'byte-order-mark',
  'not-json',
  'stack-frame',
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

/**
 * Where on the pages of a list records stood that it lacks: everywhere, before all others, behind all others, behind all others or before them as those that were
 * made last, at the end or the beginning of each page, behind one full page and before the next, in the middle of a page.
 */
export const RECORD_PLACES = ['all', 'first', 'last', 'newest', 'page-end', 'page-begin', 'between', 'within'] as const;
export type RecordPlace = (typeof RECORD_PLACES)[number];

/** One concrete departure. Data, not prose. */
export interface Finding {
  /** Where in the exchange: `status`, `header date`, `body#/0/result`, `exchange`. */
  readonly where: string;
  /** What was asked and what came, for a reader. */
  readonly expected: string;
  readonly actual: string;
  /** Id of the exchange. */
  readonly evidence: string;
  /** Without one it is nothing but its words. */
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
  /** The precondition of the rule is not met by this service; nothing is required of it. */
  | {
      readonly kind: 'inapplicable';
      readonly reason: string;
      /** Where that is so because a request of it was not sent. */
      readonly notSent?: NotSent;
      /** Where it is so only because something was written meanwhile: another moment may tell. */
      readonly unsettled?: true;
    }
  /** The evidence does not allow a verdict. */
  | {
      readonly kind: 'inconclusive';
      readonly cause: string;
      /** Id of the check that judges what it failed on, where there is one. */
      readonly blockedBy?: string;
      /** The step whose answer lacks what is judged, where a rule says so. */
      readonly lacks?: string;
    };

interface RuleBase {
  /** `<aspect>.<what>`, kebab-case; part of every check id, so it never changes. */
  readonly id: string;
  readonly title: string;
  /**
   * What the service does where the rule fails, as the rest of a sentence that begins with "it": "{accepts} a request
   * without {field}: {status}". What `{…}` may name stands in `src/report/phrase.ts`; what follows the first colon is left out where
   * it cannot be filled, or differs among the checks that are told together.
   */
  readonly fails: string;
  /** For a vendor who reads a failure: what is asked, why, and what usually causes a departure. */
  readonly explain: string;
  /**
   * Requirement that it proves unless a contract binds another: what a standard asks of every service. Absent where only
   * a service's own documents can say it.
   */
  readonly requirement?: string;
  /** By the key of a check: where a clause of its own asks it, and not the one of the others. */
  readonly requirementFor?: Readonly<Record<string, string>>;
  /**
   * No standard asks it and services rightly differ: it is planned only where a contract binds it to a requirement or
   * names it under `practices:`.
   */
  readonly convention?: true;
  /** Places of the contracts, as pointers, that cannot make it fail, whatever is guessed there. */
  readonly whatever?: readonly string[];
  /** The rule that judges in which form it is refused or accepted: a check of it stands beside each of its checks. */
  readonly form?: FormRuleId;
  /** Where it is asked, and how strongly. */
  readonly source?: string;
}

/** The words of a rule: what it is called, what it asks and why. */
export type RuleWords<Id extends string> = RuleBase & { readonly id: Id };

/** Rules that judge how something was answered whose answer another rule judges. */
export const FORM_RULES = ['outcome.form', 'outcome.success-form'] as const;
export type FormRuleId = (typeof FORM_RULES)[number];

export function isFormRule(rule: string): boolean {
  return FORM_RULES.some((id) => id === rule);
}

/** Of a request that is good, and of one with a fault. */
export type Awaited = 'acceptance' | 'refusal';

/** What a case of a contract has to hold for a rule: an accepted request, or what is asked for under `then`. */
export type Need = 'accepted' | 'read' | 'list';

/**
 * What of its parameters the contract itself knows, so that a case does not write it.
 *
 * - `success`: what counts as the success of the step.
 * - `refusal`: how a refusal of the kind that the case names looks.
 * - `messages`: where warnings stand in an answer.
 * - `stored`: where the record stands in the request, and in the answer of the read after it.
 * - `listed`: where the value that tells the record stands in the request, and in the list after it.
 */
export type FilledParameter = 'success' | 'refusal' | 'messages' | 'stored' | 'listed';

/** Judges one case, with parameters that the plan bound. */
export interface CaseRule extends RuleBase {
  readonly kind: 'case';
  /** JSON Schema (2020-12) of the parameters. */
  readonly params: object;
  readonly judge: (params: never, evidence: CaseEvidence) => Judgement;
  /** A 429 is what it judges, and keeps nobody from judging. */
  readonly judgesThrottling?: true;
  /** What has to become of the request that it judges. */
  readonly awaits?: Awaited;
  /** Without it a case that a contract declares cannot be judged. */
  readonly needs?: readonly Need[];
  readonly filled?: FilledParameter;
  /** What it finds of a list that is not the run's own may be what others wrote to it between two of its calls: it is found again, or not told. */
  readonly quiet?: true;
}

/** Judges one exchange of an operation, whatever it was sent for. Its words are a row of a catalogue. */
export interface PassiveJudge {
  readonly id: string;
  readonly kind: 'passive';
  readonly judge: (exchange: Exchange, operation: ResolvedOperation, never: readonly string[]) => Judgement;
  /** What of the operation it reads that a contract may have guessed. */
  readonly reads?: readonly (keyof ResolvedOperation)[];
  /** It judges whatever was sent for a group of its operation, and not its operation alone. */
  readonly wholeGroup?: true;
  /** Judges all answers of an operation in a group together, in place of each alone. */
  readonly judgeAll?: (exchanges: readonly Exchange[], operation: ResolvedOperation) => Judgement;
  /** It holds one answer against another beside it: what it finds among some of them it finds among all. */
  readonly judgesPairs?: true;
  /** Judges what became of that which a group made, in place of each answer alone. */
  readonly judgeMade?: (calls: readonly CallOnMade[]) => Judgement;
}

/** A call that names a record which its group made, or changed, and which nothing had removed by then. */
export interface CallOnMade {
  /** The last exchange that left it there. */
  readonly made: Exchange;
  readonly call: Exchange;
}

export interface PassiveRule extends RuleBase, PassiveJudge {
  readonly requirement: string;
  readonly id: string;
  /** Operations that it speaks of; absent: all. */
  readonly applies?: Applies;
}

export type Rule = CaseRule | PassiveRule;
