/** Which causes are one to a reader, in every view. */
import { groupBy } from '../model/objects.ts';
import type { ReportCause } from './model.ts';

/** One of them stands for all. */
export type Alike<T> = readonly [T, ...T[]];

/** What keeps several services from being judged, such as one identity provider for all of them, stands once. */
export function toldOnce<T extends Pick<ReportCause, 'kind' | 'title' | 'id'>>(
  causes: readonly T[],
): readonly Alike<T>[] {
  const groups = groupBy(causes, ({ kind, title, id }) => (kind === 'undetermined' ? title : ` ${id}`));
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [[first, ...others] as const],
  );
}
