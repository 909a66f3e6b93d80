/**
 * Texts about orphaned records, for the terminal, the page and the next run. Records that Plumbline can delete are counted separately from
 * those that need manual cleanup.
 */
import { pluralize, formatNumber } from '../model/text.ts';
import { cleanupCommand } from './curl.ts';
import type { Leftovers, RunInfo } from './model.ts';

/** File name in the folder of the report. */
export const LEFTOVERS_FILE = 'leftovers.ndjson';

/** Counts of orphaned, possible, changed and unverified records: `158 records created and not deleted`. */
export function orphanCounts(leftovers: readonly Leftovers[]): string {
  const of = (state?: 'changed' | 'maybe' | 'notVerified'): number =>
    sum(leftovers.filter((kind) => STATES.find((one) => kind[one] === true) === state));
  const [remaining, maybe, changed, deleted] = [of(), of('maybe'), of('changed'), of('notVerified')];
  return [
    ...(remaining > 0 ? [`${pluralize(remaining, 'record')} created and not deleted`] : []),
    ...(maybe > 0 ? [`${pluralize(maybe, 'record')} that may exist`] : []),
    ...(changed > 0 ? [`${pluralize(changed, 'resource')} changed and not restored`] : []),
    ...(deleted > 0 ? [`${pluralize(deleted, 'record')} deleted but not verified`] : []),
  ].join(', ');
}

const STATES = ['changed', 'maybe', 'notVerified'] as const;

function sum(leftovers: readonly Leftovers[]): number {
  return leftovers.reduce((total, kind) => total + kind.count, 0);
}

/** Advice on orphaned records: a sentence without its full stop, and a command if one can help. */
export interface CleanupAdvice {
  readonly text: string;
  readonly command?: string;
}

export function orphanAdvice({
  leftovers = [],
  leftBefore = 0,
  asked,
}: Pick<RunInfo, 'leftovers' | 'leftBefore' | 'asked'>): CleanupAdvice {
  // Merged reports have no run folder: each shard has its own list.
  const isMerged = asked !== undefined && asked.out === undefined;
  const file = isMerged
    ? `FOLDER-OF-SHARD/${LEFTOVERS_FILE}`
    : asked?.out === undefined
      ? LEFTOVERS_FILE
      : `${asked.out}/${LEFTOVERS_FILE}`;
  const inFile = leftovers.filter(({ notVerified }) => notVerified !== true);
  const byHand = sum(inFile.filter((kind) => kind.byHand === true));
  if (inFile.length === 0) return { text: 'The contract declares no operation that can verify the deletion' };
  const listed = `${isMerged ? `${LEFTOVERS_FILE} in the folder of each shard` : file} lists them${leftBefore === 0 ? '' : `, and ${formatNumber(leftBefore)} of earlier runs`}`;
  return cleanupAdvice(sum(inFile), byHand, listed, file);
}

/** @param listed clause about the location of the list, without a full stop */
export function cleanupAdvice(all: number, byHand: number, listed: string, file: string): CleanupAdvice {
  if (byHand === all)
    return {
      text: `${listed}, each with the reason. Plumbline cannot clean them up: delete or restore them by hand, then delete the file`,
    };
  const manual = byHand === 0 ? '' : `. Delete or restore ${formatNumber(byHand)} of them by hand`;
  return { text: `${listed}${manual}. This command retries the cleanup`, command: cleanupCommand(file) };
}
