/** Output of `plumbline gate`, and the parts of a decision that the terminal summary and `summary.md` share. */
import pico from 'picocolors';
import { checkRef } from '../checks.ts';
import {
  conformanceStatus,
  countsText,
  emphasize,
  incompleteText,
  releaseStatus,
  type StatusTone,
} from '../conformance-status.ts';
import type { Decision, Report, ReportCheck, RunInfo, Summary } from '../model.ts';
import { groupBy } from '../../model/objects.ts';
import { pluralize } from '../../model/text.ts';
import { describeFailure } from '../open-causes.ts';
import { oneLine } from '../text.ts';

/** Limit of checks that are listed for a reason. */
const MAX_CHECKS = 5;
const MAX_WAIVERS = 10;

const EFFECT_WORDS = { block: 'blocks', incomplete: 'incomplete', show: 'shown' } as const;

/** Output of `plumbline gate`: the run, the results, the decision, its reasons with their effects, and the most important checks. */
export function decisionText(report: Report, decision: Decision, blocks: (check: ReportCheck) => boolean): string {
  const checks = new Map(report.checks.map((check) => [checkRef(check), check]));
  const reasons = decision.reasons.flatMap((reason) => {
    const named =
      reason.effect === 'show'
        ? []
        : reason.checks.map((ref) => checks.get(ref)).filter((check) => check !== undefined);
    const first = named.filter((check) => check.verdict !== 'fail' || blocks(check));
    const more = first.length - MAX_CHECKS;
    return [
      `  ${(EFFECT_WORDS[reason.effect ?? 'show'] ?? '').padEnd(10)}  ${oneLine(reason.text, 300)}`,
      ...first
        .slice(0, MAX_CHECKS)
        .map(
          (check) =>
            `              ${check.id} in ${check.spec}: ${check.verdict === 'fail' ? describeFailure(check, 100) : oneLine(check.cause ?? check.verdict, 160)}`,
        ),
      ...(more > 0 ? [`              and ${pluralize(more, 'more check', 'more checks')}`] : []),
    ];
  });
  const because = incompleteText(decision, report.summaries);
  const word = emphasize(releaseStatus({ ...report, decision }).text);
  const waivers = waiversInUse(report);
  const more = waivers.length - MAX_WAIVERS;
  return `${[
    `${oneLine(report.run.target, 80)}, run of ${runTime(report.run)} (${oneLine(report.run.id, 80)})`,
    ...resultTable(report.summaries),
    `Decision (policy ${oneLine(decision.policy, 60)}): ${word}, exit ${decision.exitCode}${because === undefined ? '' : `: ${because}`}`,
    ...reasons,
    ...waivers.slice(0, MAX_WAIVERS).map((text) => `  ${'waiver'.padEnd(10)}  ${oneLine(text, 300)}`),
    ...(more > 0 ? [`  and ${pluralize(more, 'more waiver')}`] : []),
  ].join('\n')}\n`;
}

/** `2026-11-20 18:00 UTC` */
export function runTime({ startedAt }: Pick<RunInfo, 'startedAt'>): string {
  return `${oneLine(startedAt, 40).slice(0, 16).replace('T', ' ')} UTC`;
}

export type Paint = ReturnType<typeof pico.createColors>;

export const TONES: Readonly<Record<StatusTone, (paint: Paint) => (text: string) => string>> = {
  good: (paint) => paint.green,
  open: (paint) => paint.yellow,
  bad: (paint) => paint.red,
};

/** Result and counts of each service and version. */
export function resultTable(summaries: readonly Summary[], paint: Paint = pico.createColors(false)): readonly string[] {
  const width = (texts: readonly string[]): number => Math.max(0, ...texts.map((text) => text.length));
  const statuses = summaries.map(conformanceStatus);
  const services = width(summaries.map((summary) => summary.service));
  const specs = width(summaries.map((summary) => summary.spec));
  const results = width(statuses.map(({ text }) => text));
  return summaries.map((summary, index) => {
    const { text, tone } = statuses[index] ?? { text: '', tone: 'open' };
    return `  ${oneLine(summary.service).padEnd(services)}  ${oneLine(summary.spec).padEnd(specs)}  ${TONES[tone](paint)(text.padEnd(results))}  ${countsText(summary.counts)}`;
  });
}

/** `desk until 2026-12-31: known issue (2 failing checks)`, the first to expire first. Waivers that differ only in their checks are one. */
export function waiversInUse({ waivers }: Pick<Report, 'waivers'>): readonly string[] {
  const used = waivers.filter(({ excuses }) => excuses.length > 0);
  return [...groupBy(used, ({ owner, expires, reason }) => JSON.stringify([expires, owner, reason]))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, equal]) => {
      const [first] = equal;
      if (first === undefined) return [];
      const checks = new Set(equal.flatMap(({ excuses }) => excuses)).size;
      return [
        `${oneLine(first.owner, 60)} until ${first.expires}: ${oneLine(first.reason, 120).replace(/\.$/, '')} (${pluralize(checks, 'failing check')})`,
      ];
    });
}
