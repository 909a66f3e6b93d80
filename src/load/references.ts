/** Checks of names that one file uses and another declares. */
import type { OpenBound, VersionBound, VersionRange } from './model.ts';
import { literalOf } from './bounds.ts';
import type { ProjectNames, ServiceNames, YamlSpot } from './names.ts';
import { SHARED } from './program.ts';
import { suggestion } from './suggest.ts';
import type { YamlDocument } from './yaml-document.ts';

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
