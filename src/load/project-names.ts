/** The names of a loaded project, for files that are loaded after it. */
import type { Json } from '../record/json.ts';
import type { Project, Spec } from './model.ts';
import { NameSet } from './names.ts';
import type { ProjectNames, ServiceNames } from './names.ts';

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
export interface Use {
  readonly noun: string;
  readonly is: (value: Json) => boolean;
}

/** How the project uses each open point of the service beyond naming it: as a version, a text, a number, one of some words. */
export function usesOf(project: Project, service: string): ReadonlyMap<string, readonly Use[]> {
  const uses = new Map<string, Use[]>();
  const spec = project.specs.find((candidate) => candidate.service === service);
  const contracts = project.contracts.find((candidate) => candidate.service === service);
  const ids = spec?.versions.map(({ id }) => id) ?? [];
  const note = (value: unknown, use: Use): void => {
    if (typeof value === 'object' && value !== null && 'openPoint' in value && typeof value.openPoint === 'string') {
      uses.set(value.openPoint, [...(uses.get(value.openPoint) ?? []), use]);
    }
  };
  const version: Use = {
    noun: `a version of ${service}`,
    is: (value) => typeof value === 'string' && ids.includes(value),
  };
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, member] of Object.entries(value)) {
      // The only places with version bounds, at whatever depth they stand.
      if (key === 'since' || key === 'until' || key === 'in') note(member, version);
      else walk(member);
    }
  };
  walk(spec?.requirements);
  walk(contracts?.endpoints);
  const { pagination, token } = contracts ?? {};
  for (const header of [
    ...Object.values(pagination?.request ?? {}),
    ...Object.values(pagination?.response ?? {}),
    token?.carrier.header,
  ])
    note(header, TEXT);
  note(pagination?.ends, words('absent', 'empty', 'zero'));
  note(pagination?.overCap, words('clamp', 'refuse'));
  note(pagination?.pastTheEnd, words('empty', 'not-found'));
  note(token?.carrier.scheme, { noun: 'a text', is: (value) => typeof value === 'string' });
  note(token?.skew, NUMBER);
  note(token?.maximumLifetime, NUMBER);
  return uses;
}

const TEXT: Use = { noun: 'a text', is: (value) => typeof value === 'string' && value !== '' };
const NUMBER: Use = { noun: 'a number', is: (value) => typeof value === 'number' };

function words(...allowed: readonly string[]): Use {
  return { noun: `one of ${allowed.join(', ')}`, is: (value) => typeof value === 'string' && allowed.includes(value) };
}
