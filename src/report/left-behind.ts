/**
 * What runs left at the target, in words: the same in the terminal, in the page, and before the next run. What the contract says how to
 * remove is counted apart from the rest, so that nobody is sent to a command that can do nothing.
 */
import { counted, number } from '../record/counted.ts';
import { cleanCommand } from './curl.ts';
import type { Leftovers, RunInfo } from './model.ts';

/** Beside the report. */
export const LEFTOVERS_FILE = 'leftovers.ndjson';

/** `158 records that the run made and could not remove`: what was made and stays, and what stays changed. */
export function leftWords(leftovers: readonly Leftovers[]): string {
  const of = (isChanged: boolean): number => sum(leftovers.filter(({ changed }) => (changed === true) === isChanged));
  const [made, changed] = [of(false), of(true)];
  return [
    ...(made > 0 ? [`${counted(made, 'record')} that the run made and could not remove`] : []),
    ...(changed > 0 ? [`${counted(changed, 'resource')} that it changed and could not put back`] : []),
  ].join(', ');
}

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
  const file = asked?.out === undefined ? LEFTOVERS_FILE : `${asked.out}/${LEFTOVERS_FILE}`;
  const byHand = sum(leftovers.filter((kind) => kind.byHand === true));
  const listed = `${file} lists them${leftBefore === 0 ? '' : `, and ${number(leftBefore)} of earlier runs`}`;
  return adviceOn(sum(leftovers), byHand, listed, file);
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
