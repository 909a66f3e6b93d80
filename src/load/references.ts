/** Names that the files of a project declare, and checks of references to them. */
import type { OpenBound, Project, Spec, VersionBound, VersionRange } from './model.ts';
import { SHARED_FOLDER } from './program.ts';
import type { YamlDocument } from './yaml-document.ts';

/** A place in a document: the value at `key` of `parent`. */
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

  /** A file with further declarations could not be read. */
  markIncomplete(): void {
    this.#complete = false;
  }

  get(name: string): NameEntry | undefined {
    return this.#names.get(name);
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  /** True if the name is certainly wrong. */
  lacks(name: string): boolean {
    return this.#complete && !this.#names.has(name);
  }

  get size(): number {
    return this.#names.size;
  }

  list(): readonly string[] {
    return [...this.#names.keys()];
  }

  [Symbol.iterator](): Iterator<string> {
    return this.#names.keys();
  }
}

export interface NameEntry {
  /** `file:line` of the declaration. */
  readonly where?: string;
  /** The reason why no check may be bound to the requirement. */
  readonly excluded?: string;
  /** Default of the open question, and the place that defines it. */
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

/** The version that a bound names; undefined if it is the answer to an open question. */
export function literalVersion(bound: VersionBound | undefined): string | undefined {
  return typeof bound === 'object' ? bound.is : bound;
}

export class References {
  readonly #service: ServiceNames;
  readonly #project: ProjectNames;

  constructor(service: ServiceNames, project: ProjectNames) {
    this.#service = service;
    this.#project = project;
  }

  version(id: string, { document, parent, key }: YamlSpot): void {
    const { versions, service } = this.#service;
    if (versions.lacks(id)) document.expectKnown('version', id, versions, parent, key, { holder: service });
  }

  openPoint(id: string, { document, parent, key }: YamlSpot): void {
    const { openPoints, service } = this.#service;
    if (openPoints.lacks(id)) document.expectKnown('open question', id, openPoints, parent, key, { holder: service });
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
      // Reported once at the default, however often it is used.
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

  /** Index of a bound among the versions, with the default of an open question; undefined if it is reported already. */
  place(bound: VersionBound): number | undefined {
    const id = literalVersion(bound) ?? this.#service.openPoints.get((bound as OpenBound).openPoint)?.value;
    const place = this.versions().findIndex((version) => version === id);
    if (place === -1) return undefined;
    return typeof bound === 'object' && bound.before === true ? place - 1 : place;
  }

  /** Checks that both bounds exist, and their order if both are literal. */
  range(range: VersionRange, document: YamlDocument): void {
    this.bound(range.since, { document, parent: range, key: 'since' });
    this.bound(range.until, { document, parent: range, key: 'until' });
    const [from, to] = [literalVersion(range.since), literalVersion(range.until)];
    if (from === undefined || to === undefined) return;
    const order = this.#service.versions.list();
    const since = order.indexOf(from);
    const until = order.indexOf(to);
    if (since === -1 || until === -1 || since <= until) return;
    document.report(
      'version-range',
      `its first version ${from} is not before the version ${to} that removes it`,
      range,
      'until',
      'value',
      `order: ${order.join(', ')}`,
    );
  }

  /** A requirement that a check proves: it must exist, and must not be excluded. */
  provenRequirement(id: string, { document, parent, key }: YamlSpot): void {
    const { requirements, service } = this.#service;
    const { http } = this.#project;
    const { excluded, where } = requirements.get(id) ?? http.get(id) ?? {};
    if (excluded !== undefined) {
      const hint = where === undefined ? undefined : `excluded at ${where}: ${excluded}`;
      const message = `${id} is excluded from testing, so no check can prove it`;
      document.report('excluded-requirement', message, parent, key, 'value', hint);
    } else if (requirements.lacks(id) && http.lacks(id)) {
      const known = id.startsWith(`${SHARED_FOLDER}.`) ? http : requirements;
      document.expectKnown('requirement', id, known, parent, key, { holder: service });
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
