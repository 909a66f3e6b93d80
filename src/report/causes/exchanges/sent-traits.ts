/** What is special about requests, as traits that they can be told apart by: a value, a character, a length. */
import { sentJson } from './bodies.ts';
import { number } from '../../../record/counted.ts';
import type { Exchange } from '../../../record/exchange.ts';
import type { Json } from '../../../record/json.ts';
import { groupBy } from '../../../record/group-by.ts';
import { listed } from '../../phrase.ts';

/** What all that ended badly had and none that was served: `where name is long (100 characters or more; 20 are served)`. */
export function traitOf(failed: readonly Exchange[], served: readonly Exchange[]): string | undefined {
  if (failed.length === 0 || served.length < FEWEST_SERVED) return undefined;
  const [bad, good] = [failed.map(traitsOf), served.map(traitsOf)];
  if (failed.length === 1)
    return served.length < MANY_SERVED
      ? undefined
      : ofMarks(bad, good, ({ isCode, name }) => isCode || name === 'the body');
  return ofMarks(bad, good, () => true) ?? ofTypes(bad, good) ?? ofSizes(bad, good) ?? ofLack(bad, good);
}

/** A member that all that ended badly brought and nobody who was served, where those are so many; else what is special about what they brought. */
export function broughtAlone(
  failed: readonly Exchange[],
  served: readonly Exchange[],
  fewest: number,
  known?: string,
): string | undefined {
  return memberSent(failed, served, Math.max(fewest, served.length), known) ?? traitOf(failed, served);
}

/**
 * The member that all of these have, and that so many of those lack: `where participant_id is sent`.
 * @param known the one that their answers name
 */
export function memberSent(
  failed: readonly Exchange[],
  served: readonly Exchange[],
  fewest: number,
  known?: string,
): string | undefined {
  const [bad, good] = [failed.map(traitsOf), served.map(traitsOf)];
  const lacking = (name: string): number => good.filter(({ names }) => !names.has(name)).length;
  const names = [...(bad[0]?.names.keys() ?? [])].filter(
    (name) =>
      (known === undefined || name === known) &&
      bad.every((traits) => traits.names.has(name)) &&
      lacking(name) >= fewest,
  );
  const most = Math.max(...names.map(lacking));
  const found = names.filter((name) => lacking(name) === most);
  return found.length === 0 || found.length > MOST_NAMES ? undefined : `where ${listed(found)} is sent`;
}

const LONG_TEXT = 'is long ({} characters or more; {} are served)';

const FEWEST_SERVED = 3;
/** Beside so many one alone is no chance. */
const MANY_SERVED = 20;
/** What no try tells apart from more than this is not named. */
const MOST_NAMES = 2;

interface Mark {
  /** The member; empty where it is of any. */
  readonly name: string;
  /** The rest of a sentence: `is "AS4"`. */
  readonly has: string;
  readonly isCode: boolean;
}

interface Traits {
  /** Each with the member that it stands in. */
  readonly names: Map<string, string>;
  readonly marks: Map<string, Mark>;
  /** The JSON types of each member, in words. */
  readonly types: Map<string, Set<string>>;
  /** The greatest of each. */
  readonly sizes: Map<string, { readonly size: number; readonly words: string }>;
}

/** How a number is written is gone once it is read. */
const EXPONENT = /"(\w+)"\s*:\s*-?\d[\d.]*e/gi;

const known = new WeakMap<Exchange, Traits>();

function traitsOf(exchange: Exchange): Traits {
  const before = known.get(exchange);
  if (before !== undefined) return before;
  const traits: Traits = { names: new Map(), marks: new Map(), types: new Map(), sizes: new Map() };
  const body = sentJson(exchange);
  if (body !== undefined) visit(body, '', '', traits);
  for (const [, name = ''] of (exchange.request.body ?? '').matchAll(EXPONENT))
    traits.marks.set(`${name} is written with an exponent`, {
      name,
      has: 'is written with an exponent',
      isCode: false,
    });
  const query = exchange.request.url.split('?')[1] ?? '';
  for (const [name, value] of new URLSearchParams(query)) visit(value, name, '', traits);
  known.set(exchange, traits);
  return traits;
}

function visit(value: Json, name: string, within: string, traits: Traits): void {
  if (name !== '' && !traits.names.has(name)) traits.names.set(name, within);
  const mark = (has: string, isCode = false): void => {
    for (const one of [name === '' ? 'the body' : name, ...(isCode ? [] : [''])])
      traits.marks.set(`${one} ${has}`, { name: one, has, isCode });
  };
  const grow = (words: string, size: number): void => {
    const what = `${name === '' ? 'the body' : name} ${words}`;
    traits.sizes.set(what, { words, size: Math.max(size, traits.sizes.get(what)?.size ?? 0) });
  };
  switch (typeof value) {
    case 'string':
      if (value === '') mark('is empty');
      if (isCode(value)) mark(`is ${JSON.stringify(value)}`, true);
      for (const [words, pattern] of CHARACTERS) if (pattern.test(value)) mark(words);
      grow(LONG_TEXT, [...value].length);
      return;
    case 'number':
      if (value === 0) mark('is 0');
      else mark(`is ${value}`, true);
      if (value < 0) mark('is below 0');
      grow('is {} or more ({} is served)', value);
      return;
    case 'boolean':
      mark(`is ${String(value)}`, true);
      return;
    default:
      if (value === null) mark('is null');
      else inside(value, name, traits, { mark, grow });
  }
}

function inside(
  value: Exclude<Json, string | number | boolean | null>,
  name: string,
  traits: Traits,
  { mark, grow }: { readonly mark: (has: string) => void; readonly grow: (words: string, size: number) => void },
): void {
  const isList = Array.isArray(value);
  if (Object.keys(value).length === 0) mark(isList ? 'is an empty list' : 'has no members');
  if (isList) grow('is a long list ({} entries or more; {} are served)', value.length);
  for (const [key, one] of Object.entries(value)) {
    if (!isList) traits.types.set(key, (traits.types.get(key) ?? new Set()).add(typeOf(one as Json)));
    visit(one as Json, isList ? name : key, isList ? '' : name, traits);
  }
  grow('is long as a whole ({} characters or more; {} are served)', JSON.stringify(value).length);
}

const TYPES = { string: 'text', number: 'number', boolean: 'truth value' } as const;

function typeOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  return typeof value === 'object' ? 'object' : TYPES[typeof value as keyof typeof TYPES];
}

/** Short and plain; what is new each time is none. */
function isCode(text: string): boolean {
  return /^(?:[\dA-Z]{1,8}|[\w.+-]{1,5}|[a-z_-]{1,12}|[A-Z][A-Za-z]{1,12})$/.test(text);
}

/** Each has all of the next. */
const BEYOND: readonly string[] = [
  'has characters beyond ASCII',
  'has characters beyond Latin-1',
  'has characters of four bytes',
];

const CHARACTERS: readonly (readonly [string, RegExp])[] = [
  ['has characters beyond ASCII', /[\u{80}-\u{10ffff}]/u],
  ['has characters beyond Latin-1', /[\u{100}-\u{10ffff}]/u],
  ['has characters of four bytes', /[\u{10000}-\u{10ffff}]/u],
  ["has '", /'/],
  ['has "', /"/],
  ['has &', /&/],
  ['has <', /</],
  ['has %', /%/],
  ['has \\', /\\/],
  ['begins or ends with a space', /^\s|\s$/],
  ['begins with a zero', /^0\d/],
];

type IsMeant = (mark: Mark) => boolean;

/** What each of the one has and none of the other, of a few members or of any; what several such things nothing tells apart is not said. */
function ofMarks(bad: readonly Traits[], good: readonly Traits[], isMeant: IsMeant): string | undefined {
  const served = new Set(good.flatMap(({ marks }) => [...marks.keys()]));
  const apart = new Map(
    bad.flatMap(({ marks }) => [...marks].filter(([key, mark]) => !served.has(key) && isMeant(mark))),
  );
  const covering = [...groupBy(apart.values(), ({ has }) => has)].flatMap(([has, marks]) => {
    const common = marks.filter(({ name }) => bad.every((traits) => traits.marks.has(`${name} ${has}`)));
    const named = common.filter(({ name }) => name !== '');
    if (named.length > 0) return [{ has, names: named.map(({ name }) => name) }];
    if (common.length > 0) return [{ has, names: ['a value'] }];
    const names = marks.map(({ name }) => name).filter((name) => name !== '');
    const areAll = bad.every((traits) => names.some((name) => traits.marks.has(`${name} ${has}`)));
    return areAll && names.length < bad.length ? [{ has, names }] : [];
  });
  const [first, second, ...more] = covering.filter(
    ({ has }) =>
      !BEYOND.slice(BEYOND.indexOf(covering.find((one) => BEYOND.includes(one.has))?.has ?? '') + 1).includes(has),
  );
  if (first === undefined || more.length > 0) return undefined;
  if (second !== undefined && String(first.names) !== String(second.names)) return undefined;
  return `where ${listedOr(first.names)} ${first.has}${second === undefined ? '' : ` or ${second.has}`}`;
}

function listedOr(names: readonly string[]): string {
  return listed(names).replace(/ and (?!\d)/, ' or ');
}

/** Whether a text of each of them is longer than any that was served there: of this member, or of whichever. */
export function areLonger(failed: readonly Exchange[], served: readonly Exchange[], member?: string): boolean {
  if (failed.length === 0 || served.length < FEWEST_SERVED) return false;
  const longest = (one: Exchange, name: string): number => traitsOf(one).sizes.get(`${name} ${LONG_TEXT}`)?.size ?? 0;
  const names =
    member === undefined ? [...(failed[0] === undefined ? [] : traitsOf(failed[0]).names.keys())] : [member];
  return names.some((name) => {
    const most = Math.max(...served.map((one) => longest(one, name)));
    return most > 0 && failed.every((one) => longest(one, name) > most);
  });
}

/** A member that all of the one have, and that is of the type that it has everywhere else in none of them. */
function ofTypes(bad: readonly Traits[], good: readonly Traits[]): string | undefined {
  const found = [...(bad[0]?.types.keys() ?? [])].flatMap((name) => {
    const usual = good.flatMap(({ types }) => [...(types.get(name) ?? [])]).filter((type) => type !== 'null');
    const [type] = usual;
    const isOther = bad.every(({ types }) => types.has(name) && !types.get(name)?.has(type ?? ''));
    return usual.length >= FEWEST_SERVED && new Set(usual).size === 1 && isOther ? [`${name} is no ${type ?? ''}`] : [];
  });
  return found.length === 1 ? `where ${found[0]}` : undefined;
}

/** From a size on that none of the served had. */
function ofSizes(bad: readonly Traits[], good: readonly Traits[]): string | undefined {
  for (const [what, { words }] of bad[0]?.sizes ?? []) {
    const least = Math.min(...bad.map(({ sizes }) => sizes.get(what)?.size ?? -Infinity));
    const most = Math.max(...good.map(({ sizes }) => sizes.get(what)?.size ?? -Infinity));
    if (least <= most || !Number.isFinite(most)) continue;
    const name = what.slice(0, what.length - words.length - 1);
    return `where ${name} ${words.replace('{}', number(least)).replace('{}', number(most))}`;
  }
  return undefined;
}

/** A member that none of the one has and all of the other. */
function ofLack(bad: readonly Traits[], good: readonly Traits[]): string | undefined {
  const missing = new Set(
    [...(good[0]?.names.keys() ?? [])].filter(
      (name) => good.every(({ names }) => names.has(name)) && !bad.some(({ names }) => names.has(name)),
    ),
  );
  const lacking = [...missing].filter((name) => !missing.has(good[0]?.names.get(name) ?? ''));
  return lacking.length === 0 || lacking.length > MOST_NAMES ? undefined : `where ${listed(lacking)} is not sent`;
}
