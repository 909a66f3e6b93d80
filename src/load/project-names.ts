/** The names of a loaded project, for files that are loaded after it. */
import { defined } from '../record/defined.ts';
import type { Json } from '../record/json.ts';
import type { EndpointContract, Position, Project, Spec } from './model.ts';
import { NameSet } from './names.ts';
import type { ProjectNames, ServiceNames } from './names.ts';
import { unfit, valueOf } from './open-values.ts';

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
