/** What is still there of what runs made or changed: one line of the list, and how a report tells of many. Pure. */
import { undoingOf, type FormerState, type MadeRecord } from '../exchange/ledger.ts';
import type { Leftovers } from '../report/model.ts';
import { groupBy } from '../record/group-by.ts';

/** A record that is still there, or something that is still changed, as far as anybody knows. */
export type Leftover = (MadeRecord | FormerState) & {
  readonly run: string;
  readonly target: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** Why its removal failed, or putting it back, where it was tried. */
  readonly why?: string;
  /** So many that nothing can remove, of earlier runs, of which no more is known: the last was made at `at`, and the first then. */
  readonly many?: number;
  readonly since?: string;
};

const MOST_IDS = 20;

/** As the report tells it: by endpoint and by why it stayed. */
export function leftoversOf(left: readonly Leftover[]): readonly Leftovers[] {
  const groups = groupBy(left, (record) =>
    JSON.stringify([record.service, record.spec, record.endpoint, whyOf(record), isByHand(record)]),
  );
  return [...groups.values()].flatMap((records): readonly Leftovers[] => {
    const [first] = records;
    if (first === undefined) return [];
    const { service, spec, endpoint } = first;
    return [
      {
        service,
        spec,
        endpoint,
        count: countOf(records),
        why: whyOf(first),
        ...('restore' in first ? { changed: true as const } : {}),
        ...(isByHand(first) ? { byHand: true as const } : {}),
        ids: records.flatMap(({ id }) => (id === undefined ? [] : [String(id)])).slice(0, MOST_IDS),
      },
    ];
  });
}

/** Nothing that the contract declares removes it, or puts it back. */
export function isByHand(one: Leftover): boolean {
  return undoingOf(one) === undefined;
}

/** Why it stayed, in words. */
export function whyOf(one: Leftover): string {
  const { id, remove, why } = one;
  if ('restore' in one && isByHand(one))
    return 'what it was has a part that may not be written down, so only who knows it can put it back';
  if (why !== undefined) return why;
  if ('restore' in one) return 'nothing put it back';
  if (id === undefined) return 'its identifier is not known';
  if (remove === undefined) return 'the contract declares no DELETE';
  return 'unseen' in one
    ? 'nothing removed it, and nobody looked whether it is what the run made'
    : 'nothing removed it';
}

/** How many these stand for. */
export function countOf(left: readonly Leftover[]): number {
  return left.reduce((sum, { many = 1 }) => sum + many, 0);
}
