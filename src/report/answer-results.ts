/** Compares the answers of a target to open questions with the results of the run. */
import type { QuestionEvidence, PointState, ReportCheck, ReportOpenPoint, RunInfo } from './model.ts';

export function withAnswerResults(
  points: readonly ReportOpenPoint[],
  checks: readonly ReportCheck[],
  run: Pick<RunInfo, 'selection'>,
): readonly ReportOpenPoint[] {
  const results = resultsByQuestion(checks);
  return points.map(({ seen: _seen, state: _state, ...point }) => {
    const versions = [...(results.get(`${point.service} ${point.id}`)?.values() ?? [])];
    return {
      ...point,
      ...(versions.length === 0 ? {} : { seen: versions }),
      state: stateOf(point, versions, run.selection !== undefined),
    };
  });
}

/** Whether a target answers the open question for any version. */
export function hasAnswer({ answer, answersIn }: Pick<ReportOpenPoint, 'answer' | 'answersIn'>): boolean {
  return answer !== undefined || answersIn !== undefined;
}

function resultsByQuestion(checks: readonly ReportCheck[]): ReadonlyMap<string, ReadonlyMap<string, QuestionEvidence>> {
  const results = new Map<string, Map<string, QuestionEvidence>>();
  for (const { service, spec, restsOn = [], verdict } of checks)
    for (const point of restsOn) {
      const key = `${service} ${point}`;
      const versions = results.get(key) ?? new Map<string, QuestionEvidence>();
      const { checks: all, pass, fail } = versions.get(spec) ?? { checks: 0, pass: 0, fail: 0 };
      versions.set(spec, {
        spec,
        checks: all + 1,
        pass: pass + (verdict === 'pass' ? 1 : 0),
        fail: fail + (verdict === 'fail' ? 1 : 0),
      });
      results.set(key, versions);
    }
  return results;
}

function stateOf(point: ReportOpenPoint, results: readonly QuestionEvidence[], isNarrowed: boolean): PointState {
  if (!hasAnswer(point)) return 'open';
  const relevant = results.filter(({ spec }) => point.answer !== undefined || point.answersIn?.[spec] !== undefined);
  if (relevant.some(({ fail }) => fail > 0)) return 'differs';
  if (relevant.some(({ pass }) => pass > 0)) return 'agrees';
  if (relevant.length > 0) return 'unjudged';
  if (point.unasked === true) return 'unasked';
  return isNarrowed ? 'unjudged' : 'unused';
}
