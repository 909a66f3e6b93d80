/**
 * Waivers for what fails today, ready to be filled in: so that adopting Plumbline on an imperfect service takes minutes.
 *
 * Owner and expiry stay empty on purpose, and a file with empty ones does not load: somebody has to sign for each entry.
 * A symptom is taken from what the next run will see again; what looks like an id or a time of this run is left out.
 */
import { defined } from '../record/defined.ts';
import { Document, YAMLMap, YAMLSeq } from 'yaml';
import type { Report, ReportCheck, ReportWaiver } from './model.ts';
import { groupBy } from './group-by.ts';
import { describeFailure } from './open-causes.ts';
import { canonicalJson } from './serialize.ts';
import { printable } from './printable.ts';
import { oneLine } from './words.ts';

/** A text longer than this is hardly the same tomorrow. */
const MAX_SYMPTOM = 80;

/** The text of a waivers file for every unwaived failure; the versions in which a check fails alike share an entry. */
export function proposeWaivers(report: Report): string {
  const failing = report.checks.filter((check) => check.disposition === 'nonconforming');
  const groups = groupBy(failing, (check) => canonicalJson([check.id, symptomOf(check)]));
  const list = new YAMLSeq();
  for (const checks of groups.values()) {
    const first = checks[0];
    if (first !== undefined) list.add(entry(checks, first));
  }
  const document = new Document({});
  document.commentBefore = ` Proposed after run ${oneLine(report.run.id, 80)} of ${report.run.startedAt.slice(0, 10)}.\n Fill in owner and expires (the last day it holds, YYYY-MM-DD) of each entry that you keep.`;
  document.set('waivers', list);
  if (list.items.length === 0) list.flow = true;
  return document.toString({ lineWidth: 0 });
}

function entry(checks: readonly ReportCheck[], first: ReportCheck): YAMLMap {
  const map = new YAMLMap();
  map.commentBefore = ` ${oneLine(first.title, 100)}: ${describeFailure(first, 120)}`;
  const put = (name: string, value: unknown): void => map.set(name, value);
  put('checks', first.id);
  put('service', first.service);
  put('spec', quoted(checks.map((check) => check.spec)));
  const symptom = symptomOf(first);
  if (Object.keys(symptom).length === 0)
    map.commentBefore +=
      '\n Nothing lasting was found in it: say below what it looks like, or it would excuse whatever fails here.';
  put('symptom', { ...symptom });
  put('reason', `fails since Plumbline was adopted (${first.requirement})`);
  put('owner', '');
  put('expires', '');
  return map;
}

/** Versions are texts, and are written in quotes everywhere. */
function quoted(specs: readonly string[]): YAMLSeq {
  const document = new Document([...specs]);
  const list = document.contents as YAMLSeq;
  list.flow = true;
  for (const item of list.items) (item as { type?: string }).type = 'QUOTE_DOUBLE';
  return list;
}

/**
 * What all findings of a check have in common and the next run will find again. A place says it only where it is a member of a body:
 * with `status` alone every other status would be excused, with the name of a header every other value. Where nothing says it, the
 * symptom stays empty, and does not load either: somebody has to say what it is.
 */
function symptomOf({ findings }: ReportCheck): ReportWaiver['symptom'] {
  const places = new Set(findings.map(({ where }) => where));
  const [place = ''] = places;
  const where = places.size === 1 && isUsable(place) ? place : undefined;
  const actual = lastingIn(findings.map((finding) => finding.actual));
  if (actual !== undefined) return defined({ where, actual });
  return where?.startsWith('body#/') === true ? { where } : {};
}

/** Identifiers, times and other numbers that the next run has others of; a status has three digits and stays. */
const PASSING = /\d{4}-\d{2}-\d{2}[\dT:.Z+-]*|[0-9a-f-]*\d[0-9a-f-]{7,}|\d{4,}/gi;

/** A part shorter than this says nothing: `"`, `is`. */
const MIN_SYMPTOM = 3;

/** The longest part of what was found that all have, and that is likely to be found again. */
function lastingIn(texts: readonly string[]): string | undefined {
  const [first = ''] = texts;
  const parts = first.split(PASSING).map((part) => part.slice(0, MAX_SYMPTOM));
  const common = parts.filter((part) => isUsable(part) && texts.every((text) => text.includes(part)));
  return common.sort((a, b) => b.length - a.length)[0];
}

function isUsable(text: string): boolean {
  return text.trim().length >= MIN_SYMPTOM && text.length <= MAX_SYMPTOM && printable(text) === text;
}
