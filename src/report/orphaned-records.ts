/**
 * Texts about orphaned records, for the terminal, the page and the next run. Records that Plumbline can delete are counted separately from
 * those that need manual cleanup.
 */
import { counted, number } from '../model/text.ts';
import { cleanCommand } from './curl.ts';
import type { Leftovers, RunInfo } from './model.ts';

/** File name in the folder of the report. */
export const LEFTOVERS_FILE = 'leftovers.ndjson';

/** Counts of orphaned, possible, changed and unverified records: `158 records that the run made and could not remove`. */
export function leftWords(leftovers: readonly Leftovers[]): string {
  const of = (state?: 'changed' | 'maybe' | 'notVerified'): number =>
    sum(leftovers.filter((kind) => STATES.find((one) => kind[one] === true) === state));
  const [remaining, maybe, changed, deleted] = [of(), of('maybe'), of('changed'), of('notVerified')];
  return [
    ...(remaining > 0 ? [`${counted(remaining, 'record')} that the run made and could not remove`] : []),
    ...(maybe > 0 ? [`${counted(maybe, 'record')} that may exist`] : []),
    ...(changed > 0 ? [`${counted(changed, 'resource')} that it changed and could not put back`] : []),
    ...(deleted > 0 ? [`${counted(deleted, 'record')} deleted but not verified`] : []),
  ].join(', ');
}

const STATES = ['changed', 'maybe', 'notVerified'] as const;

function sum(leftovers: readonly Leftovers[]): number {
  return leftovers.reduce((total, kind) => total + kind.count, 0);
}

/** Advice on orphaned records: a sentence without its full stop, and a command if one can help. */
export interface Advice {
  readonly text: string;
  readonly command?: string;
}

export function leftAdvice({
  leftovers = [],
  leftBefore = 0,
  asked,
}: Pick<RunInfo, 'leftovers' | 'leftBefore' | 'asked'>): Advice {
  // Merged reports have no run folder: each shard has its own list.
  const isMerged = asked !== undefined && asked.out === undefined;
  const file = isMerged
    ? `FOLDER-OF-SHARD/${LEFTOVERS_FILE}`
    : asked?.out === undefined
      ? LEFTOVERS_FILE
      : `${asked.out}/${LEFTOVERS_FILE}`;
  const inFile = leftovers.filter(({ notVerified }) => notVerified !== true);
  const byHand = sum(inFile.filter((kind) => kind.byHand === true));
  if (inFile.length === 0)
    return { text: 'The contract declares no read and no list that would show whether they are gone' };
  const listed = `${isMerged ? `${LEFTOVERS_FILE} in the folder of each shard` : file} lists them${leftBefore === 0 ? '' : `, and ${number(leftBefore)} of earlier runs`}`;
  return adviceOn(sum(inFile), byHand, listed, file);
}

/** @param listed clause about the location of the list, without a full stop */
export function adviceOn(all: number, byHand: number, listed: string, file: string): Advice {
  if (byHand === all)
    return {
      text: `${listed}, with the reason for each. Plumbline cannot remove them or put them back: do that by hand, then delete the file`,
    };
  const cleanupText =
    byHand === 0
      ? 'remove them, or to put them back'
      : `remove, or to put back, ${number(all - byHand)} of them; the others can only be removed or put back by hand`;
  return { text: `${listed}. This tries again to ${cleanupText}`, command: cleanCommand(file) };
}
