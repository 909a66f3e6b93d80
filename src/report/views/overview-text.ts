/** Many targets on a terminal: one line each, what blocks first. */
import type { Overview } from '../merge.ts';
import { decisionWords, loud, standingOf } from '../standing.ts';
import { counted } from '../../record/counted.ts';
import { oneLine } from '../words.ts';

export function overviewText(overview: Overview): string {
  const rows = overview.runs.map((run) => ({
    target: oneLine(run.target, 60),
    admitted: run.exitCode === 0,
    word: run.exitCode === 0 ? decisionWords(run).text : loud(decisionWords(run).text),
    day: run.startedAt.slice(0, 16).replace('T', ' '),
    results: run.summaries.map((summary) => `${summary.service} ${summary.spec} ${standingOf(summary).text}`),
    reason: run.reason,
  }));
  const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map(({ length }) => length));
  const width = widest(rows.map(({ target }) => target));
  const words = widest(rows.map(({ word }) => word));
  const lines = rows.flatMap(({ target, word, day, results, reason }) => [
    `  ${target.padEnd(width)}  ${word.padEnd(words)}  ${day}  ${oneLine(results.join('; '), 300)}`,
    ...(reason === undefined ? [] : [`  ${' '.repeat(width)}  ${oneLine(reason, 240)}`]),
  ]);
  const open = rows.filter(({ admitted }) => !admitted).length;
  const said = overview.runs.length === 0 ? 'no run at all' : open === 0 ? 'all admitted' : `${open} not admitted`;
  return `${[`${counted(overview.runs.length, 'run')}: ${said}`, '', ...lines].join('\n')}\n`;
}
