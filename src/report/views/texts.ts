/** Texts of several views. */
import { describeFinding } from '../open-causes.ts';
import type { Decision, Leftovers, Report, ReportCheck } from '../model.ts';
import { type ExchangeFacts, findingLines } from '../exchange-facts.ts';
import { checkTitle } from '../checks.ts';
import { oneLine } from '../text.ts';
import type { RunOverview } from '../merge.ts';
import { decisionStatus, emphasize, conformanceStatus } from '../conformance-status.ts';
import { pluralize, formatNumber, verbForCount } from '../../model/text.ts';
import { type CleanupAdvice, orphanAdvice, orphanCounts } from '../orphaned-records.ts';

export const UNEXPECTED_PASS = 'passes, but a waiver expects a failure: narrow or remove the waiver';

export function checkMessage({ rules }: Pick<Report, 'rules'>, check: ReportCheck): string {
  const first = check.findings[0];
  const found = first === undefined ? '' : describeFinding(first, 120);
  switch (check.disposition) {
    case 'unexpected-pass':
      return UNEXPECTED_PASS;
    case 'expected-failure':
      return `waived: ${found}`;
    case 'nonconforming':
      return `${oneLine(checkTitle(check, rules).main, 160)}; ${found}`;
    default:
      return `${check.verdict === 'inapplicable' ? 'does not apply' : 'not judged'}${check.cause === undefined ? '' : `: ${oneLine(check.cause)}`}`;
  }
}

/** `behind` is the title of the failure group of the check. */
export function checkDetails(
  { rules }: Pick<Report, 'rules'>,
  exchanges: ExchangeFacts,
  check: ReportCheck,
  behind?: string,
): string {
  const curl = check.verdict === 'fail' ? exchanges.curl(check) : undefined;
  return [
    oneLine(checkTitle(check, rules).main, 300),
    `test case: ${oneLine(check.title)}`,
    `requirement: ${check.requirement} (${check.level}, ${check.basis})`,
    `contract: ${check.contract}`,
    ...(check.verifiedBy ?? []).map(
      ({ point, kind, at, checks, exchange }) =>
        `assumption: ${point}, verified in this run (${kind}, ${at}) by ${checks.join(' and ')}, request ${exchange}`,
    ),
    ...(check.cause === undefined ? [] : [`cause: ${oneLine(check.cause, 500)}`]),
    ...(behind === undefined ? [] : [`failure group: ${oneLine(behind, 500)}`]),
    ...findingLines(check, 500),
    ...(curl === undefined ? [] : ['', curl]),
  ].join('\n');
}

export function overviewText(overview: RunOverview): string {
  const rows = overview.runs.map((run) => ({
    target: oneLine(run.target, 60),
    admitted: run.exitCode === 0,
    word: run.exitCode === 0 ? decisionStatus(run).text : emphasize(decisionStatus(run).text),
    day: run.startedAt.slice(0, 16).replace('T', ' '),
    results: run.summaries.map((summary) => `${summary.service} ${summary.spec} ${conformanceStatus(summary).text}`),
    reason: run.reason,
  }));
  const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map(({ length }) => length));
  const width = widest(rows.map(({ target }) => target));
  const words = widest(rows.map(({ word }) => word));
  const lines = rows.flatMap(({ target, word, day, results, reason }) => [
    `  ${target.padEnd(width)}  ${word.padEnd(words)}  ${day}  ${oneLine(results.join('; '), 300)}`,
    ...(reason === undefined ? [] : [`  ${' '.repeat(width)}  ${oneLine(reason, 240)}`]),
  ]);
  const open = rows.filter(({ admitted }) => !admitted).length;
  const admittedText = overview.runs.length === 0 ? 'none found' : open === 0 ? 'all approved' : `${open} not approved`;
  return `${[`${pluralize(overview.runs.length, 'run')}: ${admittedText}`, '', ...lines].join('\n')}\n`;
}

const MAX_KINDS = 8;

/** Lines about orphaned records; none if there are none. */
export function leftoverLines({ run }: Pick<Report, 'run'>): readonly string[] {
  const { leftovers = [] } = run;
  if (leftovers.length === 0) return [];
  const more = leftovers.length - MAX_KINDS;
  return [
    `Orphaned records: ${orphanCounts(leftovers)}`,
    ...leftovers.slice(0, MAX_KINDS).map(leftoverLine),
    ...(more > 0 ? [`  and ${pluralize(more, 'more kind')}`] : []),
    ...adviceLines(orphanAdvice(run)).map((line) => `  ${line}`),
  ];
}

/** The command has its own line, so that it can be copied. */
export function adviceLines({ text, command }: CleanupAdvice): readonly string[] {
  const line = oneLine(text, 400);
  return command === undefined ? [`${line}.`] : [`${line}:`, `  ${oneLine(command, 400)}`];
}

export function leftoverLine({ service, spec, endpoint, count: many, why, changed }: Leftovers): string {
  const what = `${formatNumber(many)} ${oneLine(endpoint)}${changed === true ? ', changed and not restored' : ''}`;
  return `  ${oneLine(service)} ${oneLine(spec)}  ${what}: ${oneLine(why, 120)}`;
}

interface ShownCheck {
  readonly id: string;
  readonly spec: string;
  readonly was?: string;
  readonly now?: string;
}

interface Weight {
  readonly level: string;
  readonly basis: string;
}

type ShownDecision = Pick<Decision, 'exitCode' | 'policy'>;

/** Part of the gate's comparison that is shown. It is declared here because the report does not import the gate. */
export interface ShownComparison {
  readonly run: { readonly target: string; readonly startedAt: string };
  readonly otherTarget: boolean;
  readonly decisions?: { readonly before: ShownDecision; readonly after: ShownDecision };
  readonly waivers: readonly {
    readonly checks: string;
    readonly owner: string;
    readonly was?: string;
    readonly now?: string;
  }[];
  readonly appeared: readonly ShownCheck[];
  readonly fixed: readonly ShownCheck[];
  readonly stopped: readonly ShownCheck[];
  readonly added: readonly ShownCheck[];
  readonly unasked?: { readonly count: number; readonly of: number };
  readonly reweighed: readonly (ShownCheck & { readonly from: Weight; readonly to: Weight })[];
}

export function comparisonText(comparison: ShownComparison, limit = 20): string {
  const { run, otherTarget } = comparison;
  const since = `Compared with the run of ${run.startedAt}${otherTarget ? ` (different target: ${oneLine(run.target, 80)})` : ''}`;
  const words = [
    pluralize(comparison.appeared.length, 'new failing check'),
    `${formatNumber(comparison.fixed.length)} fixed`,
    `${formatNumber(comparison.stopped.length)} no longer judged`,
    pluralize(comparison.added.length, 'new check'),
    `${formatNumber(comparison.reweighed.length)} with another level or basis`,
  ];
  const lines = [
    `${since}: ${words.join(', ')}.`,
    ...(comparison.decisions === undefined ? [] : [decisionChange(comparison.decisions)]),
    ...(comparison.unasked === undefined ? [] : [`${unaskedWords(comparison.unasked.of, comparison.unasked.count)}.`]),
    ...list('New failing checks', comparison.appeared, limit, (change) =>
      change.was === undefined ? '(new check)' : `(was ${change.was})`,
    ),
    ...list(
      'No longer judged',
      comparison.stopped,
      limit,
      (change) => `(${change.was ?? '?'} before, ${change.now ?? 'not planned'} now)`,
    ),
    ...list('Fixed', comparison.fixed, limit, () => ''),
    ...list(
      'Changed level or basis',
      comparison.reweighed,
      limit,
      ({ from, to }) => `(${from.level} ${from.basis} before, ${to.level} ${to.basis} now)`,
    ),
    ...waiverLines(comparison.waivers, limit),
    ...list('New checks', comparison.added, limit, (change) => `(${change.now ?? '?'})`),
  ];
  return `${lines.join('\n')}\n`;
}

const DECISION_WORDS = { 0: 'release approved', 1: 'release blocked', 3: 'run incomplete' } as const;

/** `Decision changed: release approved (policy nightly) before, release blocked (policy nightly) now.` */
function decisionChange({ before, after }: NonNullable<ShownComparison['decisions']>): string {
  const text = ({ exitCode, policy }: ShownDecision): string =>
    `${DECISION_WORDS[exitCode]} (policy ${oneLine(policy, 60)})`;
  return before.exitCode === after.exitCode && before.policy === after.policy
    ? `Decision not changed: ${text(after)}.`
    : `Decision changed: ${text(before)} before, ${text(after)} now.`;
}

function waiverLines(waivers: ShownComparison['waivers'], limit: number): readonly string[] {
  if (waivers.length === 0) return [];
  const more = waivers.length - limit;
  return [
    '',
    'Waivers with another state',
    ...waivers
      .slice(0, limit)
      .map(
        ({ checks, owner, was = 'no waiver', now = 'no waiver' }) =>
          `  ${oneLine(checks, 120)} (${oneLine(owner, 60)}): ${was} before, ${now} now`,
      ),
    ...(more > 0 ? [`  and ${pluralize(more, 'more waiver')}`] : []),
  ];
}

export function unaskedWords(of: number, unasked: number): string {
  return `The later run covers ${formatNumber(of - unasked)} of ${pluralize(of, 'check')}, so ${formatNumber(unasked)} ${verbForCount(unasked, 'was', 'were')} not compared`;
}

function list<T extends ShownCheck>(
  title: string,
  changes: readonly T[],
  limit: number,
  tail: (change: T) => string,
): readonly string[] {
  if (changes.length === 0) return [];
  const more = changes.length - limit;
  return [
    '',
    title,
    ...changes
      .slice(0, limit)
      .map((change) => `  ${oneLine(change.id)} in ${oneLine(change.spec)} ${tail(change)}`.trimEnd()),
    ...(more > 0 ? [`  and ${pluralize(more, 'more check', 'more')}`] : []),
  ];
}
