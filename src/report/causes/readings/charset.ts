/** Texts that come back as they would be in another charset: of whoever reads UTF-8 as something else, or has no letters beyond a charset. */
import { fits, type RulePattern } from '../../../record/rule-pattern.ts';
import { placed } from '../departures/cause-place.ts';
import type { Departure } from '../departures/departure.ts';
import { versionOf } from '../departures/departure-place.ts';
import { membersIn } from '../departures/finding-place.ts';
import { shownIn, wantedIn } from '../departures/finding-value.ts';
import { groupBy } from '../../../record/group-by.ts';
import { distinct, oneLine } from '../../words.ts';
import { listed } from '../../phrase.ts';
import type { Json } from '../../../record/json.ts';
import { answeredJson, sentJson } from '../exchanges/bodies.ts';
import { operationsOf, type ExchangeIndex } from '../exchanges/exchange-index.ts';
import { leavesOf } from '../exchanges/parts-of-json.ts';
import { seenBy, type CauseReading } from './model.ts';

/** Departures of one key, whatever was looked for: they rest on texts that were read so. */
const CHARSET = 'charset';

const WRITTEN = `${CHARSET} written as ISO 8859-1`;

const BEYOND_ASCII = /[\u0080-\uffff]/;

type Read = (text: string) => string;

const decoded =
  (label: string): Read =>
  (text) =>
    new TextDecoder(label).decode(new TextEncoder().encode(text));

/** Without Node’s own means: the page of a report tells causes too. */
const asLatin1: Read = (text) =>
  Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');

/** Where ISO 8859-1 has control characters, from 80 to 9f. */
const OF_WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Node decodes it as ISO 8859-1. */
const asWindows: Read = (text) =>
  asLatin1(text).replace(/[\u0080-\u009f]/g, (letter) => OF_WINDOWS[(letter.codePointAt(0) ?? 0) - 0x80] ?? letter);

/** What is written in ISO 8859-1, one byte of each letter, as it is read by whoever is told that it is UTF-8. */
const writtenAsLatin1: Read = (text) =>
  new TextDecoder().decode(Uint8Array.from({ length: text.length }, (_none, place) => text.charCodeAt(place) & 0xff));

/** How whoever takes UTF-8 for another charset reads it, the likeliest first. */
const READ_AS: readonly (readonly [string, Read])[] = [
  ['as ISO 8859-1 instead of UTF-8', asLatin1],
  ['as Windows-1252 instead of UTF-8', asWindows],
  ['as ISO 8859-15 instead of UTF-8', decoded('iso-8859-15')],
  ['as Mac OS Roman instead of UTF-8', decoded('macintosh')],
  ['as ISO 8859-1 instead of UTF-8, twice', (text) => asLatin1(asLatin1(text))],
  ['as Windows-1252 instead of UTF-8, twice', (text) => asWindows(asWindows(text))],
];

/** The last letter that a charset has. */
const LAST_OF = { ASCII: '\u007f', 'ISO 8859-1': '\u00ff' } as const;
/** What is put in place of a letter that it has not. */
const IN_PLACE: readonly string[] = ['?', '\ufffd'];
/** A set of three bytes a character has none of these, and shows one mark for each, for each half or for each byte. */
const OF_FOUR_BYTES = /[\u{10000}-\u{10ffff}]/gu;
const IN_PLACE_OF_FOUR: readonly string[] = [...IN_PLACE, '??', '????'];

interface Theory {
  readonly key: string;
  /** What one text at least has to have, that it is no matter of rare letters alone. */
  readonly shownBy: RegExp;
  /** What it would make of a text. */
  readonly makes: Read;
  /** Before what became of a letter. */
  readonly words: string;
}

const THEORIES: readonly Theory[] = [
  ...READ_AS.map(([name, read]): Theory => ({
    key: `${CHARSET} ${name}`,
    shownBy: BEYOND_ASCII,
    makes: read,
    words: `Reads what is sent ${name}, so that letters beyond ASCII come back garbled`,
  })),
  {
    key: WRITTEN,
    shownBy: BEYOND_ASCII,
    makes: writtenAsLatin1,
    words: 'Writes its answers in ISO 8859-1 instead of UTF-8, so that letters beyond ASCII come back broken',
  },
  ...Object.entries(LAST_OF).flatMap(([name, last]) =>
    IN_PLACE.map((mark): Theory => ({
      key: `${CHARSET} ${name} ${mark}`,
      shownBy: /[\u0080-\u00ff]/,
      makes: (text) => [...text].map((letter) => (letter > last ? mark : letter)).join(''),
      words: `Keeps no letter beyond ${name}, and shows ${JSON.stringify(mark)} in place of each`,
    })),
  ),
  ...IN_PLACE_OF_FOUR.map((mark): Theory => ({
    key: `${CHARSET} four bytes ${mark}`,
    shownBy: /[\u{10000}-\u{10ffff}]/u,
    makes: (text) => text.replaceAll(OF_FOUR_BYTES, mark),
    words: `Keeps no character of four bytes, such as an emoji, and shows ${JSON.stringify(mark)} in place of each`,
  })),
];

/** `Reads what is sent as ISO 8859-1 instead of UTF-8, so that letters beyond ASCII come back garbled: "é" as "Ã©"`. */
export const otherCharset: CauseReading = ({ own, report, exchanges }) => {
  const theory = THEORIES.find(({ key }) => own[0]?.key === key);
  if (theory === undefined) return undefined;
  const letters = own.flatMap(pairsOf).flatMap(({ wanted }) => [...wanted].filter((one) => theory.makes(one) !== one));
  // One that shows on any screen, where there is one.
  const letter = letters.find((one) => plain(theory.makes(one)) === theory.makes(one)) ?? letters[0] ?? '';
  const became = theory.makes(letter);
  const tail = IN_PLACE_OF_FOUR.includes(became) ? '' : `: ${quoted(letter)} as ${quoted(became)}`;
  // What is written so is so of what shows it, whatever stored it.
  return theory.key === WRITTEN
    ? `${theory.words}, on ${listed(operationsOf(seenBy(own, exchanges), exchanges))}${tail}`
    : placed(`${theory.words}${inOneMember(own, theory, exchanges)}${tail}`, own, report);
};

/** `, in name`: where it is so of one member, and such texts come back whole in others. */
function inOneMember(own: readonly Departure[], { makes }: Theory, exchanges: ExchangeIndex): string {
  const [member, ...others] = distinct(
    own.flatMap(({ sights }) => sights.map(({ finding }) => membersIn(finding.where).at(-1))),
  );
  if (member === undefined || others.length > 0) return '';
  const telling = (body: Json | undefined): readonly string[] =>
    [...leavesOf(body)].filter((leaf) => !leaf.startsWith(`${member} `) && makes(leaf) !== leaf);
  const sent = new Set(exchanges.all.flatMap((one) => telling(sentJson(one))));
  const isKept = (leaf: string): boolean => sent.has(leaf);
  return sent.size > 0 && exchanges.all.some((one) => telling(answeredJson(one)).some(isKept)) ? `, in ${member}` : '';
}

/** A text as it was sent, and as it came back. */
interface Pair {
  readonly wanted: string;
  readonly shown: string;
}

function pairsOf({ sights }: Departure): readonly Pair[] {
  return sights.flatMap(({ finding }) => {
    const [wanted, shown] = [wantedIn(finding), shownIn(finding)];
    return typeof wanted === 'string' && typeof shown === 'string' && BEYOND_ASCII.test(wanted)
      ? [{ wanted, shown }]
      : [];
  });
}

/** A service that counts what it garbles finds it longer than it is. */
const OF_LENGTH: readonly RulePattern[] = ['input.longest-astral', 'input.longest', 'input.unicode'];

/** The key of those that such a charset alone explains. */
export function keysOfCharsets(departures: readonly Departure[]): (departure: Departure) => string | undefined {
  const spoilt = groupBy(departures.filter(isSpoilt), versionOf);
  const found = new Map([...spoilt].map(([version, own]) => [version, theoryOf(own.flatMap(pairsOf))]));
  return (one) => {
    const theory = found.get(versionOf(one));
    if (theory === undefined) return undefined;
    const isOfLength = fits(OF_LENGTH, one.check.rule) && one.did === 'refused-good';
    return isOfLength || (isSpoilt(one) && pairsOf(one).every((pair) => isMadeSo(pair, theory)))
      ? theory.key
      : undefined;
  };
}

/** All that it found are texts that came back otherwise. */
function isSpoilt(one: Departure): boolean {
  return one.layer === 'value' && one.sights.length > 0 && pairsOf(one).length === one.sights.length;
}

/** One alone may be a letter that the service does not know. */
const FEWEST_TEXTS = 2;

/** What made of most texts what came back. */
function theoryOf(pairs: readonly Pair[]): Theory | undefined {
  const told = THEORIES.map((theory) => {
    const texts = new Set(pairs.filter((pair) => isMadeSo(pair, theory)).map(({ wanted }) => wanted));
    return { theory, texts };
  }).filter(({ theory, texts }) => texts.size >= FEWEST_TEXTS && [...texts].some((text) => theory.shownBy.test(text)));
  return told.sort((a, b) => b.texts.size - a.texts.size)[0]?.theory;
}

function isMadeSo({ wanted, shown }: Pair, { makes }: Theory): boolean {
  return plain(makes(wanted)) === plain(shown);
}

/** Control characters may be left out on the way. */
function plain(text: string): string {
  return text.replace(/\p{Cc}/gu, '');
}

function quoted(text: string): string {
  return JSON.stringify(oneLine(text, 20));
}
