/**
 * The ten-second summary: what may be said of each service and version, what fails first, what was decided and why, and
 * where to read on. Hostile text cannot steer the terminal: control characters are gone before anything is coloured.
 */
import pico from 'picocolors';
import { describeFailure, failuresByRule } from './failures.ts';
import type { ViewOptions } from './failures.ts';
import { leftoverLines } from './leftovers-text.ts';
import type { Report, Result, Summary, Verdict } from './model.ts';
import { RESULT_WORDS, VERDICT_WORDS, count, number, oneLine } from './words.ts';

export interface TerminalOptions extends ViewOptions {
  readonly color?: boolean;
  /** Where the artefacts are, printed last, one line each. */
  readonly paths?: readonly string[];
}

const MAX_RULES = 5;
const MAX_PER_RULE = 2;
const MAX_REASONS = 8;

export function terminalSummary(report: Report, options: TerminalOptions = {}): string {
  const paint = pico.createColors(options.color === true);
  const lines = [
    headline(report),
    '',
    ...table(report.summaries, paint),
    ...failures(report, options, paint),
    '',
    ...decision(report, paint),
    ...section(leftoverLines(report)),
    ...(options.paths === undefined || options.paths.length === 0 ? [] : ['', ...options.paths.map((path) => `  ${oneLine(path, 400)}`)]),
  ];
  return `${lines.join('\n')}\n`;
}

function section(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', ...lines];
}

type Paint = ReturnType<typeof pico.createColors>;

function headline(report: Report): string {
  const { run } = report;
  const seconds = ((Date.parse(run.finishedAt) - Date.parse(run.startedAt)) / 1000).toFixed(1);
  return `${oneLine(run.target, 80)}: ${count(report.checks.length, 'check')}, ${count(run.exchanges, 'exchange')}, ${seconds} s`;
}

function table(summaries: readonly Summary[], paint: Paint): readonly string[] {
  const width = (texts: readonly string[]): number => Math.max(0, ...texts.map((text) => text.length));
  const services = width(summaries.map((summary) => summary.service));
  const specs = width(summaries.map((summary) => summary.spec));
  const results = width(summaries.map((summary) => RESULT_WORDS[summary.result]));
  return summaries.map((summary) => {
    const words = colorResult(summary.result, RESULT_WORDS[summary.result].padEnd(results), paint);
    return `  ${oneLine(summary.service).padEnd(services)}  ${oneLine(summary.spec).padEnd(specs)}  ${words}  ${counts(summary)}`;
  });
}

function counts(summary: Summary): string {
  const { verdicts, dispositions } = summary.counts;
  if (summary.counts.checks === 0) return 'nothing planned';
  const order: readonly Verdict[] = ['fail', 'inconclusive', 'untested', 'pass', 'inapplicable'];
  const parts = order.flatMap((verdict) => {
    if (verdicts[verdict] === 0) return [];
    const waived = verdict === 'fail' && dispositions['expected-failure'] > 0 ? ` (${number(dispositions['expected-failure'])} waived)` : '';
    return [`${number(verdicts[verdict])} ${VERDICT_WORDS[verdict]}${waived}`];
  });
  return parts.join(', ');
}

function colorResult(result: Result, text: string, paint: Paint): string {
  return result === 'conformant' ? paint.green(text) : result === 'nonconformant' ? paint.red(text) : paint.yellow(text);
}

function failures(report: Report, options: ViewOptions, paint: Paint): readonly string[] {
  const groups = failuresByRule(report, options);
  if (groups.length === 0) return [];
  const shown = groups.slice(0, MAX_RULES).flatMap((group) => {
    const more = group.checks.length - MAX_PER_RULE;
    const name = group.blocks ? paint.red(group.rule) : paint.yellow(group.rule);
    return [
      `  ${name}  ${paint.bold(oneLine(group.title, 100))}  (${count(group.checks.length, 'check')}${group.blocks ? '' : ', not blocking'})`,
      ...group.checks.slice(0, MAX_PER_RULE).map((check) => `    ${oneLine(check.id)} ${paint.dim(`in ${check.spec}`)}\n      ${describeFailure(check, 100)}`),
      ...(more > 0 ? [`    and ${number(more)} more`] : []),
    ];
  });
  const rest = groups.slice(MAX_RULES);
  const hidden = rest.reduce((sum, group) => sum + group.checks.length, 0);
  return ['', paint.bold('First failures, by rule'), ...shown, ...(rest.length === 0 ? [] : [`  and ${count(hidden, 'failing check')} of ${count(rest.length, 'other rule')}`])];
}

function decision(report: Report, paint: Paint): readonly string[] {
  const { decision: word, exitCode, reasons, policy } = report.decision;
  const said = exitCode === 0 ? paint.green('ADMIT') : exitCode === 1 ? paint.red('BLOCK') : paint.yellow('BLOCK, incomplete');
  const more = reasons.length - MAX_REASONS;
  return [
    `${paint.bold('Decision')} (policy ${oneLine(policy, 60)}): ${said}${word === 'admit' ? '' : `, exit ${exitCode}`}`,
    ...reasons.slice(0, MAX_REASONS).map((reason) => `  - ${oneLine(reason.text, 240)}`),
    ...(more > 0 ? [`  - and ${count(more, 'more reason')}`] : []),
  ];
}
