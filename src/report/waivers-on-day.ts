/** Waivers of a report on the day of a later decision. */
import { groupBy } from '../model/objects.ts';
import { reportWaiver, versionKey, waiverEntry } from './build.ts';
import { checkRef } from './checks.ts';
import type { Report } from './model.ts';
import { summarise } from './tally.ts';
import { applyWaivers } from '../verdict/waivers.ts';

/** The report as if its run had been on the day of `at` (ISO 8601, UTC). Its verdicts stay the same. */
export function withWaiversOn(report: Report, at: string): Report {
  const { run } = report;
  if (report.waivers.length === 0 || at.slice(0, 10) <= run.startedAt.slice(0, 10)) return report;
  const applied = applyWaivers(report.waivers.map(waiverEntry), report.checks, {
    startedAt: at,
    narrowed: run.selection !== undefined,
  });
  const waivers = applied.waivers.map(reportWaiver);
  const checks = report.checks.map((check) => ({
    ...check,
    disposition: applied.dispositions.get(checkRef(check)) ?? check.disposition,
  }));
  const byVersion = groupBy(checks, versionKey);
  const summaries = report.summaries.map((summary) =>
    summarise(summary.service, summary.spec, byVersion.get(versionKey(summary)) ?? [], {
      of: summary.part?.of,
      waivers,
      stopped: run.stopped,
    }),
  );
  return { ...report, waivers, checks, summaries };
}
