/**
 * JUnit XML for CI systems: one suite per service and version, one case per check.
 *
 * - A nonconformity is a `<failure>`, never an `<error>`: the suite did not break, the service did.
 * - `inconclusive` and `untested` are `<skipped>` with the cause. CI systems know red, green and skipped: red would blame
 *   the service for a dead network, green would be a lie, and all of them count and list skipped cases with their message.
 *   That the run as a whole is not green is said by the exit code of the gate.
 * - A waived failure is `<skipped>` too, or every build stays red and nobody looks; a waived check that passes is a
 *   `<failure>`, because it blocks.
 *
 * The name of a case is its check id and nothing else, so that a CI system's history survives a better title.
 */
import { describeFinding } from './failures.ts';
import type { ViewOptions } from './failures.ts';
import type { Report, ReportCheck, Summary } from './model.ts';
import { oneLine } from './words.ts';
import { xmlAttributes, xmlText } from './xml.ts';

export interface JunitOptions extends ViewOptions {
  /**
   * `all` (the default): every unwaived failing check is a `<failure>`. `blocking`: those that do not block are
   * `<skipped>`, for CI systems that turn a build red on any failure.
   */
  readonly failures?: 'all' | 'blocking';
}

type Kind = 'passed' | 'failure' | 'skipped';

export function junit(report: Report, options: JunitOptions = {}): string {
  const suites = report.summaries.map((summary) => ({ summary, checks: report.checks.filter((check) => check.service === summary.service && check.spec === summary.spec) }));
  const seconds = ((Date.parse(report.run.finishedAt) - Date.parse(report.run.startedAt)) / 1000).toFixed(3);
  const all = totals(report.checks, options);
  const head = xmlAttributes({ name: `plumbline ${report.run.target}`, ...all, time: seconds, timestamp: report.run.startedAt });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${head}>`,
    ...suites.flatMap(({ summary, checks }) => suite(report, summary, checks, options)),
    '</testsuites>',
    '',
  ].join('\n');
}

function suite(report: Report, summary: Summary, checks: readonly ReportCheck[], options: JunitOptions): readonly string[] {
  const head = xmlAttributes({ name: `${summary.service} ${summary.spec}`, ...totals(checks, options), time: '0', timestamp: report.run.startedAt });
  return [
    `  <testsuite${head}>`,
    '    <properties>',
    ...Object.entries({ target: report.run.target, service: summary.service, spec: summary.spec, result: summary.result }).map(
      ([name, value]) => `      <property${xmlAttributes({ name, value })}/>`,
    ),
    '    </properties>',
    ...checks.map((check) => testcase(check, options)),
    '  </testsuite>',
  ];
}

function testcase(check: ReportCheck, options: JunitOptions): string {
  // Some CI systems split a class name at its last dot: that leaves the operation as the class.
  const head = xmlAttributes({ classname: `${check.service}@${check.spec}/${check.endpoint}.${check.operation}`, name: check.id, time: '0' });
  const kind = kindOf(check, options);
  if (kind === 'passed') return `    <testcase${head}/>`;
  const message = messageOf(check);
  const body =
    kind === 'skipped'
      ? `<skipped${xmlAttributes({ message })}/>`
      : `<failure${xmlAttributes({ message, type: `${check.level} ${check.basis}` })}>${xmlText(details(check))}</failure>`;
  return `    <testcase${head}>\n      ${body}\n    </testcase>`;
}

function kindOf(check: ReportCheck, options: JunitOptions): Kind {
  switch (check.disposition) {
    case 'unexpected-pass':
      return 'failure';
    case 'nonconforming':
      return options.failures === 'blocking' && options.blocks?.(check) === false ? 'skipped' : 'failure';
    case 'expected-failure':
    case 'undetermined':
      return 'skipped';
    case 'conforming':
      return check.verdict === 'inapplicable' ? 'skipped' : 'passed';
  }
}

function messageOf(check: ReportCheck): string {
  const first = check.findings[0];
  const found = first === undefined ? '' : `: ${describeFinding(first, 120)}`;
  switch (check.disposition) {
    case 'unexpected-pass':
      return 'passes although waived: narrow or remove the waiver';
    case 'expected-failure':
      return `waived${found}`;
    case 'nonconforming':
      return `${oneLine(check.title, 120)}${found}`;
    default:
      return `${check.verdict}${check.cause === undefined ? '' : `: ${oneLine(check.cause)}`}`;
  }
}

function details(check: ReportCheck): string {
  return [
    oneLine(check.title),
    `requirement: ${check.requirement} (${check.level}, ${check.basis})`,
    `contract: ${check.contract}`,
    ...check.findings.map((finding) => `- ${describeFinding(finding, 500)} [${finding.evidence}]`),
  ].join('\n');
}

function totals(checks: readonly ReportCheck[], options: JunitOptions): { readonly tests: number; readonly failures: number; readonly errors: number; readonly skipped: number } {
  const kinds = checks.map((check) => kindOf(check, options));
  return { tests: checks.length, failures: kinds.filter((kind) => kind === 'failure').length, errors: 0, skipped: kinds.filter((kind) => kind === 'skipped').length };
}
