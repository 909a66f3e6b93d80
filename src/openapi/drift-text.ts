/** Terminal text of a drift: by operation, contradictions first. Differences that many operations share are printed once. */
import { pluralize, formatNumber } from '../model/text.ts';
import { oneLine } from '../report/text.ts';
import type { DriftDifference, Drift } from './drift.ts';
import { type DriftWeight, DRIFT_WEIGHTS } from './drift-rules.ts';

const MARKS: Readonly<Record<DriftWeight, string>> = { contradicts: '!', missing: '-', extra: '+' };
/** Differences in more operations than this are printed once for all of them. */
const MAX_LISTED = 3;
const MAX_NAMES = 3;
const CELL = 60;

export function driftText(drift: Drift): string {
  const { title, version } = drift.published;
  const name =
    title === ''
      ? 'the published document'
      : `"${oneLine(title, CELL)}"${version === '' ? '' : ` ${oneLine(version, 20)}`}`;
  const lines = [
    `${drift.service} ${drift.spec} and ${name}: ${verdict(drift)}`,
    ...groupsOf(drift.differences.filter(({ weight }) => weight !== 'extra')).flatMap(groupText),
    ...extraText(drift.differences),
    ...whyText(drift.differences),
    ...restText(drift.differences),
    '',
    countText(drift),
  ];
  return `${lines.join('\n')}\n`;
}

function verdict({ counts, differences }: Drift): string {
  if (counts.contradicts > 0) return 'CONTRADICTIONS FOUND';
  if (differences.length === 0) return 'no differences';
  return 'no contradictions';
}

function countText({ counts }: Drift): string {
  const { contradicts, missing, extra, assumed } = counts;
  const all = contradicts + missing + extra;
  return `${pluralize(contradicts, 'contradiction')}, ${formatNumber(missing)} missing, ${formatNumber(extra)} extra${all === 0 ? '' : `; ${formatNumber(assumed)} assumed`}. ${pluralize(counts.operations, 'operation')} compared.`;
}

/** One line: several differences with the same text except for their location. */
interface Line {
  readonly weight: DriftWeight;
  readonly text: string;
}

interface Paragraph {
  readonly title: string;
  readonly lines: readonly Line[];
  /** Number of operations. Common differences are printed after specific ones of the same weight. */
  readonly size: number;
}

function groupsOf(differences: readonly DriftDifference[]): readonly Paragraph[] {
  const byOperation = new Map<string, DriftDifference[]>();
  for (const one of differences) {
    const known = byOperation.get(one.operation);
    if (known === undefined) byOperation.set(one.operation, [one]);
    else known.push(one);
  }
  const lines = new Map([...byOperation].map(([operation, list]) => [operation, linesOf(list)]));
  const places = new Map<string, string[]>();
  for (const [operation, list] of lines)
    for (const { weight, text } of list)
      places.set(`${weight} ${text}`, [...(places.get(`${weight} ${text}`) ?? []), operation]);
  const isCommon = ({ weight, text }: Line): boolean => (places.get(`${weight} ${text}`)?.length ?? 0) > MAX_LISTED;
  const single = [...lines].map(([title, list]): Paragraph => ({
    title,
    lines: list.filter((line) => !isCommon(line)),
    size: 1,
  }));
  const common = new Map<string, { readonly operations: readonly string[]; readonly lines: Line[] }>();
  for (const line of new Map(
    [...lines.values()]
      .flat()
      .filter(isCommon)
      .map((one) => [`${one.weight} ${one.text}`, one]),
  ).values()) {
    const operations = places.get(`${line.weight} ${line.text}`) ?? [];
    const key = `${line.weight} ${operations.join(' ')}`;
    const known = common.get(key);
    if (known === undefined) common.set(key, { operations, lines: [line] });
    else known.lines.push(line);
  }
  const many = [...common.values()].map(({ operations, lines: list }): Paragraph => ({
    title: `in ${pluralize(operations.length, 'operation')}: ${names(operations)}`,
    lines: list,
    size: operations.length,
  }));
  return [...single, ...many]
    .filter((group) => group.lines.length > 0)
    .toSorted(
      (a, b) => worst(a) - worst(b) || Math.sign(a.size - 1) - Math.sign(b.size - 1) || b.lines.length - a.lines.length,
    );
}

function worst({ lines }: Paragraph): number {
  return Math.min(...lines.map(({ weight }) => DRIFT_WEIGHTS.indexOf(weight)));
}

function groupText({ title, lines }: Paragraph): readonly string[] {
  return ['', title, ...lines.map(({ weight, text }) => `  ${MARKS[weight]} ${text}`)];
}

/** Lines of one operation. The same difference in several statuses is one line. */
function linesOf(differences: readonly DriftDifference[]): readonly Line[] {
  const folded = new Map<
    string,
    { readonly first: DriftDifference; readonly statuses: Set<string>; readonly rest: string }
  >();
  for (const one of differences) {
    const place = one.where.slice(one.operation.length).trim();
    const [status, rest] = splitStatus(place);
    const key = JSON.stringify([one.rule, status === undefined, rest, one.contract, one.published]);
    const known = folded.get(key) ?? { first: one, statuses: new Set<string>(), rest };
    if (status !== undefined) known.statuses.add(status);
    folded.set(key, known);
  }
  return [...folded.values()].map(({ first, statuses, rest }) => {
    const where = statuses.size === 0 ? rest : `response ${[...statuses].join(', ')}${rest}`;
    return {
      weight: first.weight,
      text: `${where === '' ? '' : `${where}: `}${first.title}${values(first)}${first.assumed ? ' *' : ''}`,
    };
  });
}

/** Splits `response 200 result.id` into `200` and ` result.id`. */
function splitStatus(place: string): readonly [string | undefined, string] {
  const match = /^response (\S+)(.*)$/.exec(place);
  return match === null ? [undefined, place] : [match[1], match[2] ?? ''];
}

/** Additional facts of the document: the number of each kind, and one example. */
function extraText(differences: readonly DriftDifference[]): readonly string[] {
  const extra = differences.filter(({ weight }) => weight === 'extra');
  if (extra.length === 0) return [];
  const kinds = new Map<string, DriftDifference[]>();
  for (const one of extra) kinds.set(one.title, [...(kinds.get(one.title) ?? []), one]);
  const lines = [...kinds].flatMap(([title, list]) => {
    const [first] = list;
    if (first === undefined) return [];
    return [
      `  + ${title}: ${list.length === 1 ? first.where : `${pluralize(list.length, 'time')}, such as ${first.where}`}${values(first)}${list.every(({ assumed }) => assumed) ? ' *' : ''}`,
    ];
  });
  return ['', `only in the document (${formatNumber(extra.length)}; --json lists them)`, ...lines];
}

function names(all: readonly string[]): string {
  const more = all.length - MAX_NAMES;
  return `${all.slice(0, MAX_NAMES).join(', ')}${more > 0 ? ` and ${formatNumber(more)} more` : ''}`;
}

function values({ contract, published }: DriftDifference): string {
  const parts = [
    ...(contract === undefined ? [] : [`contract ${oneLine(contract, CELL)}`]),
    ...(published === undefined ? [] : [`document ${oneLine(published, CELL)}`]),
  ];
  return parts.length === 0 ? '' : ` (${parts.join('; ')})`;
}

/** Explanation of each rule, once. */
function whyText(differences: readonly DriftDifference[]): readonly string[] {
  if (differences.length === 0) return [];
  const lines = new Map(differences.map(({ weight, title, why }) => [title, `  ${MARKS[weight]} ${title}: ${why}`]));
  return ['', 'Why it matters (! contradiction, - missing in the document, + only in the document)', ...lines.values()];
}

function restText(differences: readonly DriftDifference[]): readonly string[] {
  const points = [...new Set(differences.flatMap(({ restsOn }) => restsOn))].sort();
  if (points.length === 0) return [];
  return [
    '',
    `* assumed: the contract depends on ${pluralize(points.length, 'open question')} without an answer (--json lists them for each difference)`,
  ];
}
