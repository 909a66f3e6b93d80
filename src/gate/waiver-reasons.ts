/** What is wrong with the waivers of a report, one ground for each that needs mending. */
import { inScope } from '../record/scope.ts';
import { checkRef } from '../report/checks.ts';
import type { UndecidedReport } from '../report/build.ts';
import type { ReportCheck } from '../report/model.ts';
import { counted } from '../record/counted.ts';
import { oneLine } from '../report/words.ts';
import type { Ground } from './ground.ts';

export function waiverReasons(report: UndecidedReport): readonly Ground[] {
  const times = new Map<string, number>();
  for (const ref of report.waivers.flatMap((waiver) => waiver.excuses)) times.set(ref, (times.get(ref) ?? 0) + 1);
  return report.waivers.flatMap((waiver): readonly Ground[] => {
    const name = `Waiver for ${oneLine(waiver.checks, 120)} (${oneLine(waiver.owner, 60)})`;
    const scope = (): readonly ReportCheck[] => report.checks.filter(inScope(waiver));
    switch (waiver.state) {
      case 'used':
      case 'untried':
        return [];
      case 'expired':
        return [
          {
            rule: 'expired-waiver',
            text: `${name} expired on ${waiver.expires}, ${counted(-waiver.daysLeft, 'day')} before this run: renew or remove it.`,
            checks: scope().map(checkRef),
          },
        ];
      case 'stale':
        return [
          {
            rule: 'stale-waiver',
            text: `${name} is stale, its checks pass now: remove it.`,
            checks: scope().map(checkRef),
          },
        ];
      case 'unmatched':
        return [
          {
            rule: 'unmatched-waiver',
            text: `${name} matches no planned check: a typo, or the check is gone.`,
            checks: [],
          },
        ];
      case 'mismatched': {
        const excused = new Set(waiver.excuses);
        const other = scope().filter((check) => check.verdict === 'fail' && !excused.has(checkRef(check)));
        return [
          {
            rule: 'mismatched-waiver',
            text: `${name} does not describe how its check fails now${example(other)}.`,
            checks: other.map(checkRef),
          },
        ];
      }
      case 'overlapping':
        return [
          {
            rule: 'overlapping-waiver',
            text: `${name} excuses what another waiver excuses too: keep one.`,
            checks: waiver.excuses.filter((ref) => (times.get(ref) ?? 0) > 1),
          },
        ];
    }
  });
}

function example(checks: readonly ReportCheck[]): string {
  const finding = checks[0]?.findings[0];
  return finding === undefined ? '' : `: ${oneLine(finding.where, 80)} is ${oneLine(finding.actual, 120)}`;
}
