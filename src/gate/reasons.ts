/** Reasons of a decision. */
import type { Report, ReportCheck } from '../report/model.ts';
import { type FailingScope, type GateRule, type Policy, PRESETS } from './policy.ts';
import { inScope } from '../model/check-scope.ts';
import { checkRef } from '../report/checks.ts';
import type { UndecidedReport } from '../report/build.ts';
import { pluralize } from '../model/text.ts';
import { oneLine } from '../report/text.ts';

export interface DecisionReason {
  readonly rule: GateRule;
  /** For a reader: the defect, its number and the next step. */
  readonly text: string;
  /** The affected checks, as checks or as references. */
  readonly checks: readonly ReportCheck[] | readonly string[];
}

/** A sentence for each service, version and check pattern of a scope that matches no check of the report. */
export function unmatchedScopes(
  policy: Policy,
  report: Pick<Report, 'summaries' | 'checks' | 'run'>,
): readonly string[] {
  const { summaries } = report;
  const has = summaries.map(({ service, spec }) => `${service} ${spec}`).join(', ');
  const missing = new Set(policy.failing.flatMap((scope) => missingOf(scope, summaries)));
  return [
    ...[...missing].map((what) => `the policy ${policy.name} names ${what}, but the report contains only ${has}`),
    ...unmatchedPatterns(policy, report),
  ];
}

/** A sentence for each check pattern without a match, except in partial runs and for presets. */
export function unmatchedPatterns(
  { name, failing }: Policy,
  { summaries, checks, run }: Pick<Report, 'summaries' | 'checks' | 'run'>,
): readonly string[] {
  if (run.selection !== undefined) return [];
  const own = new Set(Object.values(PRESETS).flatMap((preset) => preset.failing.map((scope) => scope.checks)));
  const idle = failing.flatMap((scope) =>
    scope.checks === undefined ||
    own.has(scope.checks) ||
    missingOf(scope, summaries).length > 0 ||
    checks.some(inScope(scope))
      ? []
      : [scope.checks],
  );
  return [...new Set(idle)].map((pattern) => `the policy ${name} names the checks ${pattern}, but no check matches`);
}

function missingOf({ service, spec = [] }: FailingScope, summaries: Report['summaries']): readonly string[] {
  const own = summaries.filter((item) => service === undefined || item.service === service);
  if (service !== undefined && own.length === 0) return [service];
  const versions = spec.filter((version) => !own.some((item) => item.spec === version));
  return versions.map((version) => (service === undefined ? `the version ${version}` : `${service} ${version}`));
}

export function waiverReasons(report: UndecidedReport): readonly DecisionReason[] {
  const runDay = report.run.startedAt.slice(0, 10);
  const times = new Map<string, number>();
  for (const ref of report.waivers.flatMap((waiver) => waiver.excuses)) times.set(ref, (times.get(ref) ?? 0) + 1);
  return report.waivers.flatMap((waiver): readonly DecisionReason[] => {
    const name = `Waiver for ${oneLine(waiver.checks, 120)} (${oneLine(waiver.owner, 60)})`;
    const reasonFor = (
      rule: GateRule,
      text: string,
      checks: DecisionReason['checks'] = [],
    ): readonly DecisionReason[] => [{ rule, text: `${name} ${text}`, checks }];
    const scope = (): readonly ReportCheck[] => report.checks.filter(inScope(waiver));
    switch (waiver.state) {
      case 'used':
      case 'untried':
        return [];
      case 'expired':
        return reasonFor(
          'expired-waiver',
          waiver.expires < runDay
            ? `expired on ${waiver.expires}, ${pluralize(-waiver.daysLeft, 'day')} before this run. Renew or remove it.`
            : `expired on ${waiver.expires}, after the run of ${runDay}. Fix the service, or renew the waiver, and run again.`,
          scope().map(checkRef),
        );
      case 'stale':
        return reasonFor(
          'stale-waiver',
          'is not needed, because its checks pass now. Remove it.',
          scope().map(checkRef),
        );
      case 'unmatched':
        return reasonFor('unmatched-waiver', 'matches no check. Correct the pattern, or remove the waiver.');
      case 'mismatched': {
        const excused = new Set(waiver.excuses);
        const others = scope().filter((check) => check.verdict === 'fail' && !excused.has(checkRef(check)));
        return reasonFor(
          'mismatched-waiver',
          `does not match the current failure${example(others)}.`,
          others.map(checkRef),
        );
      }
      case 'overlapping':
        return reasonFor(
          'overlapping-waiver',
          'covers the same checks as another waiver. Keep one.',
          waiver.excuses.filter((ref) => (times.get(ref) ?? 0) > 1),
        );
    }
  });
}

function example(checks: readonly ReportCheck[]): string {
  const finding = checks[0]?.findings[0];
  return finding === undefined ? '' : `: ${oneLine(finding.where, 80)} is ${oneLine(finding.actual, 120)}`;
}
