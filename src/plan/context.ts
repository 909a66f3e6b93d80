/** One operation in one version: creates its checks, cases and groups. */
import { omitUndefined, mergeObjects, mapOptional } from '../model/objects.ts';
import type { Success } from '../model/success.ts';
import {
  type EndpointContract,
  type ErrorFamily,
  type Operation,
  type RejectionKind,
  REJECTION_KINDS,
} from '../load/model.ts';
import type { PassiveRuleEntry, RuleEntry, RuleList } from '../rules/rule-list.ts';
import type { RuleId, RuleParams } from '../rules/ids.ts';
import type { RejectedParams } from '../rules/outcome.ts';
import { type Bindings, formCheckId } from './bindings.ts';
import { markResponseProbes } from './response-probes.ts';
import { rejectionMediaTypes } from './request-headers.ts';
import { type CheckParts, negatedCheck, PlannedCheck, type DeclaredRuleCheck } from './planned-check.ts';
import type { Case, Check, Group, ResolvedOperation, Step } from './model.ts';
import type { PlanProblems } from './plan-problems.ts';
import { rejectsValue, declaredRejectionKind, declaredRejection } from './rejection-kinds.ts';
import { documentedStatuses, successSchema } from './response-schema.ts';
import type { Scope } from './scope.ts';
import { tokenHeader, tokenScheme } from './request-auth.ts';
import { successOf } from './request-templates.ts';
import {
  reuseValue,
  type AnswerUse,
  asBaseline,
  hasUses,
  type AnswerUses,
  collectUses,
  type ValueWithUses,
  openQuestionsIn,
  answersProvenBy,
  relevantUses,
} from './open-question-uses.ts';
import { basisOnceVerified } from './verifiable.ts';

export interface CheckOptions<Id extends RuleId> extends CheckParts {
  readonly rule: Id;
  readonly params: RuleParams[Id];
}

const NOTHING_MORE = {};
const NO_PARAMS = {};

export class OperationContext {
  readonly rules: RuleList;
  readonly scope: Scope;
  readonly endpoint: EndpointContract;
  readonly operation: Operation;
  readonly resolved: ResolvedOperation;
  readonly path: string;
  /** Prefix of the ids of its checks and cases. */
  readonly #start: string;
  readonly #success: ValueWithUses<Success>;
  readonly #answers: Readonly<Partial<Record<keyof ResolvedOperation, ValueWithUses<unknown>>>>;
  readonly #remembered = new Map<unknown, ValueWithUses<unknown>>();
  readonly #refusals = new Map<RejectionKind, ValueWithUses<RejectedParams>>();
  /** Uses of answers in judging the baseline request. If it succeeded first, they are confirmed. */
  readonly #judgedGood: AnswerUses;
  readonly #looks = new Map<Check, AnswerUses>();
  readonly #bindings: Bindings;
  readonly problems: PlanProblems;
  /** Results of conditions in catalogues, by the index of the condition. */
  readonly answers: ValueWithUses<boolean>[] = [];

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
    this.#success = collectUses(() => successOf(scope, operation));
    this.#judgedGood = collectUses(() => asBaseline(() => successOf(scope, operation))).uses;
    const { contracts } = scope;
    const responseSchema = collectUses(() => successSchema(scope, endpoint, operation));
    const answers = {
      responseSchema,
      documented: collectUses(() => documentedStatuses(scope, endpoint, operation, reuseValue(responseSchema))),
      budgetMs: collectUses(() => contracts.timeBudget),
      carrier: collectUses(() => tokenHeader(contracts, operation.security)),
      scheme: collectUses(() => tokenScheme(contracts, operation.security).scheme),
      mediaType: collectUses(() => operation.media ?? (endpoint.base === 'service' ? contracts.mediaType : undefined)),
      refusalMedia: collectUses(() => rejectionMediaTypes(scope, endpoint)),
      success: collectUses(() => operation.success),
      correlation: collectUses(() => correlationOf(scope, operation)),
    };
    this.#answers = answers;
    this.path = `${endpoint.endpoint}/${operation.name}`;
    // Joined to one flat string: hundreds of ids begin with it, and a template string would keep its parts.
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
      ...omitUndefined({
        budgetMs: answers.budgetMs.value,
        carrier: answers.carrier.value,
        scheme: answers.scheme.value,
        mediaType: answers.mediaType.value,
        unavailableStatuses: contracts.errors.refusals.unavailable?.statuses,
        correlation: answers.correlation.value,
      }),
      request: operation.request,
      response: operation.response,
      success: operation.success,
      ...omitUndefined({ headers: operation.headers }),
      pagination: operation.pagination,
      fields: scope.fields(endpoint.fields),
      responseSchema: responseSchema.value,
      documented: answers.documented.value,
      refusalMedia: answers.refusalMedia.value,
      ...selecting(operation),
    };
  }

  get success(): Success {
    return reuseValue(this.#success);
  }

  /** Caches a value that many rows use. */
  remembered<T>(name: string | object, make: () => T): T {
    let known = this.#remembered.get(name) as ValueWithUses<T> | undefined;
    if (known === undefined) {
      known = collectUses(make);
      this.#remembered.set(name, known);
    }
    return reuseValue(known);
  }

  declares(rule: string, key?: string): boolean {
    return this.#bindings.isBound({ operation: this.path, rule, key }) || this.#bindings.keeps(rule);
  }

  #bound(rule: RuleEntry, key: string | undefined): string | undefined {
    const { level = 'MUST', basis } = this.scope.requirement(this.scope.standardOf(rule, key) ?? '') ?? {};
    const isAdvisory = basis === 'practice' || level !== 'MUST';
    return this.#bindings.find({ operation: this.path, rule: rule.id, key, isAdvisory });
  }

  /** Whether the rule applies: a convention applies only if the contract declares it. */
  isKept(rule: string, key: string | undefined): boolean {
    return this.#rule(rule).convention !== true || this.declares(rule, key);
  }

  /** Undefined if the requirement does not exist in this version, or the contract does not declare the convention. */
  check<Id extends RuleId>(aspect: string, options: CheckOptions<Id>): Check | undefined {
    return this.written(aspect, options);
  }

  /** A check whose rule a contract names. */
  written(aspect: string, options: DeclaredRuleCheck): Check | undefined {
    const rule = this.#rule(options.rule);
    const named = options.requirement ?? this.#bound(rule, options.key);
    if (named === undefined && rule.convention === true && !this.declares(rule.id, options.key)) return undefined;
    const bound = named ?? this.scope.requirementWithoutBinding(this.endpoint, rule, options.key);
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
    const asked = this.scope.isOtherwise(requirement) ? negatedCheck(this.operation, rule, options) : options;
    if (asked === undefined) return undefined;
    return new PlannedCheck(this, { id: this.#idOf(asked), aspect, requirement, planned: asked, parts: options, at });
  }

  #pathOf(check: DeclaredRuleCheck): string {
    return this.#idOf(check).slice(this.scope.service.length + 1);
  }

  #idOf({ rule, key, formOf }: DeclaredRuleCheck): string {
    if (formOf !== undefined) return formCheckId(formOf.id);
    return key === undefined ? `${this.#start}${rule}` : `${this.#start}${rule}/${key}`;
  }

  #rule(id: string): RuleEntry {
    const rule = this.rules.find(id);
    if (rule === undefined) throw new Error(`no rule ${id}`);
    return rule;
  }

  /** Undefined if no check exists in this version. */
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
      steps: markResponseProbes(steps, present),
      // A copy without the spare capacity of a list that grew.
      checks: present.slice(),
    };
  }

  /** A check with its expectation. Answers used for it count for no other check of the case. */
  expecting(make: () => Check | undefined): Check | undefined {
    const { value: check, uses } = collectUses(make);
    if (check !== undefined && hasUses(uses)) this.#looks.set(check, uses);
    return check;
  }

  /**
   * Cases whose checks have the basis that follows from all answers used for them.
   * @param chosen answers used to select them
   */
  weighed(make: () => readonly (Case | undefined)[], chosen: readonly AnswerUses[] = []): readonly Case[] {
    const { value, uses } = collectUses(make);
    const cases = value.filter((one) => one !== undefined);
    const around = hasUses(uses) ? [...chosen, uses] : chosen;
    // Fast path: most cases use no assumption.
    if (around.length === 0 && this.#looks.size === 0 && !hasUses(this.#judgedGood)) return cases;
    return cases.map((one) => {
      const checks = one.checks.map((check) => this.#weighed(check, around));
      return checks.every((check, index) => check === one.checks[index]) ? one : mergeObjects(one, { checks });
    });
  }

  #weighed(check: Check, around: readonly AnswerUses[]): Check {
    const own = this.#looks.get(check);
    const proven = answersProvenBy(check.given);
    const looks = [...around, ...(own === undefined ? [] : [own]), ...(proven === 'good' ? [this.#judgedGood] : [])];
    if (!looks.some(hasUses)) return check;
    const rule = this.#rule(check.rule);
    return this.using(
      check,
      relevantUses({ uses: looks, proven, isForm: rule.form === undefined, whatever: rule.whatever ?? [] }),
    );
  }

  /** The check with its basis, if its request or expectation uses these answers. */
  using(check: Check, uses: readonly AnswerUse[]): Check {
    const resting = this.resting(check, openQuestionsIn(uses));
    const requirement = resting.basis === 'assumed' && resting !== check && this.scope.requirement(check.requirement);
    if (!requirement) return resting;
    return mergeObjects(resting, omitUndefined({ onceVerified: basisOnceVerified(this, requirement, uses, check) }));
  }

  /** The check with its basis, if it depends on these open questions. */
  resting(check: Check, looked: readonly string[]): Check {
    const points = this.scope.inDoubt(looked);
    const requirement = points.length === 0 ? undefined : this.scope.requirement(check.requirement);
    if (requirement === undefined) return check;
    const { onceVerified: _own, ...rest } = check;
    return mergeObjects(rest, {
      basis: this.scope.basis(requirement, points),
      restsOn: [...new Set([...check.restsOn, ...points])].sort(),
    });
  }

  /** A check of every response. It depends on the properties of the operation that its rule reads. */
  passive(rule: PassiveRuleEntry): Check | undefined {
    const check = this.check('responses', { rule: rule.id, title: rule.title, params: NO_PARAMS });
    if (check === undefined) return undefined;
    const looks: AnswerUses[] = [];
    for (const member of rule.reads ?? []) {
      const own = this.#answers[member]?.uses;
      if (own !== undefined && hasUses(own)) looks.push(own);
    }
    return looks.length === 0
      ? check
      : this.using(check, relevantUses({ uses: looks, proven: 'nothing', isForm: true }));
  }

  /** The check on the form of the response that another check judges. */
  #formOf(check: Check): Check | undefined {
    const rule = this.#rule(check.rule);
    if (rule.form === undefined) return undefined;
    const { aspect, key, member, way, params, given, at } = check;
    const about = omitUndefined({ member, way });
    // The form of a success is checked once per operation, on the plain request.
    if (rule.form === 'outcome.success-form' && check.id !== this.success.provenBy) return undefined;
    const requirement = this.#formRequirement(check);
    if (requirement === undefined) return undefined;
    const title = `form of the ${rule.form === 'outcome.form' ? 'rejection' : 'success response'}: ${check.title}`;
    const parts = { key, about, formOf: check, title, params, given, at, requirement };
    const form = this.written(aspect, { rule: rule.form, ...parts });
    const looks = this.#looks.get(check);
    if (form !== undefined && looks !== undefined) this.#looks.set(form, looks);
    return form;
  }

  /** Requirement for the form of a response: from a binding, from the kind of rejection, or from the rejection itself. */
  #formRequirement({ id, params, requirement }: Check): string | undefined {
    const bound = this.#bindings.findForm(id.slice(this.scope.service.length + 1));
    if (bound !== undefined) return bound;
    const kind = REJECTION_KINDS.find((one) => one === params['kind']);
    const named = kind === undefined ? undefined : declaredRejection(this.scope.contracts.errors, kind)?.form;
    return named ?? this.scope.requirementOfForm(this.endpoint, requirement);
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

  /** Parameters that identify a rejection of this kind; undefined if the contract declares none. */
  refusal(
    kind: RejectionKind,
    more: {
      readonly step?: string;
      readonly field?: RejectedParams['field'] | undefined;
      readonly codes?: readonly string[] | undefined;
    } = NOTHING_MORE,
  ): RejectedParams | undefined {
    let made = this.#refusals.get(kind);
    if (made === undefined) {
      const { value, uses } = collectUses(() => this.#refusal(kind));
      if (value === undefined) return undefined;
      made = { value, uses };
      this.#refusals.set(kind, made);
    }
    const known = reuseValue(made);
    const { step, field, codes } = more;
    if (step === undefined && field === undefined && codes === undefined) return known;
    return mergeObjects(known, omitUndefined({ step, field, codes }));
  }

  #refusal(kind: RejectionKind): RejectedParams | undefined {
    const refusal = declaredRejection(this.scope.contracts.errors, kind);
    if (refusal === undefined) return undefined;
    const declared = this.scope.contracts.errors.families.find((f) => f.name === refusal.family);
    const itemised = rejectsValue(kind) && this.resolved.response === 'items';
    return {
      step: 'probe',
      kind: declaredRejectionKind(this.scope.contracts.errors, kind),
      statuses: refusal.statuses,
      success: this.success,
      ...omitUndefined({ family: mapOptional(declared, placesOf) }),
      ...(itemised ? { item: '/0' } : {}),
      ...omitUndefined({ codes: refusal.codes }),
    };
  }
}

/** Without the schema: every response is validated against it passively. */
function placesOf({ schema: _schema, ...places }: ErrorFamily): Omit<ErrorFamily, 'schema'> {
  return places;
}

/** Names of the envelope, if request and response have one. */
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
