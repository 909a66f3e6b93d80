/** Failure groups that all views show as one. */
import { groupBy } from '../model/objects.ts';
import type { ReportCause } from './model.ts';

/** Equal groups; the first one represents them. */
export type Alike<T> = readonly [T, ...T[]];

/** Merges unjudged groups of several services with the same cause, such as one identity provider for all of them. */
export function toldOnce<T extends Pick<ReportCause, 'kind' | 'title' | 'id'>>(
  causes: readonly T[],
): readonly Alike<T>[] {
  const groups = groupBy(causes, ({ kind, title, id }) => (kind === 'undetermined' ? title : ` ${id}`));
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [[first, ...others] as const],
  );
}
