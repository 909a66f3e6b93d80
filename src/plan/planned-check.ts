/** Creates the checks of a plan. */
import { BASELINE_STEP } from '../model/exchange.ts';
import type { Operation, Requirement } from '../load/model.ts';
import type { RuleEntry } from '../rules/rule-list.ts';
import type { Check, Precondition, Position } from './model.ts';
import type { ScopedOperation } from './scope.ts';
import { basisOnceVerified } from './verifiable.ts';

/** Subject of a check, for grouping and messages. */
export type CheckSubject = Pick<Check, 'member' | 'way'>;

export interface CheckParts {
  readonly key?: string | undefined;
  readonly about?: CheckSubject | undefined;
  readonly title: string;
  readonly given?: readonly Precondition[];
  readonly at?: Position | undefined;
  /** Overrides the bindings. */
  readonly requirement?: string | undefined;
  /** The check whose response form this one judges. */
  readonly formOf?: Check;
  /** Its title is a sentence of the contract. */
  readonly declared?: true;
}

/** A rule and its parameters from a contract. `plumbline lint` validates them; the compiler cannot. */
export interface DeclaredRuleCheck extends CheckParts {
  readonly rule: string;
  readonly params: Readonly<Record<string, unknown>>;
}

interface Known {
  readonly id: string;
  readonly aspect: string;
  readonly requirement: Requirement;
  /** The check to plan: the negated one if the requirement is negated by an answer. */
  readonly planned: Pick<DeclaredRuleCheck, 'rule' | 'key' | 'title' | 'params'>;
  readonly parts: CheckParts;
  readonly at: Position;
}

const NOTHING_GIVEN: readonly Precondition[] = [];

/** Gives the class below the properties of a check without declaring each again. */
const EmptyCheck = class {} as new () => { -readonly [Name in keyof Check]: Check[Name] };

/** A class, not a literal: with hundreds of thousands of checks, properties that a constructor sets take less memory. */
export class PlannedCheck extends EmptyCheck {
  constructor({ scope, endpoint, operation }: ScopedOperation, { id, aspect, requirement, planned, parts, at }: Known) {
    super();
    const { about, formOf, declared, given = NOTHING_GIVEN } = parts;
    this.id = id;
    this.service = scope.service;
    this.spec = scope.version;
    this.endpoint = endpoint.endpoint;
    this.operation = operation.name;
    this.aspect = aspect;
    this.rule = planned.rule;
    if (planned.key !== undefined) this.key = planned.key;
    if (about?.member !== undefined) this.member = about.member;
    if (about?.way !== undefined) this.way = about.way;
    if (formOf !== undefined) this.formOf = formOf.rule;
    if (declared !== undefined) this.declared = declared;
    this.requirement = requirement.id;
    this.level = requirement.level;
    this.basis = scope.basis(requirement);
    this.restsOn = scope.openQuestionsOf(requirement);
    const once = this.basis === 'assumed' ? basisOnceVerified({ scope, endpoint, operation }, requirement) : undefined;
    if (once !== undefined) this.onceVerified = once;
    this.title = planned.title;
    this.params = planned.params;
    this.given = given;
    this.at = at;
  }
}

interface Asked {
  readonly rule: string;
  readonly key?: string | undefined;
  readonly title: string;
  readonly given?: readonly Precondition[];
  readonly params: Readonly<Record<string, unknown>>;
}

/**
 * The check for a negated requirement: the same request must be accepted. Undefined if the check expects no rejection,
 * or needs the record that the baseline request deleted.
 */
export function negatedCheck(
  { kind }: Pick<Operation, 'kind'>,
  { form }: Pick<RuleEntry, 'form'>,
  { rule, key, title, given, params }: Asked,
): Asked | undefined {
  const isGone = kind === 'delete' && given?.some(({ step, is }) => step === BASELINE_STEP && is === 'success');
  if (form !== 'outcome.form' || isGone === true) return undefined;
  const { step, success } = params;
  return {
    rule: 'outcome.accepted',
    key: key === undefined ? rule : `${rule}/${key}`,
    title,
    params: { step, success },
  };
}
