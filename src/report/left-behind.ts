/**
 * What runs left at the target, in words: the same in the terminal, in the page, and before the next run. What the contract says how to
 * remove is counted apart from the rest, so that nobody is sent to a command that can do nothing.
 */
import { counted, number } from '../model/text.ts';
import { cleanCommand } from './curl.ts';
import type { Leftovers, RunInfo } from './model.ts';

/** Beside the report. */
export const LEFTOVERS_FILE = 'leftovers.ndjson';

/** `158 records that the run made and could not remove`: what stays, what may exist, what stays changed, and what is not verified. */
export function leftWords(leftovers: readonly Leftovers[]): string {
  const of = (state?: 'changed' | 'maybe' | 'notVerified'): number =>
    sum(leftovers.filter((kind) => STATES.find((one) => kind[one] === true) === state));
  const [made, maybe, changed, deleted] = [of(), of('maybe'), of('changed'), of('notVerified')];
  return [
    ...(made > 0 ? [`${counted(made, 'record')} that the run made and could not remove`] : []),
    ...(maybe > 0 ? [`${counted(maybe, 'record')} that may exist`] : []),
    ...(changed > 0 ? [`${counted(changed, 'resource')} that it changed and could not put back`] : []),
    ...(deleted > 0 ? [`${counted(deleted, 'record')} deleted but not verified`] : []),
  ].join(', ');
}

const STATES = ['changed', 'maybe', 'notVerified'] as const;

function sum(leftovers: readonly Leftovers[]): number {
  return leftovers.reduce((total, kind) => total + kind.count, 0);
}

/** What to do about what is left: a sentence without its stop, and the command, where one can do something. */
export interface Advice {
  readonly text: string;
  readonly command?: string;
}

export function leftAdvice({
  leftovers = [],
  leftBefore = 0,
  asked,
}: Pick<RunInfo, 'leftovers' | 'leftBefore' | 'asked'>): Advice {
  // A merged report has no folder of a run: each shard has a list in its own.
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

/** @param listed where all of them stand, without a stop */
export function adviceOn(all: number, byHand: number, listed: string, file: string): Advice {
  if (byHand === all)
    return {
      text: `${listed}, with the reason for each. Plumbline cannot remove them or put them back: do that by hand, then delete the file`,
    };
  const tried =
    byHand === 0
      ? 'remove them, or to put them back'
      : `remove, or to put back, ${number(all - byHand)} of them; the others can only be removed or put back by hand`;
  return { text: `${listed}. This tries again to ${tried}`, command: cleanCommand(file) };
}
