/** Records that may still exist after a run, and singletons that may still be changed. Pure. */
import { cleanupOperation, type CreatedRecord, recordName, type Snapshot } from './created-resources.ts';
import type { Leftovers } from '../report/model.ts';
import { omitUndefined, groupBy } from '../model/objects.ts';

/** A record that may still exist, or a singleton that may still be changed. */
export type Leftover = (CreatedRecord | Snapshot) & {
  readonly run: string;
  readonly target: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** Reason why the delete or restore failed, or was not tried. */
  readonly why?: string;
  /** Number of compacted entries of earlier runs. The newest was created at `at`, the oldest at `since`. */
  readonly many?: number;
  /** Deleted, but not verified: the contract declares no read and no list. */
  readonly notVerified?: true;
  readonly since?: string;
};

const MAX_IDS = 20;

/** Groups leftovers for the report, by endpoint and reason. */
export function leftoversOf(left: readonly Leftover[]): readonly Leftovers[] {
  const groups = groupBy(left, (record) =>
    JSON.stringify([
      record.service,
      record.spec,
      record.endpoint,
      leftoverReason(record),
      hasNoCleanupOperation(record),
      stateOf(record),
    ]),
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
        count: countLeftovers(records),
        why: leftoverReason(first),
        ...stateOf(first),
        ...(hasNoCleanupOperation(first) ? { byHand: true as const } : {}),
        ids: records.flatMap(({ id }) => (id === undefined ? [] : [String(id)])).slice(0, MAX_IDS),
      },
    ];
  });
}

function stateOf(one: Leftover): Pick<Leftovers, 'changed' | 'maybe' | 'notVerified'> {
  if ('restore' in one) return { changed: true };
  if (one.notVerified === true) return { notVerified: true };
  return one.maybe === true ? { maybe: true } : {};
}

/** Whether the contract declares no operation that deletes or restores it. */
export function hasNoCleanupOperation(one: Leftover): boolean {
  return cleanupOperation(one) === undefined;
}

/** Reason in words why an entry remains. */
export function leftoverReason(one: Leftover): string {
  const { id, remove, why, deleted } = one;
  if (one.notVerified === true)
    return `DELETE returned ${deleted ?? 'a success'}; not verified, since the contract declares no read and no list`;
  if (why !== undefined) return why;
  if ('restore' in one) return 'not restored';
  if (deleted !== undefined) return `DELETE returned ${deleted}, and the run ended before a read verified it`;
  if (remove === undefined) return id === undefined ? 'its ID is unknown' : 'the contract declares no DELETE';
  return one.unseen === true ? 'not deleted, and no read confirmed that the run created it' : 'not deleted';
}

/** Number of records, including compacted ones. */
export function countLeftovers(left: readonly Leftover[]): number {
  return left.reduce((sum, { many = 1 }) => sum + many, 0);
}

/** Entries of one kind that are not compacted. */
const MAX_UNCOMPACTED = 500;

/** Replaces many old entries that nothing can delete by one line for each kind. `own`: the current run, whose entries are all kept */
export function compactLeftovers(left: readonly Leftover[], own: string | undefined): readonly Leftover[] {
  const known = new Set(
    left.flatMap((one) =>
      hasNoCleanupOperation(one) || one.id === undefined ? [] : [recordName(one, one.endpoint, one.id)],
    ),
  );
  // Records below a record that can be deleted are deleted with it.
  const isFoldable = (one: Leftover): boolean =>
    !('restore' in one) &&
    one.run !== own &&
    hasNoCleanupOperation(one) &&
    !one.under.some((above) => known.has(above));
  const folds = [...groupBy(left.filter(isFoldable), kindOf).values()].flatMap((all) =>
    all.length <= MAX_UNCOMPACTED ? [] : [all.slice(0, all.length - MAX_UNCOMPACTED)],
  );
  if (folds.length === 0) return left;
  const gone = new Set(folds.flat());
  return [...folds.flatMap(compacted), ...left.filter((one) => !gone.has(one))];
}

function kindOf(one: Leftover): string {
  const { service, spec, endpoint, address, target, through } = one;
  return JSON.stringify([service, spec, endpoint, address, target, through, leftoverReason(one)]);
}

/** Compacts entries of one kind, oldest first, to one line. */
function compacted(all: readonly Leftover[]): readonly Leftover[] {
  const [first, last] = [all[0], all.at(-1)];
  if (first === undefined || last === undefined) return [];
  const { service, spec, endpoint, address, run, target, at, through } = last;
  const own = { service, spec, endpoint, address, run, target, at, under: [], ...omitUndefined({ through }) };
  const key = `${service}@${spec} ${endpoint} ${address} ${through ?? ''} ${leftoverReason(last)} until ${at}`;
  return [{ ...own, key, why: leftoverReason(last), many: countLeftovers(all), since: first.since ?? first.at }];
}
