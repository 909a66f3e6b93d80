/**
 * Cached outline of each version: its checks by endpoint, from the last whole plan. With it a part can be planned alone. The key covers all
 * inputs of planning: files, code, answers and claims.
 */
import path from 'node:path';
import { cacheFolder, writeCache, type CacheEntry, cacheEntryFor, readCache } from '../load/cache.ts';
import { COMMON_CATALOGUES } from '../load/load-catalogue.ts';
import type { Target } from '../load/model.ts';
import { STANDARDS } from '../load/program.ts';
import type { CheckIdOutline } from '../plan/plan.ts';
import { answersForVersion, type Scope } from '../plan/scope.ts';
import { isMap } from '../model/json.ts';

const PLANNERS = ['plan', 'rules', 'scenarios', 'playwright'].map((name) => path.join(import.meta.dirname, '..', name));

export interface OutlineScope {
  readonly root: string;
  readonly target: Pick<Target, 'answers' | 'answersIn'>;
  readonly scopes: readonly Scope[];
}

/** Outline of these scopes; undefined if one of them has never been planned as a whole. */
export function readOutline(of: OutlineScope, env: NodeJS.ProcessEnv): CheckIdOutline | undefined {
  const place = placeFor('outline', of, env);
  const known = place === undefined ? undefined : readCache(place);
  if (!isMap(known)) return undefined;
  const versions = of.scopes.map(({ service, version }) => `${service}@${version}`);
  return versions.every((version) => isEndpoints(known[version]))
    ? new Map(versions.map((version) => [version, known[version] as Readonly<Record<string, readonly string[]>>]))
    : undefined;
}

export function writeOutline(of: OutlineScope, outline: CheckIdOutline, env: NodeJS.ProcessEnv): void {
  const place = placeFor('outline', of, env);
  if (place !== undefined) writeCache(place, Object.fromEntries(outline));
}

/** A value that depends only on the plan of these scopes, from the cache or made new. `name` identifies the kind of value. */
export function cachedByPlan<T>(
  name: string,
  of: OutlineScope,
  env: NodeJS.ProcessEnv,
  isLike: (value: unknown) => value is T,
  make: () => T,
): T {
  const place = placeFor(name, of, env);
  const known = place === undefined ? undefined : readCache(place);
  if (isLike(known)) return known;
  const value = make();
  if (place !== undefined) writeCache(place, value);
  return value;
}

function placeFor(
  name: string,
  { root, target, scopes }: OutlineScope,
  env: NodeJS.ProcessEnv,
): CacheEntry | undefined {
  const folders = [
    path.join(root, 'specs'),
    path.join(root, 'contracts'),
    COMMON_CATALOGUES.folder,
    STANDARDS,
    ...PLANNERS,
  ];
  const versions = scopes.map(({ service, version, settings }) => {
    // Plans depend on the claims, not on the address and the key of the identity provider.
    const claims = { ...settings?.identityProvider, tokenUrl: undefined, key: undefined };
    return [service, version, answersForVersion(target, version), claims];
  });
  return cacheEntryFor(folders, [name, JSON.stringify(versions)], cacheFolder(env));
}

function isEndpoints(value: unknown): boolean {
  return isMap(value) && Object.values(value).every(Array.isArray);
}
