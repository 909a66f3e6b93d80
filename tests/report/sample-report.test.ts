import { expect, it, test } from 'vitest';
import { compareReports } from '../../src/gate/compare.ts';
import { historyEntry } from '../../src/report/history.ts';
import { overview } from '../../src/report/merge.ts';
import type { BaselineSummary, HistoryPoint, IndexData } from '../../src/report/page/data.ts';
import { sampleExchanges, sampleReport } from './sample-report.ts';

test.each([
  { checks: 0 },
  { checks: 1 },
  {},
  { checks: 5000, failing: 200 },
  { checks: 20_000, failing: 0 },
  { checks: 20_000, failing: 5000, seed: 7 },
])('a sample of %j', (options) => {
  const report = sampleReport(options);
  const wanted = options.checks ?? 600;
  expect(report.checks).toHaveLength(wanted);
  expect(new Set(report.checks.map(({ id, spec }) => `${id}@${spec}`)).size).toBe(wanted);
  expect(report.checks.filter(({ verdict }) => verdict === 'fail')).toHaveLength(
    Math.min(options.failing ?? 14, wanted),
  );
  expect(report.summaries.map(({ service, spec }) => `${service} ${spec}`)).toEqual([
    'partner-onboarding 1.0.0',
    'student-reporting 2.1.05',
    'student-reporting 2.1.06',
    'student-reporting 3.0.8',
    'student-reporting 4.0.1',
  ]);
  if (options.failing === 0) expect(report.decision.exitCode).toBe(0);

  const known = new Set(sampleExchanges(report).map(({ service, spec, id }) => `${service} ${spec} ${id}`));
  const cited = new Set(
    report.checks.flatMap((check) => check.evidence.map((id) => `${check.service} ${check.spec} ${id}`)),
  );
  expect(known).toEqual(cited);
  expect(report.run.exchanges).toBe(cited.size);
});

it('is the same for the same seed and another for another', () => {
  expect(sampleReport({ seed: 3 })).toEqual(sampleReport({ seed: 3 }));
  expect(sampleReport({ seed: 3 }).checks).not.toEqual(sampleReport({ seed: 4 }).checks);
});

it('has waivers of several fates', () => {
  expect(sampleReport().waivers.map(({ state }) => state)).toEqual(['used', 'expired', 'stale', 'unmatched']);
});

it('gives the viewer what it takes', () => {
  const [before, after] = [sampleReport({ seed: 1 }), sampleReport({ seed: 2 })];
  const baseline: BaselineSummary = compareReports(before, after);
  const history: readonly HistoryPoint[] = [historyEntry(before), historyEntry(after)];
  const index: IndexData = overview([{ file: 'a/report.json', report: after }]);
  expect(baseline.appeared.length).toBeGreaterThan(0);
  expect(history.map(({ failing }) => failing?.length)).toEqual([14, 14]);
  expect(index.runs).toHaveLength(1);
});
