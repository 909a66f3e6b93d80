/** Checks of names that one file uses and another declares. */
import type { VersionBound, VersionRange } from './model.ts';
import type { ProjectNames, ServiceNames, Spot } from './names.ts';
import type { ProblemList } from './problem-list.ts';
import type { YamlDocument } from './yaml-document.ts';

export class References {
  readonly #service: ServiceNames;
  readonly #project: ProjectNames;
  readonly #problems: ProblemList;

  constructor(service: ServiceNames, project: ProjectNames, problems: ProblemList) {
    this.#service = service;
    this.#project = project;
    this.#problems = problems;
  }

  version(id: string, spot: Spot): void {
    const { versions, service } = this.#service;
    if (!versions.lacks(id)) return;
    this.#problems.add(
      spot.document.problem(
        'unknown-version',
        `${service} has no version ${JSON.stringify(id)}`,
        spot.parent,
        spot.key,
        'value',
        versions.known(),
      ),
    );
  }

  openPoint(id: string, spot: Spot): void {
    const { openPoints, service } = this.#service;
    if (!openPoints.lacks(id)) return;
    this.#problems.add(
      spot.document.problem(
        'unknown-open-point',
        `${service} has no open point ${JSON.stringify(id)}`,
        spot.parent,
        spot.key,
        'value',
        openPoints.suggest(id, 'open point'),
      ),
    );
  }

  /** `{ openPoint: id }`, wherever the schema allows it; anything else is left alone. `allowed` narrows its default. */
  open(
    value: unknown,
    document: YamlDocument,
    allowed?: { readonly noun: string; readonly is: (value: unknown) => boolean },
  ): void {
    if (typeof value !== 'object' || value === null || !('openPoint' in value) || typeof value.openPoint !== 'string')
      return;
    this.openPoint(value.openPoint, { document, parent: value, key: 'openPoint' });
    const point = this.#service.openPoints.get(value.openPoint);
    if (point?.spot === undefined || allowed === undefined || allowed.is(point.value)) return;
    // Told once, where the default stands, however often it is used.
    const { file, line } = document.at(value, 'openPoint');
    const { document: declaring, parent, key } = point.spot;
    this.#problems.add(
      declaring.problem(
        'open-point-default',
        `${value.openPoint} is used where ${allowed.noun} is needed`,
        parent,
        key,
        'value',
        `for example at ${file}:${line}`,
      ),
    );
  }

  bound(bound: VersionBound | undefined, spot: Spot): void {
    if (typeof bound === 'string') this.version(bound, spot);
    else if (bound !== undefined) {
      const { versions, service } = this.#service;
      this.open(bound, spot.document, {
        noun: `a version of ${service}`,
        is: (value) => typeof value === 'string' && !versions.lacks(value),
      });
    }
  }

  /** The versions, oldest first. */
  versions(): readonly string[] {
    return this.#service.versions.list();
  }

  /** Where a bound lies among the versions, by the default of an open point; undefined where that is told of already. */
  place(bound: VersionBound): number | undefined {
    const id = typeof bound === 'string' ? bound : this.#service.openPoints.get(bound.openPoint)?.value;
    const place = this.versions().findIndex((version) => version === id);
    return place === -1 ? undefined : place;
  }

  /** Both bounds known, and in order where both are literal. */
  range(range: VersionRange, document: YamlDocument): void {
    this.bound(range.since, { document, parent: range, key: 'since' });
    this.bound(range.until, { document, parent: range, key: 'until' });
    if (typeof range.since !== 'string' || typeof range.until !== 'string') return;
    const order = this.#service.versions.list();
    const since = order.indexOf(range.since);
    const until = order.indexOf(range.until);
    if (since === -1 || until === -1 || since <= until) return;
    this.#problems.add(
      document.problem(
        'version-range',
        `it begins with ${range.since} and ends before, with ${range.until}`,
        range,
        'until',
        'value',
        `order: ${order.join(', ')}`,
      ),
    );
  }

  /** A requirement that something proves: it has to exist, and may not be excluded. */
  provenRequirement(id: string, spot: Spot): void {
    const { requirements, service } = this.#service;
    const shared = id.startsWith('http.');
    const set = shared ? this.#project.http : requirements;
    const found = set.get(id);
    if (found?.excluded !== undefined) {
      this.#problems.add(
        spot.document.problem(
          'excluded-requirement',
          `${id} is excluded, so nothing can prove it`,
          spot.parent,
          spot.key,
          'value',
          found.where === undefined ? undefined : `excluded at ${found.where}: ${found.excluded}`,
        ),
      );
    } else if (set.lacks(id)) {
      this.#problems.add(
        spot.document.problem(
          'unknown-requirement',
          `${shared ? 'specs/http' : service} has no requirement ${JSON.stringify(id)}`,
          spot.parent,
          spot.key,
          'value',
          set.suggest(id, 'requirement'),
        ),
      );
    }
  }
}
