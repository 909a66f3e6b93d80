/** Specification versions are dotted numbers with padded parts ("2.1.05"); they are compared part by part, as numbers. */
import { defined } from './objects.ts';

export function compareVersions(left: string, right: string): number {
  const a = left.split('.').map(Number);
  const b = right.split('.').map(Number);
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The versions a thing exists in; both ends are included, an absent end is open. */
export interface Lifetime {
  readonly since?: string;
  readonly until?: string;
}

export function existsIn(version: string, { since, until }: Lifetime): boolean {
  if (since !== undefined && compareVersions(version, since) < 0) return false;
  return until === undefined || compareVersions(version, until) <= 0;
}

/** The lifetime of a thing, and nothing else of it. */
export function lifetimeOf({ since, until }: { readonly [End in keyof Lifetime]?: string | undefined }): Lifetime {
  return defined({ since, until });
}
