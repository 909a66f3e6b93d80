/** Formats numbers, times and verdicts. The result is the same on every machine: no locale, no time zone. */
import { pluralize as plural } from '../../model/text.ts';
import type { Disposition, ReportRequirement, RunInfo, Summary, Verdict } from '../../report/model.ts';
import { countsText, type StatusTone } from '../../report/conformance-status.ts';

export { capitalize, pluralize as plural, formatNumber as count } from '../../model/text.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `19 Nov 2026`, the UTC date. */
export function day(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return iso;
  return `${time.getUTCDate()} ${MONTHS[time.getUTCMonth()] ?? ''} ${time.getUTCFullYear()}`;
}

/** `19 Nov 2026, 18:00 UTC`. */
export function moment(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return iso;
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${day(iso)}, ${two(time.getUTCHours())}:${two(time.getUTCMinutes())} UTC`;
}

/** `19 Nov 18:00`, for runs of the last weeks. */
export function shortMoment(iso: string): string {
  return moment(iso).replace(/ \d{4}, (\d\d:\d\d) UTC$/, ' $1');
}

/** `4.8 s`, `2 min 05 s`, `310 ms`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}

export function runDuration({ startedAt, finishedAt }: Pick<RunInfo, 'startedAt' | 'finishedAt'>): string {
  return duration(Date.parse(finishedAt) - Date.parse(startedAt));
}

export function bytes(size: number): string {
  if (size < 1000) return plural(size, 'byte');
  return size < 1_000_000 ? `${(size / 1000).toFixed(1)} kB` : `${(size / 1_000_000).toFixed(1)} MB`;
}

export function daysLeft(days: number): string {
  if (days < 0) return `expired ${plural(-days, 'day')} ago`;
  return days === 0 ? 'expires today' : `${plural(days, 'day')} left`;
}

/** The source section as a citation. A section without a document name is in the document of the service. */
export function citation({ section, service }: Pick<ReportRequirement, 'section' | 'service'>): string {
  return section.startsWith('§') ? `${service} ${section}` : section;
}

/** The verdict of a check, combined with the effect of a waiver. */
export type BadgeKind = Verdict | 'waived' | 'unexpected-pass';

export function badgeOf(check: { readonly verdict: Verdict; readonly disposition: Disposition }): BadgeKind {
  if (check.disposition === 'expected-failure') return 'waived';
  return check.disposition === 'unexpected-pass' ? 'unexpected-pass' : check.verdict;
}

export const BADGE_TEXT: Readonly<Record<BadgeKind, string>> = {
  fail: 'fail',
  waived: 'fail, waived',
  'unexpected-pass': 'unexpected pass',
  inconclusive: 'inconclusive',
  untested: 'untested',
  pass: 'pass',
  inapplicable: 'not applicable',
};

/** From worst to best. A cell of the matrix shows the worst one. */
export const BADGE_ORDER: readonly BadgeKind[] = [
  'fail',
  'unexpected-pass',
  'inconclusive',
  'untested',
  'waived',
  'pass',
  'inapplicable',
];

export const TONE_BADGE = { good: 'pass', open: 'inconclusive', bad: 'fail' } as const satisfies Readonly<
  Record<StatusTone, BadgeKind>
>;

/** The options that selected a part of the plan, such as `only student-reporting`. Empty for a complete run. */
export function selectionTexts({ selection = {} }: RunInfo): readonly string[] {
  const { service, spec, only, shard } = selection;
  return [
    ...[service, spec?.join(', '), only].flatMap((value) => (value === undefined ? [] : [`only ${value}`])),
    ...(shard === undefined ? [] : [`shard ${shard}`]),
  ];
}

/** `50 pass, 1 does not apply.` */
export function summaryText({ counts }: Pick<Summary, 'counts'>): string {
  return counts.checks === 0 ? 'No check was planned.' : `${countsText(counts)}.`;
}

export interface TextRun {
  readonly text: string;
  /** The run replaces one invisible character with its code point. */
  readonly invisible: boolean;
}

// Tab and line feed are layout and stay.
const INVISIBLE = /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Replaces control characters, direction overrides and zero-width characters with `U+202E`, so that a service cannot mislead the reader. */
export function splitInvisible(text: string): readonly TextRun[] {
  const runs: TextRun[] = [];
  let from = 0;
  for (const match of text.matchAll(INVISIBLE)) {
    if (match.index > from) runs.push({ text: text.slice(from, match.index), invisible: false });
    const code = match[0].codePointAt(0) ?? 0;
    runs.push({ text: `U+${code.toString(16).toUpperCase().padStart(4, '0')}`, invisible: true });
    from = match.index + match[0].length;
  }
  if (from < text.length) runs.push({ text: text.slice(from), invisible: false });
  return runs;
}
