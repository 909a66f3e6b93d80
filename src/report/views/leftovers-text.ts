/** What a run left at the target, for a terminal. */
import type { Leftovers, Report } from '../model.ts';
import { counted, number } from '../../record/counted.ts';
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
    '  leftovers.ndjson lists them; "plumbline run --clean FILE" removes, or puts back, what it can.',
  ];
}

/** What was made and stays, and what stays changed. */
function leftWords(leftovers: readonly Leftovers[]): string {
  const of = (isChanged: boolean): number =>
    leftovers.filter(({ changed }) => (changed === true) === isChanged).reduce((sum, kind) => sum + kind.count, 0);
  const [made, changed] = [of(false), of(true)];
  return [
    ...(made > 0 ? [`${counted(made, 'record')} that the run made and could not remove`] : []),
    ...(changed > 0 ? [`${counted(changed, 'resource')} that it changed and could not put back`] : []),
  ].join(', ');
}

export function leftoverLine({ service, spec, endpoint, count: many, why, changed }: Leftovers): string {
  const what = `${number(many)} ${oneLine(endpoint)}${changed === true ? ', changed' : ''}`;
  return `  ${oneLine(service)} ${oneLine(spec)}  ${what}: ${oneLine(why, 120)}`;
}
