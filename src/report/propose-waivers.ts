/**
 * Proposes waivers for current failures, so that a team can adopt Plumbline on an imperfect service within minutes.
 * Owner and expiry stay empty, and the loader rejects empty ones, so that a person has to sign each entry. A symptom contains only text
 * that the next run reports again, without IDs and times. A failure without such a text gets no entry.
 */
import { omitUndefined, groupBy } from '../model/objects.ts';
import { Document, YAMLMap, YAMLSeq } from 'yaml';
import type { Report, ReportCheck, ReportWaiver, RunInfo } from './model.ts';
import { checkRef } from './checks.ts';
import { failureGroupsOf, describeFailure, type ViewOptions } from './open-causes.ts';
import { isBinding } from './tally.ts';
import { canonicalJson } from './serialize.ts';
import { printable } from './printable.ts';
import { distinctTexts, oneLine } from './text.ts';

/** Longer texts are unlikely to be the same in the next run. */
const MAX_SYMPTOM = 80;

export interface WaiverProposal {
  readonly text: string;
  readonly entries: number;
  /** Number of failing checks without a symptom. */
  readonly untold: number;
}

/** Waiver file for all unwaived failures. Equal failures in the same versions share an entry. */
export function proposeWaivers(report: Report, { blocks = isBinding }: ViewOptions = {}): WaiverProposal {
  const failing = report.checks.filter((check) => check.disposition === 'nonconforming');
  const withoutSymptom = failing.filter((check) => symptomOf(check) === undefined);
  const list = new YAMLSeq();
  for (const equal of groupEqual(report, failing)) {
    const [first] = equal;
    const symptom = first === undefined ? undefined : symptomOf(first);
    if (first !== undefined && symptom !== undefined)
      list.add(entry(equal, first, symptom, { run: report.run, blocks: equal.some(blocks) }));
  }
  const document = new Document({});
  document.commentBefore = ` Proposed after run ${oneLine(report.run.id, 80)} of ${report.run.startedAt.slice(0, 10)}.\n Remove the entries that you do not accept. Fill in owner and expires (the last valid day, YYYY-MM-DD) of the others.`;
  document.set('waivers', list);
  if (list.items.length === 0) list.flow = true;
  if (withoutSymptom.length > 0) document.comment = withoutSymptomComment(withoutSymptom);
  return { text: document.toString({ lineWidth: 0 }), entries: list.items.length, untold: withoutSymptom.length };
}

/** Groups failures that one entry can cover: same failure group, requirement, symptom and versions. */
function groupEqual(report: Report, failing: readonly ReportCheck[]): Iterable<readonly ReportCheck[]> {
  const causes = new Map(failureGroupsOf(report).flatMap(({ id, checks }) => checks.map((ref) => [ref, id] as const)));
  const keyOf = (check: ReportCheck): string =>
    canonicalJson([causes.get(checkRef(check)), check.service, check.requirement, symptomOf(check)]);
  const versions = groupBy(failing, (check) => canonicalJson([check.id, keyOf(check)]));
  const equal = groupBy([...versions.values()], (versionChecks) =>
    canonicalJson([versionChecks.map(({ spec }) => spec), ...versionChecks.slice(0, 1).map(keyOf)]),
  );
  return [...equal.values()].map((groups) => groups.flat());
}

/** Comment about failures without a symptom: an entry without one is invalid and would waive any failure of the check. */
function withoutSymptomComment(checks: readonly ReportCheck[]): string {
  const lines = checks.map(
    (check) => `   ${oneLine(check.id, 200)} (${oneLine(check.spec, 30)}): ${describeFailure(check, 120)}`,
  );
  return [
    ' No entry is proposed for these failures, because their findings change with every run. Fix them, or write an entry with your own symptom:',
    ...lines,
  ].join('\n');
}

type Symptom = ReportWaiver['symptom'];

function entry(
  checks: readonly ReportCheck[],
  first: ReportCheck,
  symptom: Symptom,
  { run, blocks }: { readonly run: RunInfo; readonly blocks: boolean },
): YAMLMap {
  const map = new YAMLMap();
  const note = blocks ? '' : '\n Does not block: the release needs no waiver for it.';
  map.commentBefore = ` ${oneLine(first.title, 100)}: ${describeFailure(first, 120)}${note}`;
  const put = (name: string, value: unknown): void => map.set(name, value);
  const ids = distinctTexts(checks.map(({ id }) => id));
  put('checks', ids.length === 1 ? first.id : ids);
  put('service', first.service);
  put('spec', quotedList(distinctTexts(checks.map(({ spec }) => spec))));
  put('symptom', { ...symptom });
  put('reason', `Fails in the run of ${run.startedAt.slice(0, 10)} (${first.requirement})`);
  put('owner', '');
  put('expires', '');
  return map;
}

/** Versions are strings and always quoted. */
function quotedList(specs: readonly string[]): YAMLSeq {
  const document = new Document([...specs]);
  const list = document.contents as YAMLSeq;
  list.flow = true;
  for (const item of list.items) (item as { type?: string }).type = 'QUOTE_DOUBLE';
  return list;
}

/**
 * Symptom that all findings of a check share and that the next run finds again. A location is sufficient only if it is a field of a body:
 * `status` alone would waive any status, and a header name any value.
 */
function symptomOf({ findings }: ReportCheck): Symptom | undefined {
  const place = lastingPlace(findings.map(({ where }) => where));
  const where = place !== undefined && isUsable(place.text) ? place.text : undefined;
  const actual = lastingPart(
    findings.map((finding) => finding.actual),
    { most: MAX_SYMPTOM, isUsable },
  );
  if (actual !== undefined) return omitUndefined({ where, actual });
  return where !== undefined && place?.isMember === true ? { where } : undefined;
}

/** Shorter texts are not specific, such as `"` or `is`. */
const MIN_SYMPTOM = 3;

function isUsable(text: string): boolean {
  return text.trim().length >= MIN_SYMPTOM && text.length <= MAX_SYMPTOM && printable(text) === text;
}

/** Pattern of values that change between runs. Status codes have three digits and are kept. */
const CHANGING_VALUES = new RegExp(
  [
    // Values of properties with a run-specific name, also inside a string: `"correlation_id":"e1b9sc4dvuix"`.
    String.raw`(?<=\\?"[\w$.-]*(?:id|token|nonce|cursor|trace|etag|stamp)\\?"\s*:\s*\\?")[^"\\]+`,
    // Times: RFC 3339, HTTP dates, and times of day.
    String.raw`\d{4}-\d{2}-\d{2}[\dT:.Z+-]*`,
    String.raw`(?<![a-z])(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? (?:[a-z]{3} +)?\d{1,2}[ -][\w: -]{5,}(?: gmt)?`,
    String.raw`\b\d{1,2}:\d{2}(?::\d{2})?\b`,
    // Hexadecimal digits and other numbers.
    String.raw`[0-9a-f-]*\d[0-9a-f-]{7,}`,
    String.raw`(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{6,}`,
    String.raw`\d{4,}`,
    // Random letters: a few generated values contain no digit.
    String.raw`(?<![a-z])(?=[a-z]*[b-df-hj-np-tv-xz]{5})[a-z]{8,}`,
    // Truncated values.
    String.raw`[\w-]*…`,
  ].join('|'),
  'gi',
);

/** The longest usable text that all texts contain and that does not change between runs. */
export function lastingPart(
  texts: readonly string[],
  { most, isUsable }: { readonly most: number; readonly isUsable: (text: string) => boolean },
): string | undefined {
  const [first = ''] = texts;
  const parts = first.split(CHANGING_VALUES).map((part) => part.slice(0, most));
  const common = parts.filter((part) => isUsable(part) && texts.every((text) => text.includes(part)));
  return common.sort((a, b) => b.length - a.length)[0];
}

export interface LastingPlace {
  readonly text: string;
  /** Whether it names a field of a body, which identifies the failure without a value. */
  readonly isMember: boolean;
}

/** Common location of all findings. List positions depend on other records, so they are dropped, except for the first entry. */
export function lastingPlace(places: readonly string[]): LastingPlace | undefined {
  const [first, ...others] = places.map(withoutEntries);
  return others.every((other) => other.text === first?.text) ? first : undefined;
}

/**
 * Location without list positions: `/student/tfn` of `body#/result/206/student/tfn`. For a list entry it is the list, which does not
 * identify the failure.
 */
function withoutEntries(place: string): LastingPlace {
  const parts = place.split(/\/[1-9]\d*(?=\/|$)/);
  const [list = ''] = parts;
  const rest = parts[parts.length - 1] ?? '';
  return rest === '' ? { text: list, isMember: false } : { text: rest, isMember: place.startsWith('body#/') };
}
