/** One service in one spec version, with open questions resolved to the target's answers or their defaults. */
import type {
  Basis,
  EndpointContract,
  Field,
  OpenPoint,
  Operation,
  Requirement,
  ServiceContracts,
  Spec,
  Target,
  TargetService,
  VersionBound,
  VersionChange,
  VersionRange,
} from '../load/model.ts';
import { type Json, isSameJson } from '../model/json.ts';
import { valueAtPointer } from '../model/pointer.ts';
import { BadInput } from '../errors.ts';
import type { RuleEntry } from '../rules/rule-list.ts';
import { resolveVersion } from './resolve-version.ts';
import type { OwnedOperation } from './model.ts';
import { computeOnce } from './open-question-uses.ts';

/** An operation in one version. */
export interface ScopedOperation extends OwnedOperation {
  readonly scope: Scope;
}

/** Answers of a target for one version. */
export function answersForVersion(
  target: Pick<Target, 'answers' | 'answersIn'>,
  version: string,
): Readonly<Record<string, Json>> {
  const own = target.answersIn?.[version];
  return own === undefined ? target.answers : { ...target.answers, ...own };
}

export class Scope {
  readonly spec: Spec;
  /** The contracts of this version. */
  readonly contracts: ServiceContracts;
  /** The contracts of all versions. */
  readonly declared: ServiceContracts;
  readonly service: string;
  readonly version: string;
  readonly settings: TargetService | undefined;
  readonly #answers: Readonly<Record<string, Json>>;
  readonly #order: ReadonlyMap<string, number>;
  readonly #openPoints: ReadonlyMap<string, OpenPoint>;
  readonly #requirements: ReadonlyMap<string, Requirement>;
  readonly #otherwise = new Set<string>();
  readonly #endpoints: ReadonlyMap<string, EndpointContract>;
  readonly #owners: ReadonlyMap<Operation, EndpointContract>;
  readonly #ids: ReadonlySet<string>;
  readonly #ofContracts: ReadonlyMap<string, string>;

  constructor(
    spec: Spec,
    contracts: ServiceContracts,
    version: string,
    answers: Readonly<Record<string, Json>>,
    settings?: TargetService,
  ) {
    this.spec = spec;
    this.declared = contracts;
    this.service = spec.service;
    this.version = version;
    this.settings = settings;
    this.#answers = answers;
    this.#order = new Map(spec.versions.map((v, index) => [v.id, index]));
    this.#openPoints = new Map(spec.openPoints.map((p) => [p.id, p]));
    this.#ids = new Set(spec.requirements.map(({ id }) => id));
    this.#ofContracts = new Map(
      spec.requirements.flatMap(({ id, ofContract }) => (ofContract === undefined ? [] : [[ofContract, id] as const])),
    );
    this.#position(version);
    this.contracts = resolveVersion(contracts, this);
    const { endpoints } = this.contracts;
    this.#endpoints = new Map(endpoints.map((e) => [e.endpoint, e]));
    this.#owners = new Map(
      endpoints.flatMap((e) => [...e.operations, ...(e.alternatives ?? [])].map((o) => [o, e] as const)),
    );
    this.#requirements = new Map(
      spec.requirements.flatMap((r) => (this.has(r) ? (this.#asked(r) ?? []) : [])).map((r) => [r.id, r]),
    );
  }

  answer(id: string): Json {
    const given = this.#answers[id];
    if (given !== undefined) return given;
    const point = this.#openPoints.get(id);
    if (point === undefined) throw BadInput.of('unknown-open-point', `${this.service} has no open question "${id}"`);
    return point.default;
  }

  isAnswered(id: string): boolean {
    return this.#answers[id] !== undefined;
  }

  /** Whether a sample replaces the answer. */
  isSample(id: string): boolean {
    return this.#openPoints.get(id)?.sample === true && !this.isAnswered(id);
  }

  /** The open questions that are uncertain in this version. */
  inDoubt(ids: readonly string[]): readonly string[] {
    const isNewest = this.version === this.spec.versions.at(-1)?.id;
    return isNewest ? ids.filter((id) => this.#openPoints.get(id)?.newestIsCertain !== true) : ids;
  }

  /** Whether this version is in the range; both ends are inclusive. */
  has(range: VersionRange): boolean {
    const here = this.#position(this.version);
    return (
      (range.since === undefined || this.#bound(range.since) <= here) &&
      (range.until === undefined || here <= this.#bound(range.until))
    );
  }

  /** Whether a bound is exactly this version. */
  isVersion(bound: VersionBound): boolean {
    return this.#bound(bound) === this.#position(this.version);
  }

  /** The version before a bound. */
  before(bound: VersionBound): string | undefined {
    return this.spec.versions[this.#bound(bound) - 1]?.id;
  }

  /** Changes up to this version, in the order of the versions. */
  changes<T extends { readonly in: VersionBound }>(changes: readonly T[]): readonly T[] {
    const here = this.#position(this.version);
    return changes.filter((c) => this.#bound(c.in) <= here).sort((a, b) => this.#bound(a.in) - this.#bound(b.in));
  }

  /** The fields of this version. */
  readonly fields = computeOnce((fields: readonly Field[]) => fields.filter((field) => this.has(field)));

  readonly operations = computeOnce((endpoint: EndpointContract) =>
    endpoint.operations.filter((operation) => this.has(operation)),
  );

  readonly #present = computeOnce((endpoints: readonly EndpointContract[]) => endpoints.filter((one) => this.has(one)));

  endpoints(): readonly EndpointContract[] {
    return this.#present(this.contracts.endpoints);
  }

  endpoint(name: string): EndpointContract {
    const found = this.#endpoints.get(name);
    if (found === undefined || !this.has(found)) {
      throw BadInput.of('unknown-endpoint', `${this.service} ${this.version} has no endpoint "${name}"`);
    }
    return found;
  }

  /** One operation per kind: the one with the name of its kind, otherwise the first. */
  readonly #byKind = computeOnce((endpoint: EndpointContract) => {
    const whole = this.operations(endpoint).filter((o) => o.empties === undefined);
    const named = whole.filter((o) => o.name === o.kind);
    return new Map([...whole.toReversed(), ...named].map((o) => [o.kind, o]));
  });

  operation(endpoint: EndpointContract, kind: Operation['kind']): Operation | undefined {
    return this.#byKind(endpoint).get(kind);
  }

  /** `operation` of an endpoint, or `endpoint/operation`; undefined if it does not exist. */
  operationNamed(own: EndpointContract, written: string): OwnedOperation | undefined {
    const [first = '', second] = written.split('/');
    const endpoint = second === undefined ? own : this.endpoint(first);
    const operation = this.operations(endpoint).find(({ name }) => name === (second ?? first));
    return operation === undefined ? undefined : { endpoint, operation };
  }

  endpointOf(operation: Operation): EndpointContract | undefined {
    return this.#owners.get(operation);
  }

  /** Whether the negated requirement applies, according to the answer to its open question. */
  isOtherwise({ id }: Requirement): boolean {
    return this.#otherwise.has(id);
  }

  /** Whether any version has a requirement of this id. */
  knows(id: string): boolean {
    return this.#ids.has(id);
  }

  requirement(id: string): Requirement | undefined {
    return this.#requirements.get(id);
  }

  /** The requirement of a standard, or the practice, that the rule proves without a binding. */
  standardOf(rule: RuleEntry, key = ''): string | undefined {
    return rule.requirementFor?.[key] ?? rule.requirement;
  }

  /** The requirement of a check without a binding: a standard, otherwise the contract of the endpoint. */
  requirementWithoutBinding({ endpoint }: EndpointContract, rule: RuleEntry, key?: string): string | undefined {
    const standard = this.standardOf(rule, key);
    return standard !== undefined && this.#ids.has(standard) ? standard : this.#ofContracts.get(endpoint);
  }

  /**
   * The requirement for the form of a rejection that proves `id`. An assumption or a contract covers the form too. A
   * document does not, so the form proves the contract of the endpoint. For a standard the form is not checked.
   */
  requirementOfForm({ endpoint }: EndpointContract, id: string): string | undefined {
    const { basis, ofContract, shared } = this.requirement(id) ?? {};
    if (basis === 'assumed' || ofContract !== undefined) return id;
    return shared === true ? undefined : this.#ofContracts.get(endpoint);
  }

  requirements(): readonly Requirement[] {
    return [...this.#requirements.values()];
  }

  /**
   * Requirements of a report: all of the version's documents, and those of standards and contracts that some check
   * proves.
   */
  reportedRequirements(proven: ReadonlySet<string>): readonly Requirement[] {
    return this.requirements().filter(
      ({ id, shared, ofContract }) => (shared ?? ofContract) === undefined || proven.has(id),
    );
  }

  /** Open questions of a requirement: those it names, and those that decide whether it applies. */
  readonly openQuestionsOf = computeOnce(({ openPoints, holds, since, until, changes }: Requirement) =>
    this.inDoubt([
      ...openPoints,
      ...holds.map(({ openPoint }) => openPoint),
      ...openQuestionsOfBounds([since, until, ...changes.map((change) => change.in)]),
    ]),
  );

  /**
   * Basis of a check: the weakest of its requirement and of the answers it uses. An assumption is `assumed` until its
   * open question has an answer, then `confirmed`. An assumption without an open question cannot be confirmed.
   */
  basis(requirement: Requirement, points: readonly string[] = []): Basis {
    const own = this.openQuestionsOf(requirement);
    if (own.length === 0 && points.length === 0) return requirement.basis;
    if (own.some((id) => !this.isAnswered(id)) || points.some((id) => !this.isAnswered(id))) return 'assumed';
    return requirement.basis === 'practice' ? 'practice' : 'confirmed';
  }

  #asked(requirement: Requirement): Requirement | undefined {
    if (this.#holds(requirement)) return requirement;
    const { id, otherwise } = requirement;
    if (otherwise === undefined) return undefined;
    this.#otherwise.add(id);
    // The document states the opposite, so only the owner's answer supports it.
    return { ...requirement, text: otherwise, basis: requirement.basis === 'practice' ? 'practice' : 'assumed' };
  }

  #holds({ holds }: Requirement): boolean {
    return holds.every(({ openPoint, at: part, is = true, above }) => {
      const whole = this.answer(openPoint);
      const answer = part === undefined ? whole : valueAtPointer(whole, part);
      return above === undefined ? isSameJson(answer, is) : Number(answer) > above;
    });
  }

  #bound(bound: VersionBound): number {
    if (typeof bound === 'string') return this.#position(bound);
    const version = bound.is ?? String(this.answer(bound.openPoint));
    return this.#position(version) - (bound.before === true ? 1 : 0);
  }

  #position(version: string): number {
    const position = this.#order.get(version);
    if (position === undefined) {
      throw BadInput.of('unknown-version', `${this.service} has no version "${version}"`, {
        hint: `Known versions: ${[...this.#order.keys()].join(', ')}.`,
      });
    }
    return position;
  }
}

/** Open questions that decide which version a bound is. */
export function openQuestionsOfBounds(bounds: readonly (VersionBound | undefined)[]): readonly string[] {
  return bounds.flatMap((bound) => (typeof bound === 'object' ? [bound.openPoint] : []));
}

export function openQuestionsOfRange({ since, until }: VersionRange): readonly string[] {
  return openQuestionsOfBounds([since, until]);
}

/** Open questions that decide when a change of these properties applies. */
export function openQuestionsOfChanges(
  changes: readonly VersionChange[],
  members: readonly string[],
): readonly string[] {
  const touching = changes.filter(({ set, remove }) =>
    members.some((m) => Object.hasOwn(set, m) || remove.includes(m)),
  );
  return openQuestionsOfBounds(touching.map((change) => change.in));
}
