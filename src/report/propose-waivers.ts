/**
 * Proposes waivers for current failures, so that a team can adopt Plumbline on an imperfect service within minutes.
 * Owner and expiry stay empty, and the loader rejects empty ones, so that a person has to sign each entry. A symptom contains only text
 * that the next run reports again, without IDs and times. A failure without such a text gets no entry.
 */
import { defined, groupBy } from '../model/objects.ts';
import { Document, YAMLMap, YAMLSeq } from 'yaml';
import type { Report, ReportCheck, ReportWaiver, RunInfo } from './model.ts';
import { lastingPart, lastingPlace } from './lasting.ts';
import { checkRef } from './checks.ts';
import { causesOf, describeFailure } from './open-causes.ts';
import { canonicalJson } from './serialize.ts';
import { printable } from './printable.ts';
import { distinct, oneLine } from './text.ts';

/** Longer texts are unlikely to be the same in the next run. */
const MAX_SYMPTOM = 80;

export interface WaiverProposal {
  readonly text: string;
  readonly entries: number;
  /** Number of failing checks without a symptom. */
  readonly untold: number;
}

/** Waiver file for all unwaived failures. Equal failures in the same versions share an entry. */
export function proposeWaivers(report: Report): WaiverProposal {
  const failing = report.checks.filter((check) => check.disposition === 'nonconforming');
  const untold = failing.filter((check) => symptomOf(check) === undefined);
  const list = new YAMLSeq();
  for (const alike of alikeIn(report, failing)) {
    const [first] = alike;
    const symptom = first === undefined ? undefined : symptomOf(first);
    if (first !== undefined && symptom !== undefined) list.add(entry(alike, first, symptom, report.run));
  }
  const document = new Document({});
  document.commentBefore = ` Proposed after run ${oneLine(report.run.id, 80)} of ${report.run.startedAt.slice(0, 10)}.\n Fill in owner and expires (the last day it holds, YYYY-MM-DD) of each entry that you keep.`;
  document.set('waivers', list);
  if (list.items.length === 0) list.flow = true;
  if (untold.length > 0) document.comment = untoldWords(untold);
  return { text: document.toString({ lineWidth: 0 }), entries: list.items.length, untold: untold.length };
}

/** Groups failures that one entry can cover: same failure group, requirement, symptom and versions. */
function alikeIn(report: Report, failing: readonly ReportCheck[]): Iterable<readonly ReportCheck[]> {
  const causes = new Map(causesOf(report).flatMap(({ id, checks }) => checks.map((ref) => [ref, id] as const)));
  const keyOf = (check: ReportCheck): string =>
    canonicalJson([causes.get(checkRef(check)), check.service, check.requirement, symptomOf(check)]);
  const versions = groupBy(failing, (check) => canonicalJson([check.id, keyOf(check)]));
  const alike = groupBy([...versions.values()], (own) =>
    canonicalJson([own.map(({ spec }) => spec), ...own.slice(0, 1).map(keyOf)]),
  );
  return [...alike.values()].map((groups) => groups.flat());
}

/** Comment about failures without a symptom: an entry without one is invalid and would waive any failure of the check. */
function untoldWords(checks: readonly ReportCheck[]): string {
  const lines = checks.map(
    (check) => `   ${oneLine(check.id, 200)} (${oneLine(check.spec, 30)}): ${describeFailure(check, 120)}`,
  );
  return [
    ' Not proposed, since nothing of what was found is likely to come again. Write an entry with a symptom of your own, or have them mended:',
    ...lines,
  ].join('\n');
}

type Symptom = ReportWaiver['symptom'];

function entry(checks: readonly ReportCheck[], first: ReportCheck, symptom: Symptom, run: RunInfo): YAMLMap {
  const map = new YAMLMap();
  map.commentBefore = ` ${oneLine(first.title, 100)}: ${describeFailure(first, 120)}`;
  const put = (name: string, value: unknown): void => map.set(name, value);
  const ids = distinct(checks.map(({ id }) => id));
  put('checks', ids.length === 1 ? first.id : ids);
  put('service', first.service);
  put('spec', quoted(distinct(checks.map(({ spec }) => spec))));
  put('symptom', { ...symptom });
  put('reason', `fails in the run of ${run.startedAt.slice(0, 10)} (${first.requirement})`);
  put('owner', '');
  put('expires', '');
  return map;
}

/** Versions are strings and always quoted. */
function quoted(specs: readonly string[]): YAMLSeq {
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
  if (actual !== undefined) return defined({ where, actual });
  return where !== undefined && place?.isMember === true ? { where } : undefined;
}

/** Shorter texts are not specific, such as `"` or `is`. */
const MIN_SYMPTOM = 3;

function isUsable(text: string): boolean {
  return text.trim().length >= MIN_SYMPTOM && text.length <= MAX_SYMPTOM && printable(text) === text;
}
