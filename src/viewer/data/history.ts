/** Earlier runs of the same target: since when a check fails, which checks are flaky, and the trend. */
import type { ReportCheck, Verdict } from '../../report/model.ts';
import { checkKey } from '../../report/page/data.ts';
import type { HistoryPoint } from '../../report/page/data.ts';
import type { ReportIndex } from './report-index.ts';

/** A check that changes three times or more is flaky. One break and one fix are normal. */
const FLAKY_CHANGES = 3;

export interface TrendPoint {
  readonly id: string;
  readonly startedAt: string;
  readonly decision: string;
  readonly fail: number;
  readonly notJudged: number;
}

export interface FlakyCheck {
  readonly key: string;
  readonly changes: number;
}

interface RunResults {
  readonly failing: ReadonlySet<string>;
  readonly unjudged: ReadonlySet<string>;
}

/** Oldest first, without this run. */
export function earlierRuns(index: ReportIndex): readonly HistoryPoint[] {
  return (index.data.history ?? []).filter((point) => point.id !== index.report.run.id);
}

/** Start of the unbroken series of failures up to this run. Undefined if the check does not fail or the history has no details. */
export function failsSince(index: ReportIndex, check: ReportCheck): HistoryPoint | 'this run' | undefined {
  if (index.data.history === undefined || check.verdict !== 'fail') return undefined;
  const key = checkKey(check);
  let since: HistoryPoint | 'this run' = 'this run';
  for (const point of [...earlierRuns(index)].reverse()) {
    const results = resultsOf(point);
    if (results === undefined) return undefined;
    if (results.failing.has(key)) since = point;
    else if (!results.unjudged.has(key)) break;
  }
  return since;
}

/** Start time of the oldest of these failures. Looks at the first 200 checks: more of one group began at the same time. */
export function oldestFailure(index: ReportIndex, checks: readonly ReportCheck[]): string | undefined {
  const times = checks.slice(0, 200).flatMap((check) => {
    const since = failsSince(index, check);
    return since === undefined || since === 'this run' ? [] : [since.startedAt];
  });
  return times.sort()[0];
}

/** Checks that changed between pass and fail often. A run without a verdict for a check does not count for it. */
export function flakyChecks(index: ReportIndex): readonly FlakyCheck[] {
  const earlier = earlierRuns(index).flatMap((point) => resultsOf(point) ?? []);
  const runs = [...earlier, currentResults(index)];
  const keys = new Set(earlier.flatMap(({ failing }) => [...failing]));
  return [...keys]
    .map((key): FlakyCheck => {
      const states = runs.filter(({ unjudged }) => !unjudged.has(key)).map(({ failing }) => failing.has(key));
      return { key, changes: states.filter((state, at) => at > 0 && state !== states[at - 1]).length };
    })
    .filter(({ changes }) => changes >= FLAKY_CHANGES)
    .sort((a, b) => b.changes - a.changes || (a.key < b.key ? -1 : 1));
}

/** Counts of each run, oldest first, this run last. */
export function trendPoints(index: ReportIndex): readonly TrendPoint[] {
  const { run, decision, summaries } = index.report;
  const total = (verdict: Verdict): number => summaries.reduce((sum, { counts }) => sum + counts.verdicts[verdict], 0);
  return [
    ...earlierRuns(index).map(({ id, startedAt, decision: earlier, verdicts }) => ({
      id,
      startedAt,
      decision: earlier,
      fail: verdicts.fail,
      notJudged: verdicts.inconclusive + verdicts.untested,
    })),
    {
      id: run.id,
      startedAt: run.startedAt,
      decision: decision.decision,
      fail: total('fail'),
      notJudged: total('inconclusive') + total('untested'),
    },
  ];
}

const resultsCache = new WeakMap<HistoryPoint, RunResults>();

/** Undefined if the run did not record its failing checks. */
function resultsOf(point: HistoryPoint): RunResults | undefined {
  if (point.failing === undefined) return undefined;
  const results = resultsCache.get(point) ?? { failing: new Set(point.failing), unjudged: new Set(point.unjudged) };
  resultsCache.set(point, results);
  return results;
}

function currentResults({ report: { checks } }: ReportIndex): RunResults {
  const keys = (...verdicts: readonly Verdict[]): ReadonlySet<string> =>
    new Set(checks.filter(({ verdict }) => verdicts.includes(verdict)).map(checkKey));
  return { failing: keys('fail'), unjudged: keys('inconclusive', 'untested') };
}
