/** Run history: one JSON line per run in an append-only file, for trends and first occurrences. A damaged line affects only one run. */
import { compareText } from '../model/text.ts';
import { BadInput, type Problem } from '../errors.ts';
import { checkRef } from './checks.ts';
import type { DecisionWord, Report, VersionResult, Verdict } from './model.ts';
import { canonicalJson } from './serialize.ts';
import { countChecks } from './tally.ts';

export const HISTORY_SCHEMA = 'plumbline.history/1';

/** More unjudged checks than this are an outage, and their IDs are not recorded. */
const MAX_UNJUDGED = 500;

export interface HistoryEntry {
  readonly schema: typeof HISTORY_SCHEMA;
  readonly id: string;
  readonly target: string;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly planHash: string;
  readonly decision: DecisionWord;
  readonly exitCode: 0 | 1 | 3;
  readonly verdicts: Readonly<Record<Verdict, number>>;
  readonly results: readonly { readonly service: string; readonly spec: string; readonly result: VersionResult }[];
  /** Failing checks, waived or not, as `<check id>@<spec>`. */
  readonly failing: readonly string[];
  /** Planned checks that were not judged; absent if there were too many. */
  readonly unjudged?: readonly string[];
}

export function historyEntry(report: Report): HistoryEntry {
  const { run, decision } = report;
  const unjudged = report.checks
    .filter((check) => check.verdict === 'inconclusive' || check.verdict === 'untested')
    .map(checkRef);
  return {
    schema: HISTORY_SCHEMA,
    id: run.id,
    target: run.target,
    startedAt: run.startedAt,
    finishedAt: run.finishedAt,
    planHash: run.planHash,
    decision: decision.decision,
    exitCode: decision.exitCode,
    verdicts: countChecks(report.checks).verdicts,
    results: report.summaries.map(({ service, spec, result }) => ({ service, spec, result })),
    failing: report.checks.filter((check) => check.verdict === 'fail').map(checkRef),
    ...(unjudged.length > MAX_UNJUDGED ? {} : { unjudged }),
  };
}

/** Line of a run, with the line break. */
export function historyLine(report: Report): string {
  return `${canonicalJson(historyEntry(report))}\n`;
}

/** Parses a history file. Throws `BadInput` with the damaged lines. */
export function parseHistory(text: string, file: string): readonly HistoryEntry[] {
  const problems: Problem[] = [];
  const entries = text.split('\n').flatMap((raw, index): readonly HistoryEntry[] => {
    const line = index + 1;
    if (raw.trim() === '') return [];
    const entry = parseLine(raw);
    if (typeof entry !== 'string') return [entry];
    problems.push({
      code: 'history-line',
      message: entry,
      file,
      line,
      column: 1,
      hint: 'Remove the line. Then the trend lacks this run.',
    });
    return [];
  });
  if (problems.length > 0) throw new BadInput(problems.slice(0, 10));
  return entries;
}

function parseLine(raw: string): HistoryEntry | string {
  let data: unknown;
  try {
    data = JSON.parse(raw);
  } catch {
    return 'the line is not valid JSON';
  }
  if (typeof data !== 'object' || data === null) return 'the line does not describe a run';
  const schema = 'schema' in data ? data.schema : undefined;
  if (schema !== HISTORY_SCHEMA)
    return typeof schema === 'string'
      ? `the line has schema ${schema.slice(0, 60)}, but this version of Plumbline reads ${HISTORY_SCHEMA}`
      : 'the line does not describe a run';
  return isEntry(data) ? data : 'a field of the run is missing or has the wrong type';
}

function isEntry(data: object): data is HistoryEntry {
  const entry = data as Partial<Record<keyof HistoryEntry, unknown>>;
  const texts = [entry.id, entry.target, entry.startedAt, entry.finishedAt, entry.planHash];
  return (
    texts.every((text) => typeof text === 'string') &&
    !Number.isNaN(Date.parse(String(entry.startedAt))) &&
    (entry.decision === 'admit' || entry.decision === 'block') &&
    (entry.exitCode === 0 || entry.exitCode === 1 || entry.exitCode === 3) &&
    typeof entry.verdicts === 'object' &&
    entry.verdicts !== null &&
    (['fail', 'inconclusive', 'untested', 'pass', 'inapplicable'] as const).every(
      (verdict) => typeof (entry.verdicts as Record<string, unknown>)[verdict] === 'number',
    ) &&
    Array.isArray(entry.results) &&
    isTexts(entry.failing) &&
    (entry.unjudged === undefined || isTexts(entry.unjudged))
  );
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** Runs of one target, the oldest first, at most `limit`. A run that is recorded twice counts once. */
export function runsOfTarget(entries: readonly HistoryEntry[], target: string, limit = 90): readonly HistoryEntry[] {
  const byId = new Map(entries.filter((entry) => entry.target === target).map((entry) => [entry.id, entry]));
  return [...byId.values()]
    .sort((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt) || compareText(a.id, b.id))
    .slice(-limit);
}
