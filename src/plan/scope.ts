/** One service in one spec version, with every open point resolved to the target's answer or its default. */
import { type Json, sameJson } from '../model/json.ts';
import { at } from '../model/pointer.ts';
import { BadInput } from '../errors.ts';
import type { RuleEntry } from '../rules/rule-list.ts';
import { pointsOfBounds } from './bounds.ts';
import { contractsOf } from './fold.ts';
import { observed } from './uses.ts';
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
  VersionRange,
} from '../load/model.ts';

/** What a target answers for one version. */
export function answersIn(
  target: Pick<Target, 'answers' | 'answersIn'>,
  version: string,
): Readonly<Record<string, Json>> {
  const own = target.answersIn?.[version];
  return own === undefined ? target.answers : { ...target.answers, ...own };
}

export class Scope {
  readonly spec: Spec;
  /** As this version has them: what it does not have is gone, and what changed by then is changed. */
  readonly contracts: ServiceContracts;
  /** As the files say, with what other versions have. */
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
  readonly #restsOn = new Map<Requirement, readonly string[]>();
  readonly #fields = new Map<readonly Field[], readonly Field[]>();
  readonly #byKind = new Map<EndpointContract, ReadonlyMap<Operation['kind'], Operation>>();
  readonly #operations = new Map<EndpointContract, readonly Operation[]>();
  #own: readonly EndpointContract[] | undefined;
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
    this.contracts = contractsOf(contracts, this);
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
    if (point === undefined)
      throw BadInput.of('unknown-open-point', `there is no open point "${id}" in ${this.service}`);
    return point.default;
  }

  isAnswered(id: string): boolean {
    return this.#answers[id] !== undefined;
  }

  /** Whether what stands there is a sample in place of an answer. */
  isSample(id: string): boolean {
    return this.#openPoints.get(id)?.sample === true && !this.isAnswered(id);
  }

  /** The open points among them that are in doubt in this version. */
  inDoubt(ids: readonly string[]): readonly string[] {
    const isNewest = this.version === this.spec.versions.at(-1)?.id;
    return isNewest ? ids.filter((id) => this.#openPoints.get(id)?.newestIsCertain !== true) : ids;
  }

  /** Whether this version lies in the range; both ends are inclusive. */
  has(range: VersionRange): boolean {
    const here = this.#position(this.version);
    return (
      (range.since === undefined || this.#bound(range.since) <= here) &&
      (range.until === undefined || here <= this.#bound(range.until))
    );
  }

  /** Whether a bound names exactly this version. */
  isVersion(bound: VersionBound): boolean {
    return this.#bound(bound) === this.#position(this.version);
  }

  /** The version before the one that a bound names. */
  before(bound: VersionBound): string | undefined {
    return this.spec.versions[this.#bound(bound) - 1]?.id;
  }

  /** Those that have come by this version, in the order of the versions. */
  changes<T extends { readonly in: VersionBound }>(changes: readonly T[]): readonly T[] {
    const here = this.#position(this.version);
    return changes.filter((c) => this.#bound(c.in) <= here).sort((a, b) => this.#bound(a.in) - this.#bound(b.in));
  }

  /** Those of some fields that this version has; remembered, since every row asks. */
  fields(fields: readonly Field[]): readonly Field[] {
    let known = this.#fields.get(fields);
    if (known === undefined) {
      known = this.#ofThisVersion(fields);
      this.#fields.set(fields, known);
    }
    return known;
  }

  /** Those that this version has; remembered, since every operation asks. */
  endpoints(): readonly EndpointContract[] {
    this.#own ??= this.#ofThisVersion(this.contracts.endpoints);
    return this.#own;
  }

  /** Whoever asks first would be the only one to have looked: a plan of a part would rest on something else than the whole. */
  #ofThisVersion<T extends VersionRange>(all: readonly T[]): readonly T[] {
    return observed(() => all.filter((one) => this.has(one))).value;
  }

  endpoint(name: string): EndpointContract {
    const found = this.#endpoints.get(name);
    if (found === undefined || !this.has(found)) {
      throw BadInput.of('unknown-endpoint', `${this.service} ${this.version} has no endpoint "${name}"`);
    }
    return found;
  }

  operations(endpoint: EndpointContract): readonly Operation[] {
    let known = this.#operations.get(endpoint);
    if (known === undefined) {
      known = this.#ofThisVersion(endpoint.operations);
      this.#operations.set(endpoint, known);
    }
    return known;
  }

  operation(endpoint: EndpointContract, kind: Operation['kind']): Operation | undefined {
    let known = this.#byKind.get(endpoint);
    if (known === undefined) {
      // The one that is called like its kind counts, else the first.
      const whole = this.operations(endpoint).filter((o) => o.empties === undefined);
      const called = whole.filter((o) => o.name === o.kind);
      known = new Map([...whole.toReversed(), ...called].map((o) => [o.kind, o]));
      this.#byKind.set(endpoint, known);
    }
    return known.get(kind);
  }

  /** The endpoint that an operation belongs to. */
  endpointOf(operation: Operation): EndpointContract | undefined {
    return this.#owners.get(operation);
  }

  /** Whether the opposite of the requirement is asked, since its open point is answered otherwise. */
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

  /** The requirement of a standard, or the practice, that the rule proves unless a contract binds another. */
  standardOf(rule: RuleEntry, key = ''): string | undefined {
    return rule.requirementFor?.[key] ?? rule.requirement;
  }

  /** What is proven where no binding names it: what a standard asks, else that the contract of the endpoint is kept. */
  asksFor({ endpoint }: EndpointContract, rule: RuleEntry, key?: string): string | undefined {
    const standard = this.standardOf(rule, key);
    return standard !== undefined && this.#ids.has(standard) ? standard : this.#ofContracts.get(endpoint);
  }

  /**
   * Whether what asks for a refusal says how it looks: a guess is one about all of it, and a contract says both. A standard or a document
   * that asks for one does not thereby say how it looks.
   */
  saysForm(id: string): boolean {
    const requirement = this.requirement(id);
    return requirement?.basis === 'assumed' || requirement?.ofContract !== undefined;
  }

  requirements(): readonly Requirement[] {
    return [...this.#requirements.values()];
  }

  /** What is told of a version: what its own documents ask, and of standards and contracts what some check proves. */
  told(proven: ReadonlySet<string>): readonly Requirement[] {
    return this.requirements().filter(
      ({ id, shared, ofContract }) => (shared ?? ofContract) === undefined || proven.has(id),
    );
  }

  /** Open points that a requirement rests on, whatever is made of it: those it names, and those that decide where it holds. */
  restsOn(requirement: Requirement): readonly string[] {
    let known = this.#restsOn.get(requirement);
    if (known === undefined) {
      const { openPoints, holds, since, until, changes } = requirement;
      const bounds = [since, until, ...changes.map((change) => change.in)];
      known = this.inDoubt([...openPoints, ...holds.map(({ openPoint }) => openPoint), ...pointsOfBounds(bounds)]);
      this.#restsOn.set(requirement, known);
    }
    return known;
  }

  /**
   * What a verdict weighs: as much as the weakest of what its requirement says and of what it was made with. A guess that
   * nobody answered is only assumed; answered, it is confirmed. A guess that
   * rests on no open point is one that nobody can answer.
   */
  basis(requirement: Requirement, points: readonly string[] = []): Basis {
    const own = this.restsOn(requirement);
    if (own.length === 0 && points.length === 0) return requirement.basis;
    if (own.some((id) => !this.isAnswered(id)) || points.some((id) => !this.isAnswered(id))) return 'assumed';
    return requirement.basis === 'practice' ? 'practice' : 'confirmed';
  }

  #asked(requirement: Requirement): Requirement | undefined {
    if (this.#holds(requirement)) return requirement;
    const { id, otherwise } = requirement;
    if (otherwise === undefined) return undefined;
    this.#otherwise.add(id);
    // What the document says is the contrary: this is its owner's word alone.
    return { ...requirement, text: otherwise, basis: requirement.basis === 'practice' ? 'practice' : 'assumed' };
  }

  #holds({ holds }: Requirement): boolean {
    return holds.every(({ openPoint, at: part, is = true, above }) => {
      const whole = this.answer(openPoint);
      const answer = part === undefined ? whole : at(whole, part);
      return above === undefined ? sameJson(answer, is) : Number(answer) > above;
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
