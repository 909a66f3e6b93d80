/**
 * Terminal summary: status of each service and version, the first failures to fix, the decision with its reasons, and the file paths.
 * Control characters of untrusted text are removed before colours are added.
 */
import pico from 'picocolors';
import {
  causeTitle,
  describeFailure,
  openCauses,
  extentText,
  groupsHeading,
  type ViewOptions,
  versionText,
} from '../open-causes.ts';
import { leftoverLines } from './texts.ts';
import { type Paint, resultTable, runTime, TONES } from './decision.ts';
import { ASSIGNEE_NAMES } from '../assignee.ts';
import type { Report } from '../model.ts';
import { emphasize, incompleteText, releaseStatus } from '../conformance-status.ts';
import { pluralize } from '../../model/text.ts';
import { oneLine } from '../text.ts';

export interface TerminalOptions extends ViewOptions {
  readonly color?: boolean;
  /** Paths of the artefacts, printed at the end. */
  readonly paths?: readonly string[];
}

const MAX_CAUSES = 5;
const MAX_REASONS = 8;
/** Title length in characters, sufficient for the reason at its end. */
const MAX_OF_TITLE = 340;
/** Splits a title into lines of up to 115 characters, at spaces if possible. */
const TITLE_LINE = /\S.{0,114}(?=\s|$)|\S{1,115}/gu;

export function terminalSummary(report: Report, options: TerminalOptions = {}): string {
  const paint = pico.createColors(options.color === true);
  const lines = [
    headline(report),
    '',
    ...resultTable(report.summaries, paint),
    ...causes(report, options, paint),
    '',
    ...decision(report, paint),
    ...section(leftoverLines(report)),
    ...section(offLines(report)),
    ...(options.paths === undefined || options.paths.length === 0
      ? []
      : ['', ...options.paths.map((path) => `  ${oneLine(path, 400)}`)]),
  ];
  return `${lines.join('\n')}\n`;
}

function section(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', ...lines];
}

/** A line for each test case that a contract switched off. */
function offLines({ run: { off = [] } }: Report): readonly string[] {
  return off.map(
    ({ service, row, reason }) =>
      `Disabled by the contract of ${oneLine(service, 60)}: ${oneLine(row, 80)} (${oneLine(reason, 160)})`,
  );
}

function headline(report: Report): string {
  const { run } = report;
  const seconds = ((Date.parse(run.finishedAt) - Date.parse(run.startedAt)) / 1000).toFixed(1);
  return `${oneLine(run.target, 80)}, ${runTime(run)}: ${pluralize(report.checks.length, 'check')}, ${pluralize(run.exchanges, 'request')}, ${seconds} s`;
}

function causes(report: Report, options: ViewOptions, paint: Paint): readonly string[] {
  const all = openCauses(report, options);
  if (all.length === 0) return [];
  const shown = all.slice(0, MAX_CAUSES).flatMap((cause, index) => {
    const { example, blocks, kind, next } = cause;
    const tone = blocks ? paint.red : paint.yellow;
    const [name = '', ...further] = causeTitle(cause, MAX_OF_TITLE).match(TITLE_LINE) ?? [];
    const weight = `${cause.level} ${cause.basis}${blocks ? '' : ', does not block'}`;
    return [
      `  ${index + 1}. ${paint.bold(tone(name))}`,
      ...further.map((line) => `     ${paint.bold(tone(line))}`),
      `     ${extentText(cause)} (${oneLine(versionText(cause), 120)}, ${weight}); assignee: ${ASSIGNEE_NAMES[cause.assignee]}`,
      // The title of an unjudged group contains the cause already.
      ...(kind === 'undetermined' ? [] : [`     ${paint.dim(describeFailure(example, 100))}`]),
      ...(next.hint === undefined ? [] : [`     ${paint.dim(oneLine(next.hint, 300))}`]),
      `     ${oneLine(next.command, 400)}`,
    ];
  });
  const rest = all.slice(MAX_CAUSES);
  const hidden = rest.reduce((sum, { checks }) => sum + checks.length, 0);
  return [
    '',
    paint.bold(groupsHeading(all)),
    ...shown,
    ...(rest.length === 0 ? [] : [`  and ${pluralize(rest.length, 'more failure')} (${pluralize(hidden, 'check')})`]),
  ];
}

function decision(report: Report, paint: Paint): readonly string[] {
  const { exitCode, reasons, policy } = report.decision;
  const { text, tone } = releaseStatus(report);
  const decisionText = TONES[tone](paint)(emphasize(text));
  const incomplete = incompleteText(report.decision, report.summaries);
  const more = reasons.length - MAX_REASONS;
  return [
    `${paint.bold('Decision')} (policy ${oneLine(policy, 60)}): ${decisionText}${exitCode === 0 ? '' : `, exit ${exitCode}`}${incomplete === undefined ? '' : `: ${incomplete}`}`,
    ...reasons.slice(0, MAX_REASONS).map((reason) => `  - ${oneLine(reason.text, 240)}`),
    ...(more > 0 ? [`  - and ${pluralize(more, 'more reason')}`] : []),
  ];
}
