/** Names that the files of a project declare, and checks of references to them. */
import { defined } from '../record/defined.ts';
import type { Json } from '../record/json.ts';
import { literalOf } from './check-changes.ts';
import type { OpenBound, VersionBound, VersionRange, EndpointContract, Position, Project, Spec } from './model.ts';
import { unfit, valueOf } from './open-values.ts';
import { SHARED } from './program.ts';
import { suggestion } from './suggest.ts';
import type { YamlDocument } from './yaml-document.ts';

/** A place in a document: the member `key` of `parent`. */
export interface YamlSpot {
  readonly document: YamlDocument;
  readonly parent: object;
  readonly key: string | number;
}

export class NameSet {
  readonly #names = new Map<string, NameEntry>();
  #complete = true;

  add(name: string, entry: NameEntry = {}): void {
    this.#names.set(name, entry);
  }

  /** A file that would have declared more could not be read. */
  markIncomplete(): void {
    this.#complete = false;
  }

  get(name: string): NameEntry | undefined {
    return this.#names.get(name);
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  /** Whether the name is certainly wrong. */
  lacks(name: string): boolean {
    return this.#complete && !this.#names.has(name);
  }

  get size(): number {
    return this.#names.size;
  }

  list(): readonly string[] {
    return [...this.#names.keys()];
  }

  suggest(name: string, noun: string): string | undefined {
    return suggestion(name, this.#names.keys(), noun);
  }

  /** For names that are alike without being confused: the neighbour of a version is not what was meant. */
  known(): string {
    return `known: ${this.list().join(', ')}`;
  }
}

export interface NameEntry {
  /** `file:line` of the declaration. */
  readonly where?: string;
  /** Why nothing may be bound to the requirement. */
  readonly excluded?: string;
  /** Default of the open point, and the member that says it. */
  readonly value?: unknown;
  readonly spot?: YamlSpot;
}

export interface ServiceNames {
  readonly service: string;
  readonly versions: NameSet;
  readonly openPoints: NameSet;
  readonly requirements: NameSet;
}

export interface ProjectNames {
  readonly services: ReadonlyMap<string, ServiceNames>;
  /** Shared requirements of `specs/http/`. */
  readonly http: NameSet;
}

export class References {
  readonly #service: ServiceNames;
  readonly #project: ProjectNames;

  constructor(service: ServiceNames, project: ProjectNames) {
    this.#service = service;
    this.#project = project;
  }

  version(id: string, spot: YamlSpot): void {
    const { versions, service } = this.#service;
    if (!versions.lacks(id)) return;
    spot.document.report(
      'unknown-version',
      `${service} has no version ${JSON.stringify(id)}`,
      spot.parent,
      spot.key,
      'value',
      versions.known(),
    );
  }

  openPoint(id: string, spot: YamlSpot): void {
    const { openPoints, service } = this.#service;
    if (!openPoints.lacks(id)) return;
    spot.document.report(
      'unknown-open-point',
      `${service} has no open point ${JSON.stringify(id)}`,
      spot.parent,
      spot.key,
      'value',
      openPoints.suggest(id, 'open point'),
    );
  }

  bound(bound: VersionBound | undefined, spot: YamlSpot): void {
    if (typeof bound === 'string') this.version(bound, spot);
    else if (bound !== undefined) {
      const { versions, openPoints, service } = this.#service;
      this.openPoint(bound.openPoint, { document: spot.document, parent: bound, key: 'openPoint' });
      if (bound.is !== undefined) {
        this.version(bound.is, { document: spot.document, parent: bound, key: 'is' });
        return;
      }
      const point = openPoints.get(bound.openPoint);
      if (point?.spot === undefined || (typeof point.value === 'string' && !versions.lacks(point.value))) return;
      // Told once, where the default stands, however often it is used.
      const { file, line } = spot.document.at(bound, 'openPoint');
      const { document, parent, key } = point.spot;
      document.report(
        'open-point-default',
        `${bound.openPoint} is used where a version of ${service} is needed`,
        parent,
        key,
        'value',
        `for example at ${file}:${line}`,
      );
    }
  }

  /** The versions, oldest first. */
  versions(): readonly string[] {
    return this.#service.versions.list();
  }

  /** Where a bound lies among the versions, by the default of an open point; undefined where that is told of already. */
  place(bound: VersionBound): number | undefined {
    const id = literalOf(bound) ?? this.#service.openPoints.get((bound as OpenBound).openPoint)?.value;
    const place = this.versions().findIndex((version) => version === id);
    if (place === -1) return undefined;
    return typeof bound === 'object' && bound.before === true ? place - 1 : place;
  }

  /** Both bounds known, and in order where both are literal. */
  range(range: VersionRange, document: YamlDocument): void {
    this.bound(range.since, { document, parent: range, key: 'since' });
    this.bound(range.until, { document, parent: range, key: 'until' });
    const [from, to] = [literalOf(range.since), literalOf(range.until)];
    if (from === undefined || to === undefined) return;
    const order = this.#service.versions.list();
    const since = order.indexOf(from);
    const until = order.indexOf(to);
    if (since === -1 || until === -1 || since <= until) return;
    document.report(
      'version-range',
      `it begins with ${from} and ends before, with ${to}`,
      range,
      'until',
      'value',
      `order: ${order.join(', ')}`,
    );
  }

  /** A requirement that something proves: it has to exist, and may not be excluded. */
  provenRequirement(id: string, spot: YamlSpot): void {
    const { requirements, service } = this.#service;
    const { http } = this.#project;
    const found = requirements.get(id) ?? http.get(id);
    if (found?.excluded !== undefined) {
      spot.document.report(
        'excluded-requirement',
        `${id} is excluded, so nothing can prove it`,
        spot.parent,
        spot.key,
        'value',
        found.where === undefined ? undefined : `excluded at ${found.where}: ${found.excluded}`,
      );
    } else if (requirements.lacks(id) && http.lacks(id)) {
      spot.document.report(
        'unknown-requirement',
        `${service} has no requirement ${JSON.stringify(id)}`,
        spot.parent,
        spot.key,
        'value',
        suggestion(id, id.startsWith(`${SHARED}.`) ? http.list() : requirements.list(), 'requirement'),
      );
    }
  }
}

export function namesOf(project: Project): ProjectNames {
  return { services: new Map(project.specs.map((spec) => [spec.service, namesOfSpec(spec)])), http: new NameSet() };
}

function namesOfSpec(spec: Spec): ServiceNames {
  const versions = new NameSet();
  for (const { id } of spec.versions) versions.add(id);
  const openPoints = new NameSet();
  for (const point of spec.openPoints) openPoints.add(point.id, { value: point.default });
  return { service: spec.service, versions, openPoints, requirements: new NameSet() };
}

/** What an open point is used for: its answer has to fit. */
export interface PointUse {
  /** What is needed there, where the answer does not fit. */
  readonly wants: (answer: Json) => string | undefined;
  readonly at?: Position;
}

/** How the project uses each open point of the service beyond naming it: as a version, or as a value of a contract. */
export function usesOf(project: Project, service: string): ReadonlyMap<string, readonly PointUse[]> {
  const uses = new Map<string, PointUse[]>();
  const note = (point: string, use: PointUse): void => {
    uses.set(point, [...(uses.get(point) ?? []), use]);
  };
  const spec = project.specs.find((candidate) => candidate.service === service);
  const contracts = project.contracts.find((candidate) => candidate.service === service);
  const ids = spec?.versions.map(({ id }) => id) ?? [];
  const version: PointUse = {
    wants: (answer) => (typeof answer === 'string' && ids.includes(answer) ? undefined : `a version of ${service}`),
  };
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, member] of Object.entries(value) as readonly (readonly [string, unknown])[]) {
      // The only places with version bounds, at whatever depth they stand.
      const bound = key === 'since' || key === 'until' || key === 'in';
      if (!bound || typeof member !== 'object' || member === null || !('openPoint' in member)) walk(member);
      else if (!('is' in member)) note(String(member.openPoint), version);
    }
  };
  walk(spec?.requirements);
  walk(contracts?.endpoints);
  for (const open of contracts?.open ?? []) {
    const wants = (answer: Json): string | undefined => {
      const value = valueOf(open, answer);
      if (value === undefined) return `an answer with something at ${open.part ?? ''}`;
      return unfit(open, value) ?? unfitPath(contracts?.endpoints ?? [], open.place, value);
    };
    note(open.point, { wants, at: open.at });
  }
  for (const { openPoint, at: part, is = true, above } of spec?.requirements.flatMap(({ holds }) => holds) ?? []) {
    if (above !== undefined || typeof is !== 'boolean') continue;
    note(openPoint, {
      wants: (answer) => (typeof valueOf(defined({ part }), answer) === 'boolean' ? undefined : 'true or false'),
    });
  }
  return uses;
}

/** What a path has to be where it leads to an operation; undefined for what is no path, or is one that it can have. */
function unfitPath(endpoints: readonly EndpointContract[], place: string, value: Json): string | undefined {
  const [, of, one] = /^\/endpoints\/(\d+)\/operations\/(\d+)\/path$/.exec(place) ?? [];
  const endpoint = endpoints[Number(of)];
  const operation = endpoint?.operations[Number(one)];
  if (endpoint === undefined || operation === undefined || typeof value !== 'string') return undefined;
  const isPublic = endpoint.describes !== undefined && operation.method === 'GET' && operation.access === 'public';
  if (value.startsWith('http') && !isPublic)
    return 'a path, since only a public GET of what describes the service may be at an address of its own';
  const known = [...Object.keys(endpoint.parents), ...(endpoint.uid === undefined ? [] : [endpoint.uid])];
  const odd = [...value.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name).find((name) => !known.includes(name));
  if (odd === undefined) return undefined;
  return `a path without {${odd}}${known.length === 0 ? '' : `: what it can have is ${known.map((name) => `{${name}}`).join(', ')}`}`;
}
