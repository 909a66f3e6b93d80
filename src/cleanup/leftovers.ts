/** Records that may still exist after a run, and singletons that may still be changed. Pure. */
import { cleanupOperation, type CreatedRecord, recordOf, type Snapshot } from './created-resources.ts';
import type { Leftovers } from '../report/model.ts';
import { defined, groupBy } from '../model/objects.ts';

/** A record that is still there, or something that is still changed, as far as anybody knows. */
export type Leftover = (CreatedRecord | Snapshot) & {
  readonly run: string;
  readonly target: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** Why its removal failed, or putting it back, where it was tried. */
  readonly why?: string;
  /** So many that nothing can remove, of earlier runs, of which no more is known: the last was made at `at`, and the first then. */
  readonly many?: number;
  /** Deleted, and the contract declares nothing that would show whether it is gone. */
  readonly notVerified?: true;
  readonly since?: string;
};

const MOST_IDS = 20;

/** As the report tells it: by endpoint and by why it stayed. */
export function leftoversOf(left: readonly Leftover[]): readonly Leftovers[] {
  const groups = groupBy(left, (record) =>
    JSON.stringify([record.service, record.spec, record.endpoint, whyOf(record), isByHand(record), stateOf(record)]),
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
        ...stateOf(first),
        ...(isByHand(first) ? { byHand: true as const } : {}),
        ids: records.flatMap(({ id }) => (id === undefined ? [] : [String(id)])).slice(0, MOST_IDS),
      },
    ];
  });
}

function stateOf(one: Leftover): Pick<Leftovers, 'changed' | 'maybe' | 'notVerified'> {
  if ('restore' in one) return { changed: true };
  if (one.notVerified === true) return { notVerified: true };
  return one.maybe === true ? { maybe: true } : {};
}

/** Nothing that the contract declares removes it, or puts it back. */
export function isByHand(one: Leftover): boolean {
  return cleanupOperation(one) === undefined;
}

/** Why it stayed, in words. */
export function whyOf(one: Leftover): string {
  const { id, remove, why, deleted } = one;
  if (one.notVerified === true)
    return `DELETE returned ${deleted ?? 'a success'}; not verified, since the contract declares no read and no list`;
  if (why !== undefined) return why;
  if ('restore' in one) return 'nothing put it back';
  if (deleted !== undefined) return `DELETE returned ${deleted}, and the run ended before a read verified it`;
  if (remove === undefined) return id === undefined ? 'its identifier is not known' : 'the contract declares no DELETE';
  return one.unseen === true
    ? 'nothing deleted it, and no read confirmed that it is the record that the run created'
    : 'nothing removed it';
}

/** How many these stand for. */
export function countOf(left: readonly Leftover[]): number {
  return left.reduce((sum, { many = 1 }) => sum + many, 0);
}

/** Of one kind, those that stay whole. */
const MOST_WHOLE = 500;

/** @param own the run of which nothing is folded: its report tells of each */
export function compactLeftovers(left: readonly Leftover[], own: string | undefined): readonly Leftover[] {
  const known = new Set(
    left.flatMap((one) => (isByHand(one) || one.id === undefined ? [] : [recordOf(one, one.endpoint, one.id)])),
  );
  // What hangs on a record that can be removed goes with it.
  const isFoldable = (one: Leftover): boolean =>
    !('restore' in one) && one.run !== own && isByHand(one) && !one.under.some((above) => known.has(above));
  const folds = [...groupBy(left.filter(isFoldable), kindOf).values()].flatMap((all) =>
    all.length <= MOST_WHOLE ? [] : [all.slice(0, all.length - MOST_WHOLE)],
  );
  if (folds.length === 0) return left;
  const gone = new Set(folds.flat());
  return [...folds.flatMap(oneOf), ...left.filter((one) => !gone.has(one))];
}

function kindOf(one: Leftover): string {
  const { service, spec, endpoint, address, target, through } = one;
  return JSON.stringify([service, spec, endpoint, address, target, through, whyOf(one)]);
}

/** One line for all of these, of one kind and oldest first. */
function oneOf(all: readonly Leftover[]): readonly Leftover[] {
  const [first, last] = [all[0], all.at(-1)];
  if (first === undefined || last === undefined) return [];
  const { service, spec, endpoint, address, run, target, at, through } = last;
  const own = { service, spec, endpoint, address, run, target, at, under: [], ...defined({ through }) };
  const key = `${service}@${spec} ${endpoint} ${address} ${through ?? ''} ${whyOf(last)} until ${at}`;
  return [{ ...own, key, why: whyOf(last), many: countOf(all), since: first.since ?? first.at }];
}
