/**
 * JUnit XML for CI systems: one suite per service and version, one test case per check.
 * - A failing check is a `<failure>` with the expected and received values and a curl command.
 * - An unjudged check is an `<error>` with the cause. CI systems show skipped cases as green, so a run against a dead URL would be green.
 * - Checks that preflight stopped are one `<error>`, since there is one problem to fix.
 * - A waived failure is `<skipped>`, otherwise every build would be red; a waived check that passes is a `<failure>`, because it blocks. An
 * inapplicable check is `<skipped>`.
 * - `time` is the duration of the exchanges of a check. Checks share exchanges, so the sum of the cases exceeds the time of the suite,
 * which counts each exchange once.
 * Class and name of a case are its check ID, so that the history of a CI system does not depend on titles.
 */
import type { Exchange } from '../../model/exchange.ts';
import { checkDetails, checkMessage } from './texts.ts';
import { failureGroupsOf, causeTitle, type ViewOptions } from '../open-causes.ts';
import { checkRef } from '../checks.ts';
import type { Report, ReportCheck, Summary } from '../model.ts';
import { exchangeFacts, type ExchangeFacts } from '../exchange-facts.ts';
import { conformanceStatus } from '../conformance-status.ts';
import { oneLine } from '../text.ts';
import { xmlAttributes, xmlText } from './escape.ts';

export interface JunitOptions extends ViewOptions {
  /**
   * `all` (default): every unwaived failing check is a `<failure>`. `blocking`: failures that do not block are `<skipped>`, for CI systems
   * that turn red on any failure.
   */
  readonly failures?: 'all' | 'blocking';
  /** Exchanges for durations and commands; without them there are none. */
  readonly exchanges?: readonly Exchange[];
}

type Kind = 'passed' | 'failure' | 'error' | 'skipped';

interface Context {
  readonly report: Report;
  readonly options: JunitOptions;
  readonly exchanges: ExchangeFacts;
  /** Titles of failure groups, by their failing and unjudged checks. */
  readonly behind: ReadonlyMap<string, string>;
}

export function junit(report: Report, options: JunitOptions = {}): string {
  return [...junitParts(report, options)].join('');
}

/** JUnit text in parts, one line or case each. */
export function* junitParts(report: Report, options: JunitOptions): Iterable<string> {
  const context: Context = {
    report,
    options,
    exchanges: exchangeFacts(options.exchanges ?? []),
    behind: causeTitles(report),
  };
  const stop = report.decision.reasons.find(({ code }) => code === 'preflight');
  const seconds = ((Date.parse(report.run.finishedAt) - Date.parse(report.run.startedAt)) / 1000).toFixed(3);
  const sent = report.summaries.filter((summary) => stop === undefined || !isStoppedByPreflight(report, summary));
  const all = totals(
    sent.flatMap((summary) => checksIn(report, summary)),
    options,
  );
  const head = xmlAttributes({
    name: `plumbline ${report.run.target}`,
    ...(stop === undefined ? all : { ...all, tests: all.tests + 1, errors: all.errors + 1 }),
    time: seconds,
    timestamp: report.run.startedAt,
  });
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${head}>\n`;
  if (stop !== undefined) yield stoppedSuite(report, stop.text);
  for (const summary of sent) yield* suite(context, summary);
  yield '</testsuites>\n';
}

function checksIn({ checks }: Report, { service, spec }: Summary): readonly ReportCheck[] {
  return checks.filter((check) => check.service === service && check.spec === spec);
}

/** Whether preflight stopped the version. Older reports do not name it; then nothing was sent at all. */
function isStoppedByPreflight(report: Report, summary: Summary): boolean {
  const { stops } = report.run.preflight ?? {};
  const isNamed =
    stops === undefined ||
    stops.some(({ service, specs }) => service === summary.service && specs.includes(summary.spec));
  return isNamed && checksIn(report, summary).every(({ verdict }) => verdict === 'inconclusive');
}

function causeTitles(report: Report): ReadonlyMap<string, string> {
  return new Map(
    failureGroupsOf(report).flatMap((cause) =>
      [...cause.checks, ...(cause.holdsUp ?? [])].map((ref) => [ref, causeTitle(cause, 500)] as const),
    ),
  );
}

const ONE_ERROR = { tests: 1, failures: 0, errors: 1, skipped: 0 } as const;

function stoppedSuite(report: Report, text: string): string {
  return [
    `  <testsuite${xmlAttributes({ name: 'preflight', ...ONE_ERROR, time: '0', timestamp: report.run.startedAt })}>`,
    `    <testcase${xmlAttributes({ classname: 'preflight', name: 'preflight', time: '0' })}>`,
    `      <error${xmlAttributes({ message: oneLine(text, 400), type: 'preflight' })}>${xmlText(oneLine(text, 2_000))}</error>`,
    '    </testcase>',
    '  </testsuite>',
    '',
  ].join('\n');
}

function* suite(context: Context, summary: Summary): Iterable<string> {
  const { report, options, exchanges } = context;
  const { service, spec, result } = summary;
  const checks = checksIn(report, summary);
  const head = xmlAttributes({
    name: `${service} ${spec}`,
    ...totals(checks, options),
    time: inSeconds(exchanges.total(service, spec)),
    timestamp: report.run.startedAt,
  });
  yield `  <testsuite${head}>\n    <properties>\n`;
  const properties = { target: report.run.target, service, spec, result, standing: conformanceStatus(summary).text };
  for (const [name, value] of Object.entries(properties)) yield `      <property${xmlAttributes({ name, value })}/>\n`;
  yield '    </properties>\n';
  for (const check of checks) yield `${testcase(context, check)}\n`;
  yield '  </testsuite>\n';
}

function inSeconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

function testcase(context: Context, check: ReportCheck): string {
  // Some CI systems split the class name at its last dot, which makes the operation the class.
  const classname = `${check.service}@${check.spec}/${check.endpoint}.${check.operation}`;
  const name = check.id.slice(`${check.service}/${check.endpoint}/${check.operation}/`.length);
  const head = xmlAttributes({ classname, name, time: inSeconds(context.exchanges.milliseconds(check)) });
  const kind = kindOf(check, context.options);
  if (kind === 'passed') return `    <testcase${head}/>`;
  const message = checkMessage(context.report, check);
  const body =
    kind === 'skipped'
      ? `<skipped${xmlAttributes({ message })}/>`
      : `<${kind}${xmlAttributes({ message, type: kind === 'error' ? check.verdict : `${check.level} ${check.basis}` })}>${xmlText(checkDetails(context.report, context.exchanges, check, context.behind.get(checkRef(check))))}</${kind}>`;
  return `    <testcase${head}>\n      ${body}\n    </testcase>`;
}

function kindOf(check: ReportCheck, options: JunitOptions): Kind {
  switch (check.disposition) {
    case 'unexpected-pass':
      return 'failure';
    case 'nonconforming':
      return options.failures === 'blocking' && options.blocks?.(check) === false ? 'skipped' : 'failure';
    case 'expected-failure':
      return 'skipped';
    case 'undetermined':
      return 'error';
    case 'conforming':
      return check.verdict === 'inapplicable' ? 'skipped' : 'passed';
  }
}

function totals(
  checks: readonly ReportCheck[],
  options: JunitOptions,
): { readonly tests: number; readonly failures: number; readonly errors: number; readonly skipped: number } {
  const kinds = checks.map((check) => kindOf(check, options));
  const of = (kind: Kind): number => kinds.filter((one) => one === kind).length;
  return { tests: checks.length, failures: of('failure'), errors: of('error'), skipped: of('skipped') };
}
