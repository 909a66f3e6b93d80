/** Failing checks as a reader wants them: by rule, what weighs most first, with what was found in one line. */
import { compareText } from './checks.ts';
import { groupBy } from './group-by.ts';
import type { Finding, Report, ReportCheck } from './model.ts';
import { binds } from './tally.ts';
import { oneLine } from './words.ts';

export interface ViewOptions {
  /** Whether the failure of a check blocks; the default is what conformance depends on. The gate's policy may say otherwise. */
  readonly blocks?: (check: ReportCheck) => boolean;
}

export interface RuleFailures {
  readonly rule: string;
  readonly title: string;
  readonly blocks: boolean;
  /** In report order. */
  readonly checks: readonly ReportCheck[];
}

/** Unwaived failures by rule: those that block first, then the most frequent. */
export function failuresByRule(report: Pick<Report, 'checks' | 'rules'>, options: ViewOptions = {}): readonly RuleFailures[] {
  const blocks = options.blocks ?? binds;
  const groups = groupBy(
    report.checks.filter((check) => check.disposition === 'nonconforming'),
    (check) => check.rule,
  );
  return [...groups]
    .map(([rule, checks]) => {
      // Within a rule too, what blocks is what a reader must see before the list is cut short.
      const ordered = [...checks.filter(blocks), ...checks.filter((check) => !blocks(check))];
      return { rule, title: report.rules[rule]?.title ?? rule, blocks: checks.some(blocks), checks: ordered };
    })
    .sort((a, b) => Number(b.blocks) - Number(a.blocks) || b.checks.length - a.checks.length || compareText(a.rule, b.rule));
}

/** `header date: expected an IMF-fixdate, got absent`. */
export function describeFinding(finding: Finding, limit = 200): string {
  return `${oneLine(finding.where, limit)}: expected ${oneLine(finding.expected, limit)}, got ${oneLine(finding.actual, limit)}`;
}

/** The first finding, and how many there are beside it. */
export function describeFailure(check: ReportCheck, limit = 200): string {
  const first = check.findings[0];
  if (first === undefined) return 'no finding was recorded';
  const more = check.findings.length - 1;
  return describeFinding(first, limit) + (more === 0 ? '' : ` (and ${more} more)`);
}
