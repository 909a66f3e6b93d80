/**
 * Confirms failures in lists that other clients may write to. Such a failure may be caused by another client or by
 * other cases of this run. It counts only if several trials find it, each from the start, and two reads in a row agree.
 */
import { isDeepStrictEqual } from 'node:util';
import { responseJson } from '../model/body.ts';
import type { CaseEvidence, Exchange } from '../model/exchange.ts';
import { jsonText } from '../model/json.ts';
import { readListedRecords, valueAtSpot } from '../model/paging/lists.ts';
import type { PageStyle } from '../model/paging/model.ts';
import type { Case, Group, ResolvedOperation } from '../plan/model.ts';
import type { Finding, Judgement } from '../rules/model.ts';
import { findRule } from '../rules/registry.ts';

/** Number of retries, with an unchanged list, that must find the failure. */
const NEEDED = 3;
/** Number of retries without the failure that clear the service, if other clients were writing. */
const KEPT = 2;
/** Maximum number of retries. */
const MOST = 6;

/** Causes of an unconfirmed failure: writes of other clients or of this run, ties in the order, or no second occurrence. */
export const OTHER_CLIENTS_WRITE =
  'other clients write to the list: two consecutive reads of it differ, so the failure may result from their writes';
const WE_WRITE =
  'other cases of this run write to the list: two consecutive reads of it differ, so the failure may result from their writes';
export const REORDERED_CAUSE =
  'two consecutive reads return the same records in another order: the sort order has ties, so pages overlap';
const UNSEEN =
  'the failure was not reproduced: other clients may have written to the list, or the failure is intermittent';

export type Operations = Readonly<Record<string, ResolvedOperation>>;

/** A retry of a case: its exchanges, and the reads that were repeated. */
interface Trial {
  readonly evidence: CaseEvidence;
  readonly echoes: CaseEvidence;
}

export type CaseTrials = readonly Trial[];

/** Whether a case reads a list that other clients may write to. A create at the same path does not read it. */
export function readsSharedList(group: Group, planned: Case, operations: Operations): boolean {
  const lists = openLists(group, operations);
  return planned.steps.some(({ request: { method, path } }) => READS.includes(method) && lists.has(path));
}

const READS: readonly string[] = ['GET', 'HEAD'];

/** Whether other clients can make a check of this rule fail. */
export function needsUnchangedList(rule: string): boolean {
  const found = findRule(rule);
  return found?.kind === 'case' && found.unlisted === true;
}

const known = new WeakMap<Operations, Map<string, ReadonlySet<string>>>();

/** Paths of lists outside of records that the run created. */
function openLists({ service, spec }: Pick<Group, 'service' | 'spec'>, operations: Operations): ReadonlySet<string> {
  const byVersion = known.get(operations) ?? new Map<string, ReadonlySet<string>>();
  known.set(operations, byVersion);
  const key = `${service}@${spec}`;
  const lists = byVersion.get(key) ?? new Set(pathsOfLists(service, spec, operations));
  byVersion.set(key, lists);
  return lists;
}

function pathsOfLists(service: string, spec: string, operations: Operations): readonly string[] {
  return Object.values(operations)
    .filter((one) => one.service === service && one.spec === spec && one.kind === 'list' && !one.path.includes('{'))
    .map(({ path }) => path);
}

/** Whether a check was not judged because of other clients. */
export function isCausedByOtherClients(cause: string | undefined): boolean {
  return cause === OTHER_CLIENTS_WRITE || cause === WE_WRITE || cause === UNSEEN;
}

/**
 * Result of the retries: the failure is confirmed; the rule is kept when no other client writes; more retries are
 * needed; or the reason why it is unclear.
 */
export type Confirmation =
  | { readonly is: 'confirmed' | 'kept' | 'open' }
  | { readonly is: 'untold'; readonly why: string };

/**
 * @param first exchanges of the first trial
 * @param judge judges the exchanges of one trial, including those of its setup
 */
export function confirmation(
  first: CaseEvidence,
  trials: CaseTrials,
  judge: (evidence: CaseEvidence) => Judgement,
  listing?: ListPlaces,
): Confirmation {
  const seen = trials.map(({ evidence, echoes }) => {
    const found = comparableFindings(judge(evidence));
    const again = Object.entries(echoes).map(([step, exchanges]) =>
      comparableFindings(judge({ ...evidence, [step]: exchanges })),
    );
    const isSteady = again.every((other) => isDeepStrictEqual(other, found));
    return { found, isSteady, isOurs: isCrossed(evidence), isReordered: isReordered(evidence, echoes, listing) };
  });
  const steady = seen.filter(({ found, isSteady }) => isSteady && found !== undefined);
  const isFoundAlways = seen.every(({ found }) => found?.length !== 0);
  if (isFoundAlways && steady.length >= NEEDED) return { is: 'confirmed' };
  const areSteady = seen.every(({ isSteady }) => isSteady);
  const isAlone = areSteady && !isCrossed(first);
  const still = steady.filter(({ isOurs }) => !isOurs);
  const areKept = still.length >= KEPT && still.every(({ found }) => found?.length === 0);
  if (!isAlone && areKept) return { is: 'kept' };
  const kept = steady.filter(({ found }) => found?.length === 0);
  const isDone = trials.length >= MOST || (isAlone && kept.length >= KEPT);
  const areOurs = seen.every(({ isSteady, isOurs }) => isSteady || isOurs);
  const areReordered = seen.every((one) => one.isSteady || one.isReordered);
  const why = areSteady ? UNSEEN : areReordered ? REORDERED_CAUSE : areOurs ? WE_WRITE : OTHER_CLIENTS_WRITE;
  return isDone ? { is: 'untold', why } : { is: 'open' };
}

/** Pointers to the records of a list and to the ID of a record, and the place of the total. */
export interface ListPlaces {
  readonly records: string;
  readonly uid: string;
  readonly style?: Pick<PageStyle, 'total'>;
}

/** Whether both reads return the same records, so that no client added or removed any between them. */
function isReordered(evidence: CaseEvidence, echoes: CaseEvidence, listing: ListPlaces | undefined): boolean {
  if (listing === undefined) return false;
  return Object.entries(echoes).every(([step, again]) => {
    const [one, other] = [evidence[step] ?? [], again].map((read) => listIn(read, listing));
    if (one === undefined || other === undefined) return false;
    const all = new Set([...one.uids, ...other.uids]).size;
    if (one.uids.size === all && other.uids.size === all) return true;
    // Overlapping pages hide records. A constant total then shows that none was added or removed.
    return one.total !== undefined && one.total === other.total && all <= one.total;
  });
}

function listIn(
  read: readonly Exchange[],
  { records, uid, style }: ListPlaces,
): { readonly uids: ReadonlySet<string>; readonly total: number | undefined } {
  const uids = read.flatMap(({ response }) => (response && readListedRecords(response, records, uid)?.uids) ?? []);
  const totals = read.map((one) => {
    const { total } = style ?? {};
    const answer = { headers: one.response?.headers ?? [], body: responseJson(one) };
    return total?.counts === 'records' ? Number(valueAtSpot(answer, total)) : undefined;
  });
  const [first] = totals;
  return { uids: new Set(uids.map(jsonText)), total: totals.every((one) => one === first) ? first : undefined };
}

/** Whether the run itself may have caused the finding. */
function isCrossed(evidence: CaseEvidence): boolean {
  return Object.values(evidence).some((exchanges) => exchanges.some(({ crossed }) => crossed === true));
}

function comparableFindings(judgement: Judgement): readonly Omit<Finding, 'evidence'>[] | undefined {
  return judgement.kind === 'judged'
    ? judgement.findings.map(({ evidence: _evidence, ...finding }) => finding)
    : undefined;
}
