/** Texts that are shown shorter than they were sent, and begin alike. */
import { membersIn } from '../departures/finding-place.ts';
import type { Finding } from '../../model.ts';
import { groupBy } from '../../../record/group-by.ts';
import { listed } from '../../phrase.ts';

/**
 * `Cuts name at 64 characters`, or before what few bytes cannot hold; undefined where anything else was found.
 * @param more what else was found in the same place, which tells what is cut at a length from what is cut at the end
 */
export function cutWords(findings: readonly Finding[], more: readonly Finding[] = []): string | undefined {
  const cuts = findings.map(cutOf);
  const names = findings.map(({ where }) => membersIn(where).at(-1) ?? '');
  if (cuts.length === 0 || names.includes('')) return undefined;
  if (findings.every(isCutAtAstral))
    return `Cuts ${listed([...new Set(names)])} before the first character beyond the Basic Multilingual Plane, such as an emoji`;
  if (cuts.includes(undefined)) return undefined;
  const [tail, ...others] = new Set(findings.map(tailOf));
  if (tail !== undefined && others.length === 0)
    return `Cuts ${JSON.stringify(tail)} off the end of ${listed([...new Set(names)])}`;
  const end = endOf(findings, more, names);
  if (end !== undefined) return `Cuts ${end} off ${listed([...new Set(names)])}`;
  const lengths = [...new Set(cuts)];
  return lengths.length === 1
    ? `Cuts ${listed(names)} at ${lengths[0] ?? 0} characters`
    : `Cuts texts: ${listed(names.map((name, index) => `${name} at ${cuts[index] ?? 0} characters`))}`;
}

const MOSTLY = 0.8;

/** `the last character`: as many of texts of several lengths, all of these members. */
function endOf(findings: readonly Finding[], more: readonly Finding[], names: readonly string[]): string | undefined {
  const own = [...findings, ...more].filter(({ where }) => names.includes(membersIn(where).at(-1) ?? ''));
  const seen = own.flatMap((one) => {
    const [sent, shown] = [cutOf(one) === undefined ? undefined : textIn(one.expected), textIn(one.actual)];
    return sent === undefined || shown === undefined ? [] : [{ length: sent.length, by: sent.length - shown.length }];
  });
  // What is written with escapes is longer here than it is.
  const [most] = [...groupBy(seen, ({ by }) => String(by)).values()].sort((a, b) => b.length - a.length);
  const by = most?.[0]?.by;
  if (most === undefined || by === undefined || most.length < seen.length * MOSTLY) return undefined;
  if (new Set(most.map(({ length }) => length)).size < 2) return undefined;
  return by === 1 ? 'the last character' : `the last ${by} characters`;
}

/** Fewer may be a text of its own. */
const FEWEST = 3;

/** The length that was left; findings write long values out in part, with their length. */
function cutOf({ kind, expected, actual }: Finding): number | undefined {
  const [sent, shown] = [expected, actual].map(textIn);
  if (kind !== 'value' || sent === undefined || shown === undefined) return undefined;
  const isBeginning = shown.isWhole ? sent.begin.startsWith(shown.begin) : sent.begin === shown.begin;
  return isBeginning && shown.length < sent.length && shown.length >= FEWEST ? shown.length : undefined;
}

/** A mark or two at the end of a whole text, as who tidies up takes them off, whatever its length. */
function tailOf({ expected, actual }: Finding): string | undefined {
  const [sent, shown] = [expected, actual].map(textIn);
  if (sent?.isWhole !== true || shown?.isWhole !== true) return undefined;
  const tail = sent.begin.slice(shown.begin.length);
  return /^[^\p{L}\p{N}\s]{1,2}$/u.test(tail) ? tail : undefined;
}

/** What the rest begins with, as it is or written out: a character that takes four bytes in UTF-8, and two in UTF-16. */
const ASTRAL = /[\u{10000}-\u{10FFFF}]|\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}/iu;

function isCutAtAstral({ kind, expected, actual }: Finding): boolean {
  const [sent, shown] = [expected, actual].map(textIn);
  if (kind !== 'value' || sent === undefined || shown?.isWhole !== true) return false;
  return sent.begin.startsWith(shown.begin) && ASTRAL.exec(sent.begin)?.index === shown.begin.length;
}

interface Text {
  readonly begin: string;
  readonly length: number;
  readonly isWhole: boolean;
}

function textIn(text: string): Text | undefined {
  const part = /^"(?<begin>.*)… \((?<length>[\d,]+) characters\)$/s.exec(text)?.groups;
  if (part !== undefined)
    return { begin: part['begin'] ?? '', length: Number(part['length']?.replaceAll(',', '')) - QUOTES, isWhole: false };
  const begin = /^"(.*)"$/s.exec(text)?.[1];
  return begin === undefined ? undefined : { begin, length: [...begin].length, isWhole: true };
}

const QUOTES = 2;
