/** Matches published operations with those of the contract by method and path; parameter names are ignored. */
import type { ApiDocument, ApiOperation } from './document.ts';

export interface MatchedPaths {
  readonly pairs: readonly { readonly wanted: ApiOperation; readonly found: ApiOperation }[];
  readonly missing: readonly ApiOperation[];
  readonly extra: readonly ApiOperation[];
}

/** Path prefix that only one of the documents has. */
interface Prefix {
  readonly published: string;
  readonly contract: string;
}

export function matchOperations(contract: ApiDocument, published: ApiDocument): MatchedPaths {
  const prefix = prefixOf(contract, published);
  const unmatched = new Map(published.operations.map((operation) => [publishedKey(operation, prefix), operation]));
  const pairs: { wanted: ApiOperation; found: ApiOperation }[] = [];
  const missing: ApiOperation[] = [];
  for (const wanted of contract.operations) {
    const key = keyOf(wanted.method, wanted.path, prefix.published);
    const found = unmatched.get(key);
    if (found === undefined) missing.push(wanted);
    else {
      unmatched.delete(key);
      pairs.push({ wanted, found });
    }
  }
  return { pairs, missing, extra: [...unmatched.values()] };
}

/** Path with anonymous parameters. A trailing slash is significant. */
export function anonymousPath(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}');
}

function keyOf(method: string, path: string, prefix: string): string {
  const key = anonymousPath(path);
  return `${method} ${key === '/' && prefix !== '' ? prefix : `${prefix}${key}`}`;
}

/** The root below a prefix may have a trailing slash. */
function publishedKey({ method, path }: ApiOperation, prefix: Prefix): string {
  return keyOf(
    method,
    anonymousPath(path) === `${prefix.published}/` ? prefix.published || '/' : path,
    prefix.contract,
  );
}

/** The prefix with the most matching operations; the shortest one of several. */
function prefixOf(contract: ApiDocument, published: ApiDocument): Prefix {
  const servers = published.servers.map(pathOfServer).filter((path) => path !== '');
  const before = contract.operations
    .map(({ path }) => anonymousPath(path))
    .filter((path) => path !== '/')
    .flatMap((path) =>
      published.operations.flatMap((operation) => {
        const other = anonymousPath(operation.path);
        return other.endsWith(path) ? [other.slice(0, other.length - path.length)] : [];
      }),
    );
  const candidates: readonly Prefix[] = [
    { published: '', contract: '' },
    ...[...new Set([...before, ...servers])].map((text) => ({ published: text, contract: '' })),
    ...[...new Set(servers)].map((text) => ({ published: '', contract: text })),
  ];
  const scored = candidates.map((prefix) => ({ prefix, meets: countMatches(contract, published, prefix) }));
  const best = scored.reduce((top, one) =>
    one.meets > top.meets || (one.meets === top.meets && size(one.prefix) < size(top.prefix)) ? one : top,
  );
  return best.prefix;
}

function size({ published, contract }: Prefix): number {
  return published.length + contract.length;
}

function countMatches(contract: ApiDocument, published: ApiDocument, prefix: Prefix): number {
  const keys = new Set(published.operations.map((operation) => publishedKey(operation, prefix)));
  return contract.operations.filter(({ method, path }) => keys.has(keyOf(method, path, prefix.published))).length;
}

/** Path of a server URL: `/api/v1` of `https://service.example/api/v1/`. The URL may be only a path. */
function pathOfServer(url: string): string {
  const path = url.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/[?#].*$/, '');
  return path.replace(/\/+$/, '');
}
