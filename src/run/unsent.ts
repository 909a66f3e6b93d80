/** A run that preflight stopped: every planned check is accounted for, with the one cause that explains it. */
import type { Group } from '../plan/model.ts';
import type { Report } from '../report/model.ts';
import type { CheckResult } from '../verdict/model.ts';
import type { Preflight } from './preflight.ts';
import { reportOf, type MadeReport } from './report-of.ts';
import type { Session } from '../project/session.ts';
import { unsentGroup } from './unsent-group.ts';

/** Causes by `<service>@<spec>`. */
export type Unsent = Readonly<Record<string, string>>;

export function unsentOf(stops: Preflight['stops']): Unsent {
  return Object.fromEntries(
    stops.flatMap(({ service, specs, cause }) => specs.map((spec) => [`${service}@${spec}`, cause] as const)),
  );
}

/** `inconclusive`, with the cause of the group's service and version. */
export function unsentResults(group: Group, unsent: Unsent): readonly CheckResult[] {
  const cause =
    unsent[`${group.service}@${group.spec}`] ??
    'nothing was sent, since preflight found another service or version out of order';
  return unsentGroup(group, cause);
}

export function unsentReport(
  session: Session,
  unsent: Unsent,
  times: { readonly startedAt: Date; readonly finishedAt: Date },
): MadeReport {
  const { groups } = session.plan;
  const records = new Map(
    groups.map((group) => [group.id, { group: group.id, results: unsentResults(group, unsent), exchanges: [] }]),
  );
  const made = reportOf(session, groups, records, times);
  return { ...made, report: stopped(made.report, unsent) };
}

/** No policy admits a run that did not take place. */
export function stopped(report: Report, unsent: Unsent): Report {
  const { decision } = report;
  const causes = [...new Set(Object.values(unsent))].map(
    (cause) =>
      `${Object.keys(unsent)
        .filter((version) => unsent[version] === cause)
        .map((version) => version.replace('@', ' '))
        .join(', ')}: ${cause}`,
  );
  const text = `Preflight stopped the run: ${causes.join('; ')}.`;
  const reasons = [
    { code: 'preflight', effect: 'incomplete' as const, text, checks: [] },
    ...decision.reasons.filter(({ code }) => code !== 'admitted'),
  ];
  return {
    ...report,
    decision: { ...decision, decision: 'block', exitCode: decision.exitCode === 1 ? 1 : 3, reasons },
  };
}
