/**
 * The comment under a pull request: under 60 lines however much fails, and inert. What a service sent back stands only
 * in code spans, where it can neither mention people nor draw links, images or tables.
 */
import { describeFailure, failuresByRule } from './failures.ts';
import type { ViewOptions } from './failures.ts';
import { markdownCode, markdownText } from './markdown.ts';
import type { Report, Summary } from './model.ts';
import { RESULT_WORDS, count, number } from './words.ts';

const MAX_SUMMARIES = 16;
const MAX_REASONS = 8;
const MAX_RULES = 6;

const MARKS = { conformant: '✅', nonconformant: '❌', incomplete: '⚠️' } as const;

export function summaryMarkdown(report: Report, options: ViewOptions = {}): string {
  return `${[...heading(report), ...table(report), ...reasons(report), ...failures(report, options), ...waivers(report), ...footer(report)].join('\n')}\n`;
}

function heading(report: Report): readonly string[] {
  const { exitCode, policy } = report.decision;
  const said = exitCode === 0 ? '✅ Admit' : exitCode === 1 ? '❌ Block' : '⚠️ Block: incomplete';
  return [`## ${said}: ${markdownText(report.run.target, 80)}`, '', `Policy ${markdownText(policy, 60)}, exit code ${exitCode}.`, ''];
}

function table(report: Report): readonly string[] {
  const rows = report.summaries.slice(0, MAX_SUMMARIES).map(row);
  const more = report.summaries.length - rows.length;
  return [
    '| service | version | result | fail | waived | not judged | pass | n/a |',
    '|---|---|---|--:|--:|--:|--:|--:|',
    ...rows,
    ...(more > 0 ? [`| and ${number(more)} more | | | | | | | |`] : []),
    '',
  ];
}

function row(summary: Summary): string {
  const { verdicts, dispositions } = summary.counts;
  const cells = [
    markdownText(summary.service, 60),
    markdownText(summary.spec, 30),
    `${MARKS[summary.result]} ${RESULT_WORDS[summary.result]}`,
    number(verdicts.fail - dispositions['expected-failure']),
    number(dispositions['expected-failure']),
    number(dispositions.undetermined),
    number(verdicts.pass),
    number(verdicts.inapplicable),
  ];
  return `| ${cells.join(' | ')} |`;
}

function reasons(report: Report): readonly string[] {
  const all = report.decision.reasons;
  const more = all.length - MAX_REASONS;
  return ['**Why**', '', ...all.slice(0, MAX_REASONS).map((reason) => `- ${markdownText(reason.text, 240)}`), ...(more > 0 ? [`- and ${count(more, 'more reason')}`] : []), ''];
}

function failures(report: Report, options: ViewOptions): readonly string[] {
  const groups = failuresByRule(report, options);
  if (groups.length === 0) return [];
  const more = groups.length - MAX_RULES;
  return [
    '**Failing, by rule**',
    '',
    ...groups.slice(0, MAX_RULES).flatMap((group) => {
      const first = group.checks[0];
      const example = first === undefined ? [] : [`  - ${markdownCode(`${first.id}@${first.spec}`, 160)}: ${markdownCode(describeFailure(first, 100), 320)}`];
      return [`- ${markdownCode(group.rule, 80)} ${markdownText(group.title, 100)}: ${count(group.checks.length, 'check')}${group.blocks ? '' : ' (not blocking)'}`, ...example];
    }),
    ...(more > 0 ? [`- and ${count(more, 'other rule')}`] : []),
    '',
  ];
}

/** One line: a waiver that needs somebody soon must not surprise anybody, and the rest is in the report. */
function waivers(report: Report): readonly string[] {
  const soon = report.waivers.filter((waiver) => waiver.state === 'used' && waiver.daysLeft <= 14);
  if (report.waivers.length === 0) return [];
  const used = report.waivers.filter((waiver) => waiver.state === 'used').length;
  const next = soon.length === 0 ? '' : `; ${count(soon.length, 'of them expires', 'of them expire')} within 14 days`;
  return [`${count(report.waivers.length, 'waiver')}, ${number(used)} in use${next}.`, ''];
}

function footer(report: Report): readonly string[] {
  const { run } = report;
  const open = report.openPoints.filter((point) => point.answer === undefined).length;
  return [
    `${count(report.checks.length, 'check')}, ${count(run.exchanges, 'exchange')}, ${count(open, 'open point')} unanswered. Run ${markdownCode(run.id, 80)}, started ${markdownText(run.startedAt, 40)}.`,
  ];
}
