/** Loads specs and contracts of a project and plans it with the rules of the program. */
import path from 'node:path';
import { deepFreeze, loadProject } from '../load/load-project.ts';
import { cachedValue } from '../load/cache.ts';
import { COMMON_CATALOGUES } from '../load/load-catalogue.ts';
import { STANDARDS } from '../load/program.ts';
import type { Project, Target } from '../load/model.ts';
import type { Plan } from '../plan/model.ts';
import {
  checkIdMatcher,
  type CheckIdOutline,
  type PlanResult,
  planWith,
  scopesOf,
  type Selection,
  requireSoundPlan,
} from '../plan/plan.ts';
import type { Scope } from '../plan/scope.ts';
import { RULE_BOOK } from '../rules/rule-book.ts';
import { nearestName } from '../load/suggest.ts';

/** Same as `loadProject`, with a cache. */
export function projectOf(root: string, cache?: string): Project {
  const folders = [path.join(root, 'specs'), path.join(root, 'contracts'), COMMON_CATALOGUES.folder, STANDARDS];
  // Invalid projects throw here and are never cached.
  return deepFreeze(cachedValue(folders, isProject, () => ({ value: loadProject(root), isSound: true }), cache));
}

function isProject(value: unknown): value is Project {
  const { specs, contracts } = (value ?? {}) as Partial<Project>;
  return Array.isArray(specs) && Array.isArray(contracts);
}

/** Plans the selection. Problems of the contracts are returned instead of thrown. */
export function planAll(project: Project, target: Target, selection: Selection = {}): PlanResult {
  return planScopes(scopesOf(project, target, selection), selection.only);
}

/** The same for loaded scopes. */
export function planScopes(scopes: readonly Scope[], only?: string): PlanResult {
  return planWith(RULE_BOOK, scopes, only);
}

/** The same if the checks are known: plans only endpoints with a matching check. */
export function planPart(scopes: readonly Scope[], only: string, outline: CheckIdOutline): PlanResult {
  const matches = checkIdMatcher(only);
  const isWanted = ({ service, version }: Scope, endpoint: string): boolean =>
    outline.get(`${service}@${version}`)?.[endpoint]?.some(matches) === true;
  return { ...planWith(RULE_BOOK, scopes, only, isWanted), outline };
}

/**
 * The same for a pattern that names its endpoint (`service/endpoint/**`), with the check counts of the others from `before`. Undefined for
 * any other pattern.
 */
export function planEndpointAlone(
  scopes: readonly Scope[],
  only: string,
  before: CheckIdOutline,
): PlanResult | undefined {
  const [, service, endpoint] = NAMED.exec(only) ?? [];
  const isKnown = scopes.every((scope) => before.has(`${scope.service}@${scope.version}`));
  if (service === undefined || endpoint === undefined || !isKnown) return undefined;
  const made = planWith(RULE_BOOK, scopes, only, (scope, one) => scope.service === service && one === endpoint);
  const outline = [...before].map(
    ([version, others]) => [version, { ...others, ...made.outline.get(version) }] as const,
  );
  return { ...made, outline: new Map(outline) };
}

const NAMED = /^([\w-]+)\/([\w-]+)\//;

/** Plans some endpoints of these scopes. Their groups are those of the whole plan. */
export function planEndpoints(
  scopes: readonly Scope[],
  isWanted: (service: string, endpoint: string) => boolean,
): Plan {
  return planWith(RULE_BOOK, scopes, undefined, ({ service }, endpoint) => isWanted(service, endpoint)).plan;
}

/** Plans one endpoint. */
export function planEndpoint(scopes: readonly Scope[], endpoint: string): Plan {
  return planEndpoints(scopes, (_, one) => one === endpoint);
}

/** Plan of the selection. Throws `BadInput` with all problems. */
export function makePlan(project: Project, target: Target, selection: Selection = {}): PlanResult {
  return requireSoundPlan(planAll(project, target, selection));
}

const MAX_SUGGESTIONS = 3;

/** A sentence with up to three similar IDs; undefined if there are none. */
export function similarIdsHint(asked: string, ids: readonly string[]): string | undefined {
  const known = [...new Set(ids)];
  const found = asked.includes('/') ? nearPaths(asked, known) : nearWords(asked, known);
  return found.length === 0 ? undefined : `Did you mean ${found.map((id) => `"${id}"`).join(', or ')}?`;
}

/** Similar words in the IDs, for an ID with one mistyped word. */
function nearWords(asked: string, ids: readonly string[]): readonly string[] {
  const words = new Set(ids.flatMap((id) => id.split('/').flatMap((segment) => [segment, ...segment.split('.')])));
  const word = nearestName(asked, words);
  if (word === undefined) return [];
  const example = ids.find((id) =>
    id.split('/').some((segment) => segment === word || segment.split('.').includes(word)),
  );
  return [word, ...(example === undefined || example === word ? [] : [example])];
}

/** Compares segment by segment and takes the same or the nearest one. The service may be left out. */
function nearPaths(asked: string, ids: readonly string[]): readonly string[] {
  const parts = asked.split('/').filter((part) => part !== '' && !/[*?[{]/.test(part));
  const best = (known: readonly string[], from: number): readonly string[] => {
    let left = known;
    for (const [index, part] of parts.entries()) {
      const place = from + index;
      const here = new Set(left.flatMap((id) => id.split('/')[place] ?? []));
      const segment = here.has(part) ? part : nearestName(part, here);
      if (segment === undefined) return index === 0 ? [] : left;
      left = left.filter((id) => id.split('/')[place] === segment);
    }
    return left;
  };
  const whole = best(ids, 0);
  return (whole.length > 0 ? whole : best(ids, 1)).slice(0, MAX_SUGGESTIONS);
}
