/** Earlier runs of the same target: since when a check fails, which checks are flaky, and the trend. */
import type { ReportCheck, Verdict } from '../../report/model.ts';
import { checkKey, type HistoryPoint } from '../../report/page/data.ts';
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

type State = 'failing' | 'passing' | 'unjudged';

/** Oldest first, without this run. */
function earlierRuns(index: ReportIndex): readonly HistoryPoint[] {
  return (index.data.history ?? []).filter((point) => point.id !== index.report.run.id);
}

/** Start of the unbroken series of failures up to this run. Undefined if the check does not fail or the history has no details. */
export function failsSince(index: ReportIndex, check: ReportCheck): string | undefined {
  if (index.data.history === undefined || check.verdict !== 'fail') return undefined;
  let since = index.report.run.startedAt;
  for (const point of [...earlierRuns(index)].reverse()) {
    if (point.failing === undefined) return undefined;
    const state = stateIn(point, checkKey(check));
    if (state === 'passing') break;
    if (state === 'failing') since = point.startedAt;
  }
  return since;
}

/** Start of the oldest of these failures. Looks at the first 200 checks: the others of a group began with them. */
export function oldestFailure(index: ReportIndex, checks: readonly ReportCheck[]): string | undefined {
  return checks
    .slice(0, 200)
    .flatMap((check) => failsSince(index, check) ?? [])
    .sort()[0];
}

/** Checks that changed between pass and fail often. A run without a verdict for a check does not count for it. */
export function flakyChecks(index: ReportIndex): readonly FlakyCheck[] {
  const earlier = earlierRuns(index).filter(({ failing }) => failing !== undefined);
  const keys = new Set(earlier.flatMap(({ failing = [] }) => failing));
  return [...keys]
    .map((key): FlakyCheck => {
      const check = index.checks.get(key);
      const now = check?.verdict === 'fail' ? 'failing' : check?.verdict === 'pass' ? 'passing' : 'unjudged';
      const states = [...earlier.map((point) => stateIn(point, key)), now].filter((state) => state !== 'unjudged');
      return { key, changes: states.filter((state, at) => at > 0 && state !== states[at - 1]).length };
    })
    .filter(({ changes }) => changes >= FLAKY_CHANGES)
    .sort((a, b) => b.changes - a.changes || (a.key < b.key ? -1 : 1));
}

/** Counts of each run, oldest first, this run last. */
export function trendPoints(index: ReportIndex): readonly TrendPoint[] {
  const { run, decision, summaries } = index.report;
  const total = (verdict: Verdict): number => summaries.reduce((sum, { counts }) => sum + counts.verdicts[verdict], 0);
  const { id, startedAt } = run;
  const notJudged = total('inconclusive') + total('untested');
  return [
    ...earlierRuns(index).map(({ verdicts, ...point }) => ({
      ...point,
      fail: verdicts.fail,
      notJudged: verdicts.inconclusive + verdicts.untested,
    })),
    { id, startedAt, decision: decision.decision, fail: total('fail'), notJudged },
  ];
}

const stateCache = new WeakMap<HistoryPoint, ReadonlyMap<string, State>>();

function stateIn(point: HistoryPoint, key: string): State {
  const states =
    stateCache.get(point) ??
    new Map([
      ...(point.unjudged ?? []).map((one) => [one, 'unjudged'] as const),
      ...(point.failing ?? []).map((one) => [one, 'failing'] as const),
    ]);
  stateCache.set(point, states);
  return states.get(key) ?? 'passing';
}
