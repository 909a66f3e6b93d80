/** What planning works with: one operation in one version, and the makers of checks, cases and groups. */
import { defined, extended, maybe } from '../model/objects.ts';
import type { Success } from '../model/success.ts';
import { type EndpointContract, type ErrorFamily, type Operation, type RefusalKind, REFUSALS } from '../load/model.ts';
import type { PassiveEntry, RuleEntry, RuleList } from '../rules/rule-list.ts';
import type { RuleId, RuleParams } from '../rules/ids.ts';
import type { RefusedParams } from '../rules/outcome.ts';
import { type Bindings, idOfForm } from './bindings.ts';
import { looking } from './looking.ts';
import { refusalTypes } from './media.ts';
import { oppositeOf } from './opposite.ts';
import type { Case, Check, Group, ResolvedOperation, Step } from './model.ts';
import { type CheckParts, PlannedCheck, type WrittenCheck } from './planned-check.ts';
import type { PlanProblems } from './plan-problems.ts';
import { isOfValue, kindIn, refusalOf } from './refusal-of.ts';
import { documentedStatuses, successSchema } from './response-schema.ts';
import type { Scope } from './scope.ts';
import { tokenHeader, tokenScheme } from './security.ts';
import { successOf } from './templates.ts';
import {
  again,
  type AnswerUse,
  asGood,
  hasLooked,
  type Looks,
  observed,
  type ObservedValue,
  pointsIn,
  provenBy,
  usesOf,
} from './uses.ts';
import { onceVerified } from './verifiable.ts';

export interface CheckOptions<Id extends RuleId> extends CheckParts {
  readonly rule: Id;
  readonly params: RuleParams[Id];
}

const NOTHING_MORE = {};
/** Of the checks of every answer. */
const NO_PARAMS = {};

export class OperationContext {
  readonly rules: RuleList;
  readonly scope: Scope;
  readonly endpoint: EndpointContract;
  readonly operation: Operation;
  readonly resolved: ResolvedOperation;
  /** `<endpoint>/<operation>`. */
  readonly path: string;
  /** What the ids of its checks and cases begin with. */
  readonly #start: string;
  readonly #success: ObservedValue<Success>;
  readonly #answers: ReadonlyMap<keyof ResolvedOperation, ObservedValue<unknown>>;
  readonly #remembered = new Map<unknown, ObservedValue<unknown>>();
  readonly #refusals = new Map<RefusalKind, ObservedValue<RefusedParams>>();
  /** By what the good request is judged to have succeeded: where that came first, it is shown as what it was made with. */
  readonly #judgedGood: Looks;
  readonly #looks = new Map<Check, Looks>();
  readonly #bindings: Bindings;
  /** Takes what is wrong with the contract. */
  readonly problems: PlanProblems;
  /** To what catalogues ask of it, by the index of the question. */
  readonly answers: ObservedValue<boolean>[] = [];

  constructor(
    rules: RuleList,
    scope: Scope,
    endpoint: EndpointContract,
    operation: Operation,
    bindings: Bindings,
    problems: PlanProblems,
  ) {
    this.rules = rules;
    this.scope = scope;
    this.endpoint = endpoint;
    this.operation = operation;
    this.#bindings = bindings;
    this.problems = problems;
    this.#success = observed(() => successOf(scope, operation));
    this.#judgedGood = observed(() => asGood(() => successOf(scope, operation))).looks;
    const answer = observed(() => successSchema(scope, endpoint, operation));
    const documented = observed(() => documentedStatuses(scope, endpoint, operation, again(answer)));
    const budget = observed(() => budgetOf(scope));
    const carrier = observed(() => tokenHeader(scope.contracts, operation.security));
    const scheme = observed(() => tokenScheme(scope.contracts, operation.security));
    const mediaType = observed(
      () => operation.media ?? (endpoint.base === 'service' ? scope.contracts.mediaType : undefined),
    );
    const refusalMedia = observed(() => refusalTypes(scope, endpoint));
    const away = observed(() => scope.contracts.errors.refusals.unavailable?.statuses);
    const success = observed(() => operation.success);
    const correlation = observed(() => correlationOf(scope, operation));
    this.#answers = new Map<keyof ResolvedOperation, ObservedValue<unknown>>([
      ['responseSchema', answer],
      ['documented', documented],
      ['budgetMs', budget],
      ['carrier', carrier],
      ['scheme', scheme],
      ['mediaType', mediaType],
      ['refusalMedia', refusalMedia],
      ['success', success],
      ['correlation', correlation],
    ]);
    this.path = `${endpoint.endpoint}/${operation.name}`;
    // A template would keep its parts, and so would each of the hundreds of ids that begin with it.
    this.#start = [scope.service, this.path, ''].join('/');
    this.resolved = {
      service: scope.service,
      spec: scope.version,
      endpoint: endpoint.endpoint,
      name: operation.name,
      kind: operation.kind,
      method: operation.method,
      path: operation.path,
      access: operation.access,
      ...budget.value,
      ...carrier.value,
      ...scheme.value,
      ...defined({ mediaType: mediaType.value, away: away.value, correlation: correlation.value }),
      request: operation.request,
      response: operation.response,
      success: operation.success,
      ...defined({ headers: operation.headers }),
      pagination: operation.pagination,
      fields: scope.fields(endpoint.fields),
      responseSchema: answer.value,
      documented: documented.value,
      refusalMedia: refusalMedia.value,
      ...selecting(operation),
    };
  }

  get success(): Success {
    return again(this.#success);
  }

  /** What of the operation many rows ask for, made once. */
  remembered<T>(name: string | object, make: () => T): T {
    let known = this.#remembered.get(name) as ObservedValue<T> | undefined;
    if (known === undefined) {
      known = observed(make);
      this.#remembered.set(name, known);
    }
    return again(known);
  }

  /** Whether the contract declares this convention, by a binding or by name. */
  declares(rule: string, key?: string): boolean {
    return this.#bindings.isBound({ operation: this.path, rule, key }) || this.#bindings.keeps(rule);
  }

  /** The requirement that a binding names for checks of the rule. */
  #bound(rule: RuleEntry, key: string | undefined): string | undefined {
    const { level = 'MUST', basis } = this.scope.requirement(this.scope.standardOf(rule, key) ?? '') ?? {};
    const isAdvisory = basis === 'practice' || level !== 'MUST';
    return this.#bindings.find({ operation: this.path, rule: rule.id, key, isAdvisory });
  }

  /** Whether the rule judges anything here: a convention that the contract does not declare is none. */
  isKept(rule: string, key: string | undefined): boolean {
    return this.#rule(rule).convention !== true || this.declares(rule, key);
  }

  /**
   * A check, or undefined where its requirement does not exist in this version (requirements decide which versions a
   * generated check belongs to) and where it would judge a convention that the contract does not declare.
   */
  check<Id extends RuleId>(aspect: string, options: CheckOptions<Id>): Check | undefined {
    return this.written(aspect, options);
  }

  /** The same, of a rule that stands in a contract. */
  written(aspect: string, options: WrittenCheck): Check | undefined {
    const rule = this.#rule(options.rule);
    const named = options.requirement ?? this.#bound(rule, options.key);
    if (named === undefined && rule.convention === true && !this.declares(rule.id, options.key)) return undefined;
    const bound = named ?? this.scope.asksFor(this.endpoint, rule, options.key);
    const at = options.at ?? this.operation.at;
    if (bound === undefined) {
      this.problems.unbound(this.scope.service, this.#pathOf(options), options.rule, at);
      return undefined;
    }
    const requirement = this.scope.requirement(bound);
    if (requirement === undefined || requirement.excluded !== undefined) {
      if (!this.scope.knows(bound) || requirement?.excluded !== undefined)
        this.problems.boundInVain(this.scope.service, this.#pathOf(options), bound, requirement !== undefined, at);
      return undefined;
    }
    const asked = this.scope.isOtherwise(requirement) ? oppositeOf(this.operation, rule, options) : options;
    if (asked === undefined) return undefined;
    return new PlannedCheck(this, { id: this.#idOf(asked), aspect, requirement, asked, parts: options, at });
  }

  /** Its id below the service. */
  #pathOf(check: WrittenCheck): string {
    return this.#idOf(check).slice(this.scope.service.length + 1);
  }

  #idOf({ rule, key, formOf }: WrittenCheck): string {
    if (formOf !== undefined) return idOfForm(formOf.id);
    return key === undefined ? `${this.#start}${rule}` : `${this.#start}${rule}/${key}`;
  }

  #rule(id: string): RuleEntry {
    const rule = this.rules.find(id);
    if (rule === undefined) throw new Error(`no rule ${id}`);
    return rule;
  }

  /** A case, or undefined where none of its checks exists in this version. */
  case(
    aspect: string,
    name: string,
    title: string,
    steps: readonly Step[],
    checks: readonly (Check | undefined)[],
  ): Case | undefined {
    const present: Check[] = [];
    for (const check of checks) {
      if (check === undefined) continue;
      present.push(check);
      const form = this.#formOf(check);
      if (form !== undefined) present.push(form);
    }
    if (present.length === 0) return undefined;
    return {
      id: `${this.#start}${aspect}/${name}`,
      title,
      steps: looking(steps, present),
      // What was pushed to keeps room for a dozen more.
      checks: present.slice(),
    };
  }

  /** A check with what it expects: what is looked at for that counts for no other check of its case. */
  expecting(make: () => Check | undefined): Check | undefined {
    const { value: check, looks } = observed(make);
    if (check !== undefined && hasLooked(looks)) this.#looks.set(check, looks);
    return check;
  }

  /**
   * Cases whose checks have the basis that they have by everything looked at while they were made.
   * `chosen`: what was looked at to choose them.
   */
  weighed(make: () => readonly (Case | undefined)[], chosen: readonly Looks[] = []): readonly Case[] {
    const { value, looks } = observed(make);
    const cases = value.filter((one) => one !== undefined);
    const around = hasLooked(looks) ? [...chosen, looks] : chosen;
    // Hardly anything is a guess.
    if (around.length === 0 && this.#looks.size === 0 && !hasLooked(this.#judgedGood)) return cases;
    return cases.map((one) => {
      const checks = one.checks.map((check) => this.#weighed(check, around));
      return checks.every((check, index) => check === one.checks[index]) ? one : extended(one, { checks });
    });
  }

  #weighed(check: Check, around: readonly Looks[]): Check {
    const own = this.#looks.get(check);
    const proven = provenBy(check.given);
    const looks = [...around, ...(own === undefined ? [] : [own]), ...(proven === 'good' ? [this.#judgedGood] : [])];
    if (!looks.some(hasLooked)) return check;
    const rule = this.#rule(check.rule);
    return this.using(check, usesOf({ looks, proven, isForm: rule.form === undefined, whatever: rule.whatever ?? [] }));
  }

  /** The check, if its request or expectation uses these answers. */
  using(check: Check, uses: readonly AnswerUse[]): Check {
    const resting = this.resting(check, pointsIn(uses));
    const requirement = resting.basis === 'assumed' && resting !== check && this.scope.requirement(check.requirement);
    if (!requirement) return resting;
    return extended(resting, defined({ onceVerified: onceVerified(this, requirement, uses, check) }));
  }

  /** The check, where it was made with these open points. */
  resting(check: Check, looked: readonly string[]): Check {
    const points = this.scope.inDoubt(looked);
    const requirement = points.length === 0 ? undefined : this.scope.requirement(check.requirement);
    if (requirement === undefined) return check;
    const { onceVerified: _own, ...rest } = check;
    return extended(rest, {
      basis: this.scope.basis(requirement, points),
      restsOn: [...new Set([...check.restsOn, ...points])].sort(),
    });
  }

  /** A check of every answer: it rests on what of the operation its rule reads. */
  passive(rule: PassiveEntry): Check | undefined {
    const check = this.check('responses', { rule: rule.id, title: rule.title, params: NO_PARAMS });
    if (check === undefined) return undefined;
    const looks: Looks[] = [];
    for (const member of rule.reads ?? []) {
      const own = this.#answers.get(member)?.looks;
      if (own !== undefined && hasLooked(own)) looks.push(own);
    }
    return looks.length === 0 ? check : this.using(check, usesOf({ looks, proven: 'nothing', isForm: true }));
  }

  /** The check on the form of what another one judges. */
  #formOf(check: Check): Check | undefined {
    const rule = this.#rule(check.rule);
    if (rule.form === undefined) return undefined;
    const { aspect, key, member, way, params, given, at } = check;
    const about = defined({ member, way });
    // The status of a success is said once for each operation, of the plain one; every other answer is held against its list too.
    if (rule.form === 'outcome.success-form' && check.id !== this.success.provenBy) return undefined;
    const requirement = this.#formRequirement(check);
    if (requirement === undefined) return undefined;
    const title = `the form of the ${rule.form === 'outcome.form' ? 'refusal' : 'success'}: ${check.title}`;
    const parts = { key, about, formOf: check, title, params, given, at, requirement };
    const form = this.written(aspect, { rule: rule.form, ...parts });
    const looks = this.#looks.get(check);
    if (form !== undefined && looks !== undefined) this.#looks.set(form, looks);
    return form;
  }

  /**
   * What the form of an answer proves: what is bound to the path of its check, or named for its kind of refusal. Else what asked for the
   * refusal itself, where it says how it looks too.
   */
  #formRequirement({ id, params, requirement }: Check): string | undefined {
    const bound = this.#bindings.findForm(id.slice(this.scope.service.length + 1));
    if (bound !== undefined) return bound;
    const kind = REFUSALS.find((one) => one === params['kind']);
    const named = kind === undefined ? undefined : refusalOf(this.scope.contracts.errors, kind)?.form;
    return named ?? (this.scope.saysForm(requirement) ? requirement : undefined);
  }

  group(aspect: string, setup: readonly Step[], cases: readonly (Case | undefined)[]): Group | undefined {
    const present = cases.filter((c) => c !== undefined);
    if (present.length === 0) return undefined;
    return {
      id: `${this.scope.service}@${this.scope.version}/${this.path}/${aspect}`,
      service: this.scope.service,
      spec: this.scope.version,
      endpoint: this.endpoint.endpoint,
      operation: this.operation.name,
      aspect,
      setup,
      cases: present,
      passive: [],
      at: this.operation.at,
    };
  }

  /** Parameters by which a rule recognises a refusal of this kind; undefined where the contract declares none. */
  refusal(
    kind: RefusalKind,
    more: {
      readonly step?: string;
      readonly field?: RefusedParams['field'] | undefined;
      readonly codes?: readonly string[] | undefined;
    } = NOTHING_MORE,
  ): RefusedParams | undefined {
    let made = this.#refusals.get(kind);
    if (made === undefined) {
      const { value, looks } = observed(() => this.#refusal(kind));
      if (value === undefined) return undefined;
      made = { value, looks };
      this.#refusals.set(kind, made);
    }
    const known = again(made);
    const { step, field, codes } = more;
    if (step === undefined && field === undefined && codes === undefined) return known;
    return extended(known, defined({ step, field, codes }));
  }

  #refusal(kind: RefusalKind): RefusedParams | undefined {
    const refusal = refusalOf(this.scope.contracts.errors, kind);
    if (refusal === undefined) return undefined;
    const declared = this.scope.contracts.errors.families.find((f) => f.name === refusal.family);
    const itemised = isOfValue(kind) && this.resolved.response === 'items';
    return {
      step: 'probe',
      kind: kindIn(this.scope.contracts.errors, kind),
      statuses: refusal.statuses,
      success: this.success,
      ...defined({ family: maybe(declared, placesOf) }),
      ...(itemised ? { item: '/0' } : {}),
      ...defined({ codes: refusal.codes }),
    };
  }
}

/** The body's schema is judged passively on every answer; here only the places of codes and names are needed. */
function placesOf({ schema: _schema, ...places }: ErrorFamily): Omit<ErrorFamily, 'schema'> {
  return places;
}

/** How long a caller may have to wait, where the contract says so. */
function budgetOf(scope: Scope): Pick<ResolvedOperation, 'budgetMs'> {
  return defined({ budgetMs: scope.contracts.timeBudget });
}

/** Where both what is sent and what is answered stand in an envelope. */
function correlationOf(
  { contracts: { envelope } }: Scope,
  { request, response }: Operation,
): ResolvedOperation['correlation'] {
  const isWrapped = [request, response].every((form) => form === 'item' || form === 'items');
  return envelope === undefined || !isWrapped
    ? undefined
    : { member: envelope.correlation.member, success: envelope.success };
}

function selecting({ query = [] }: Operation): Pick<ResolvedOperation, 'selects'> {
  const names = query.filter(({ selects }) => selects === true).map(({ name }) => name);
  return names.length === 0 ? {} : { selects: names };
}
