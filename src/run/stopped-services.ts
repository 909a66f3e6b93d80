/** Results for services that preflight excluded: every planned check gets the cause. */
import type { Group } from '../plan/model.ts';
import { ownProperty } from '../model/json.ts';
import type { Report } from '../report/model.ts';
import type { CheckResult } from '../verdict/model.ts';
import type { Preflight } from './preflight.ts';
import { type BuiltReport, reportOfSession } from './session-report.ts';
import type { Session } from '../project/session.ts';
import { type GroupRecord, unsentGroup } from './group-record.ts';

/** Causes of services that get no requests, by `<service>@<spec>`. */
export type UnsentCauses = Readonly<Record<string, string>>;

export function causeOf({ service, spec }: Pick<Group, 'service' | 'spec'>, unsent: UnsentCauses): string | undefined {
  return ownProperty(unsent, `${service}@${spec}`);
}

export function unsentOf(stops: Preflight['stops']): UnsentCauses {
  return Object.fromEntries(
    stops.flatMap(({ service, specs, cause }) => specs.map((spec) => [`${service}@${spec}`, cause] as const)),
  );
}

/** Inconclusive results with the cause of the service and version. */
export function unsentResults(group: Group, unsent: UnsentCauses): readonly CheckResult[] {
  // Without a cause, an earlier Plumbline sent nothing at all.
  const cause = causeOf(group, unsent) ?? 'not tested, because the preflight of another service or version failed';
  return unsentGroup(group, cause);
}

/** Records of groups that are not sent. */
export function unsentRecords(groups: readonly Group[], unsent: UnsentCauses): readonly GroupRecord[] {
  return groups.map((group) => ({ group: group.id, results: unsentResults(group, unsent), exchanges: [] }));
}

export function unsentReport(
  session: Session,
  unsent: UnsentCauses,
  times: { readonly startedAt: Date; readonly finishedAt: Date },
): BuiltReport {
  const { groups } = session.plan;
  const records = new Map(unsentRecords(groups, unsent).map((record) => [record.group, record]));
  const made = reportOfSession(session, groups, records, times);
  return { ...made, report: asStoppedReport(made.report, unsent) };
}

/** A run that was not sent completely is never approved. */
export function asStoppedReport(report: Report, unsent: UnsentCauses): Report {
  const { decision } = report;
  const causes = [...new Set(Object.values(unsent))].map(
    (cause) =>
      `${Object.keys(unsent)
        .filter((version) => unsent[version] === cause)
        .map((version) => version.replace('@', ' '))
        .join(', ')}: ${cause}`,
  );
  // Whether preflight stopped the whole run or some services.
  const what = report.run.exchanges === 0 ? 'stopped the run' : 'excluded a part of the run';
  const text = `Preflight ${what}: ${causes.join('; ')}.`;
  const reasons = [
    { code: 'preflight', effect: 'incomplete' as const, text, checks: [] },
    ...decision.reasons.filter(({ code }) => code !== 'admitted'),
  ];
  return {
    ...report,
    decision: { ...decision, decision: 'block', exitCode: decision.exitCode === 1 ? 1 : 3, reasons },
  };
}
