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
import { describeFailure } from './causes.ts';
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
  put('symptom', { ...symptomOf(first) });
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

/** What all findings of a check have in common and the next run will find again. */
function symptomOf(check: ReportCheck): ReportWaiver['symptom'] {
  const common = (name: 'where' | 'expected' | 'actual'): string | undefined => {
    const texts = new Set(check.findings.map((finding) => finding[name]));
    const [text] = texts;
    return texts.size === 1 &&
      text !== undefined &&
      text.trim() !== '' &&
      text.length <= MAX_SYMPTOM &&
      printable(text) === text
      ? text
      : undefined;
  };
  const where = common('where');
  const actual = common('actual');
  const lasting = actual === undefined || /\d{4}|[0-9a-f]{8}/i.test(actual) ? undefined : actual;
  if (where !== undefined || lasting !== undefined) return defined({ where, actual: lasting });
  const expected = common('expected');
  // Nothing in common: an entry without a symptom does not load either, so somebody has to say what it is.
  return defined({ expected });
}
