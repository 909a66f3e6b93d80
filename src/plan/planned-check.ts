/** A check of the plan, from what is known of it. */
import type { EndpointContract, Operation, Requirement } from '../load/model.ts';
import type { Check, Given, OnceVerified, Position } from './model.ts';
import type { Scope } from './scope.ts';
import { onceVerified } from './verifiable.ts';

/** What a check is about, for those who say and compare what it found. */
export type About = Pick<Check, 'member' | 'way'>;

export interface CheckParts {
  readonly key?: string | undefined;
  readonly about?: About | undefined;
  readonly title: string;
  readonly given?: readonly Given[];
  readonly at?: Position | undefined;
  /** Overrides the bindings (declared cases name their requirement). */
  readonly requirement?: string | undefined;
  /** The check of a refusal or success whose form this one judges. */
  readonly formOf?: Check;
  /** It stands in a contract with a sentence of its own. */
  readonly declared?: true;
}

/** A rule and its parameters as a contract names them: `plumbline lint` holds them against their schema, no compiler can. */
export interface WrittenCheck extends CheckParts {
  readonly rule: string;
  readonly params: Readonly<Record<string, unknown>>;
}

interface Place {
  readonly scope: Scope;
  readonly endpoint: EndpointContract;
  readonly operation: Operation;
}

interface Known {
  readonly id: string;
  readonly aspect: string;
  readonly requirement: Requirement;
  /** What is asked, where its requirement holds otherwise too. */
  readonly asked: Pick<WrittenCheck, 'rule' | 'key' | 'title' | 'params'>;
  readonly parts: CheckParts;
  readonly at: Position;
}

const NOTHING_GIVEN: readonly Given[] = [];

/** There are hundreds of thousands, and what a constructor gives an object is kept in the object itself. */
export class PlannedCheck implements Check {
  declare readonly id: string;
  declare readonly service: string;
  declare readonly spec: string;
  declare readonly endpoint: string;
  declare readonly operation: string;
  declare readonly aspect: string;
  declare readonly rule: string;
  declare readonly key?: string;
  declare readonly member?: readonly string[];
  declare readonly way?: string;
  declare readonly formOf?: string;
  declare readonly declared?: true;
  declare readonly requirement: string;
  declare readonly level: Check['level'];
  declare readonly basis: Check['basis'];
  declare readonly restsOn: readonly string[];
  declare readonly onceVerified?: OnceVerified;
  declare readonly title: string;
  declare readonly params: Check['params'];
  declare readonly given: readonly Given[];
  declare readonly at: Position;

  constructor({ scope, endpoint, operation }: Place, { id, aspect, requirement, asked, parts, at }: Known) {
    const { about, formOf, declared, given = NOTHING_GIVEN } = parts;
    this.id = id;
    this.service = scope.service;
    this.spec = scope.version;
    this.endpoint = endpoint.endpoint;
    this.operation = operation.name;
    this.aspect = aspect;
    this.rule = asked.rule;
    if (asked.key !== undefined) this.key = asked.key;
    if (about?.member !== undefined) this.member = about.member;
    if (about?.way !== undefined) this.way = about.way;
    if (formOf !== undefined) this.formOf = formOf.rule;
    if (declared !== undefined) this.declared = declared;
    this.requirement = requirement.id;
    this.level = requirement.level;
    this.basis = scope.basis(requirement);
    this.restsOn = scope.restsOn(requirement);
    const once = this.basis === 'assumed' ? onceVerified({ scope, endpoint, operation }, requirement) : undefined;
    if (once !== undefined) this.onceVerified = once;
    this.title = asked.title;
    this.params = asked.params;
    this.given = given;
    this.at = at;
  }
}
