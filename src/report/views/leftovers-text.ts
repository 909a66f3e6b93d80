/** What a run left at the target, for a terminal. */
import type { Leftovers, Report } from '../model.ts';
import { counted, number } from '../../record/counted.ts';
import { oneLine } from '../words.ts';

const MOST = 8;

/** No lines where nothing is left. */
export function leftoverLines({ run }: Pick<Report, 'run'>): readonly string[] {
  const { leftovers = [] } = run;
  if (leftovers.length === 0) return [];
  const all = leftovers.reduce((sum, kind) => sum + kind.count, 0);
  const more = leftovers.length - MOST;
  return [
    `Left behind: ${counted(all, 'record')} that the run made and could not remove`,
    ...leftovers.slice(0, MOST).map(leftoverLine),
    ...(more > 0 ? [`  and ${counted(more, 'other kind')}`] : []),
    '  leftovers.ndjson lists them; "plumbline run --clean FILE" removes what can be removed.',
  ];
}

export function leftoverLine({ service, spec, endpoint, count: many, why }: Leftovers): string {
  return `  ${oneLine(service)} ${oneLine(spec)}  ${number(many)} ${oneLine(endpoint)}: ${oneLine(why, 120)}`;
}
