/**
 * Pull request comment: less than 60 lines, and inert. Text of the service is only in code spans, so that it cannot contain mentions,
 * links, images or tables.
 */
import { ASSIGNEE_NAMES } from '../assignee.ts';
import {
  causeTitle,
  describeFailure,
  type OpenCause,
  openCauses,
  extentText,
  groupsHeading,
  type ViewOptions,
  versionText,
} from '../open-causes.ts';
import { runTime, waiversInUse } from './decision.ts';
import { markdownCode, markdownText } from './escape.ts';
import type { Report, Summary } from '../model.ts';
import { incompleteText, releaseStatus, runStatus, conformanceStatus, type StatusTone } from '../conformance-status.ts';
import { capitalize, pluralize, formatNumber } from '../../model/text.ts';

const MAX_SUMMARIES = 16;
const MAX_REASONS = 8;
const MAX_CAUSES = 5;
const MAX_WAIVERS = 3;
const MAX_QUESTIONS = 3;
/** Title length in characters, sufficient for the reason at its end. */
const MAX_OF_TITLE = 340;

const MARKS: Readonly<Record<StatusTone, string>> = { good: '✅', open: '⚠️', bad: '❌' };

export function summaryMarkdown(report: Report, options: ViewOptions = {}): string {
  return `${[...heading(report), ...table(report), ...reasons(report), ...causes(report, options), ...waivers(report), ...footer(report)].join('\n')}\n`;
}

function heading(report: Report): readonly string[] {
  const { exitCode, policy } = report.decision;
  const { text, tone } = releaseStatus(report);
  const incomplete = incompleteText(report.decision, report.summaries);
  const [only, second] = report.summaries;
  const name = only === undefined || second !== undefined ? '' : `${only.service} ${only.spec}: `;
  const decisionText = `${MARKS[tone]} ${capitalize(text)}`;
  return [
    `## ${decisionText}: ${markdownText(report.run.target, 80)}`,
    '',
    `**${markdownText(incomplete === undefined ? `${name}${runStatus(report).text}` : capitalize(incomplete))}.** Policy ${markdownText(policy, 60)}, exit code ${exitCode}, run of ${markdownText(runTime(report.run))}.`,
    '',
  ];
}

function table(report: Report): readonly string[] {
  const rows = report.summaries.slice(0, MAX_SUMMARIES).map(row);
  const more = report.summaries.length - rows.length;
  return [
    '| service | version | result | passed | waived | failed | not judged | not applicable |',
    '|---|---|---|--:|--:|--:|--:|--:|',
    ...rows,
    ...(more > 0 ? [`| and ${formatNumber(more)} more | | | | | | | |`] : []),
    '',
  ];
}

function row(summary: Summary): string {
  const { verdicts, dispositions } = summary.counts;
  const { text, tone } = conformanceStatus(summary);
  const cells = [
    markdownText(summary.service, 60),
    markdownText(summary.spec, 30),
    `${MARKS[tone]} ${markdownText(text)}`,
    formatNumber(verdicts.pass),
    formatNumber(dispositions['expected-failure']),
    formatNumber(dispositions.nonconforming),
    formatNumber(dispositions.undetermined),
    formatNumber(verdicts.inapplicable),
  ];
  return `| ${cells.join(' | ')} |`;
}

function reasons(report: Report): readonly string[] {
  const all = report.decision.reasons;
  const more = all.length - MAX_REASONS;
  return [
    '**Reasons**',
    '',
    ...all.slice(0, MAX_REASONS).map((reason) => `- ${markdownText(reason.text, 240)}`),
    ...(more > 0 ? [`- and ${pluralize(more, 'more reason')}`] : []),
    '',
  ];
}

function causes(report: Report, options: ViewOptions): readonly string[] {
  const all = openCauses(report, options);
  if (all.length === 0) return [];
  const more = all.length - MAX_CAUSES;
  return [
    `**${groupsHeading(all)}**`,
    '',
    ...all.slice(0, MAX_CAUSES).flatMap((cause) => [
      // Titles may quote text of the service.
      `- ${markdownCode(causeTitle(cause, MAX_OF_TITLE), MAX_OF_TITLE)}: ${extentText(cause)}${cause.blocks ? '' : ' (does not block)'}`,
      `  - ${markdownText(versionText(cause), 120)}; assignee ${ASSIGNEE_NAMES[cause.assignee]}: ${findingText(cause)}`,
      `  - ${markdownCode(cause.next.command, 240)}`,
    ]),
    ...(more > 0 ? [`- and ${pluralize(more, 'more failure')}`] : []),
    '',
  ];
}

/** The first finding; for an unjudged group, the hint, since its title has the cause. */
function findingText({ example, next }: OpenCause): string {
  return next.hint === undefined ? markdownCode(describeFailure(example, 100), 320) : markdownText(next.hint, 300);
}

/** One line about waivers that expire soon; the report has the others. */
function waivers(report: Report): readonly string[] {
  const soon = report.waivers.filter((waiver) => waiver.state === 'used' && waiver.daysLeft <= 14);
  if (report.waivers.length === 0) return [];
  const used = report.waivers.filter((waiver) => waiver.state === 'used').length;
  const next =
    soon.length === 0 ? '' : `; ${pluralize(soon.length, 'of them expires', 'of them expire')} within 14 days`;
  const texts = waiversInUse(report);
  const list = texts.slice(0, MAX_WAIVERS).map((text) => markdownText(text, 240));
  const more = texts.length > MAX_WAIVERS ? [`${formatNumber(texts.length - MAX_WAIVERS)} more`] : [];
  const details = texts.length === 0 ? '' : `: ${[...list, ...more].join('; ')}`;
  return [`${pluralize(report.waivers.length, 'waiver')}, ${formatNumber(used)} in use${next}${details}.`, ''];
}

function footer(report: Report): readonly string[] {
  const { run } = report;
  const unused = report.openPoints.filter(({ state }) => state === 'unused').length;
  return [
    ...failingAnswers(report),
    ...(unused === 0 ? [] : [`No check uses ${pluralize(unused, 'answer')} to open questions.`, '']),
    `${pluralize(report.checks.length, 'check')}, ${pluralize(run.exchanges, 'request')}. Run ${markdownCode(run.id, 80)}.`,
  ];
}

/** Answers of the target that unwaived failing checks depend on. A documented check does not depend on one. */
function failingAnswers({ checks, openPoints }: Report): readonly string[] {
  const failing = checks.filter((check) => check.disposition === 'nonconforming' && check.basis === 'confirmed');
  const ids = openPoints
    .filter(({ id, service, answer, answersIn }) =>
      failing.some(
        (check) =>
          check.service === service &&
          check.restsOn?.includes(id) === true &&
          (answer !== undefined || answersIn?.[check.spec] !== undefined),
      ),
    )
    .map(({ id }) => markdownCode(id, 80));
  if (ids.length === 0) return [];
  const more = ids.length - MAX_QUESTIONS;
  const list = [...ids.slice(0, MAX_QUESTIONS), ...(more > 0 ? [`${formatNumber(more)} more`] : [])].join(', ');
  return [
    `Failing checks depend on answers to open questions: ${list}. Fix the service, or correct a wrong answer.`,
    '',
  ];
}
