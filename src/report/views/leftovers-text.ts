/** What a run left at the target, for a terminal. */
import type { Leftovers, Report } from '../model.ts';
import { counted, number } from '../../record/counted.ts';
import { leftAdvice, leftWords, type Advice } from '../left-behind.ts';
import { oneLine } from '../words.ts';

const MOST = 8;

/** No lines where nothing is left. */
export function leftoverLines({ run }: Pick<Report, 'run'>): readonly string[] {
  const { leftovers = [] } = run;
  if (leftovers.length === 0) return [];
  const more = leftovers.length - MOST;
  return [
    `Left behind: ${leftWords(leftovers)}`,
    ...leftovers.slice(0, MOST).map(leftoverLine),
    ...(more > 0 ? [`  and ${counted(more, 'other kind')}`] : []),
    ...adviceLines(leftAdvice(run)).map((line) => `  ${line}`),
  ];
}

/** The command on a line of its own, to be typed as it stands. */
export function adviceLines({ text, command }: Advice): readonly string[] {
  const said = oneLine(text, 400);
  return command === undefined ? [`${said}.`] : [`${said}:`, `  ${oneLine(command, 400)}`];
}

export function leftoverLine({ service, spec, endpoint, count: many, why, changed }: Leftovers): string {
  const what = `${number(many)} ${oneLine(endpoint)}${changed === true ? ', changed' : ''}`;
  return `  ${oneLine(service)} ${oneLine(spec)}  ${what}: ${oneLine(why, 120)}`;
}
