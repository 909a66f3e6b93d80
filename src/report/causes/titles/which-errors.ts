/** Which of its errors a service answers so: all, those of some statuses, or of these those for one kind of request. */
import { maybe } from '../../../record/defined.ts';
import type { Exchange } from '../../../record/exchange.ts';
import { fits } from '../../../record/rule-pattern.ts';
import { exchangeKey } from '../../exchange-key.ts';
import { groupBy } from '../../../record/group-by.ts';
import { listed, requestText } from '../../phrase.ts';
import type { JudgedReport } from '../departures/departure.ts';
import type { ExchangeIndex } from '../exchanges/exchange-index.ts';
import { ANY_SORT, sortOf } from '../departures/refused-sorts.ts';
import { distinct } from '../../words.ts';

/** Of so many of a hundred at least it is said that all are: what reads the first bytes of a message mostly answers in its own way. */
const NEARLY_ALL = 80;

/** After "answers": the errors, and where only some of a status are so, behind what they are, for which kind of request. */
export interface SuchErrors {
  /** `errors`, `errors with 400`, `some errors with 400`. */
  readonly which: string;
  /** `, for values that are not valid`, or nothing. */
  readonly forWhat: string;
}

/** Those of the same operations as `seen` that show it, beside those that do not. HEAD shows nothing of what an error is like. */
export function errorsThat(
  shows: (exchange: Exchange) => boolean,
  seen: readonly Exchange[],
  report: JudgedReport,
  exchanges: ExchangeIndex,
): SuchErrors {
  const operations = new Set(seen.map((one) => exchanges.operationOf(one)));
  const answers = exchanges.all.filter(
    (one) => statusOf(one) >= 400 && one.request.method !== 'HEAD' && operations.has(exchanges.operationOf(one)),
  );
  const showing = new Set(answers.filter(shows));
  if (areNearlyAll(showing.size, answers.length)) return { which: 'errors', forWhat: '' };
  const statuses = [...new Set([...showing].map(statusOf))].toSorted((one, other) => one - other);
  const alike = answers.filter((one) => statuses.includes(statusOf(one)));
  const named = `errors with ${listed(statuses.map(String))}`;
  if (alike.length === showing.size) return { which: named, forWhat: '' };
  const what = kindOf(alike, showing, report);
  return { which: `some ${named}`, forWhat: what === undefined ? '' : `, for ${what}` };
}

function statusOf({ response }: Exchange): number {
  return response?.status ?? 0;
}

function areNearlyAll(some: number, all: number): boolean {
  return some * 100 >= all * NEARLY_ALL;
}

/** For what those were that show it, where nearly all that are for it do: sorts of request, single ones of others, or whatever has a body. */
function kindOf(alike: readonly Exchange[], showing: ReadonlySet<Exchange>, report: JudgedReport): string | undefined {
  const ruleOf = rulesTried(report);
  const wordsOf = (rule: string): string | undefined => {
    const phrase = report.rules[rule]?.fails;
    const checks = report.checks.filter((check) => check.rule === rule);
    // In which of several ways each was tried says nothing of the kind.
    return phrase === undefined ? undefined : requestText(phrase, checks)?.replace(/ \([^)]*\)/g, '');
  };
  const kinds: readonly (KindIn | undefined)[] = [
    wholeOr((one) => maybe(ruleOf(one), sortOf), ruleOf, alike, showing),
    ({ request: { body } }) => (body === undefined ? 'nothing' : 'a body'),
  ];
  for (const kindIn of kinds) {
    const such = kindIn === undefined ? [] : kindsWhich(alike, showing, kindIn);
    const words = distinct(such.map((kind) => (report.rules[kind] === undefined ? kind : wordsOf(kind))));
    if (words.length > 0 && words.length <= MOST && !words.includes('nothing')) return listed(words);
  }
  return undefined;
}

/** Of more it is how errors are made, and no matter of what they are for. */
const MOST = 6;

type KindIn = (one: Exchange) => string | undefined;

/** The wider kind, where nearly all of it show it; else the narrower. */
function wholeOr(wide: KindIn, narrow: KindIn, alike: readonly Exchange[], showing: ReadonlySet<Exchange>): KindIn {
  const whole = new Set([...byKind(alike, showing, wide)].flatMap(([kind, own]) => (isOfNearlyAll(own) ? [kind] : [])));
  return (one) => {
    const kind = wide(one);
    return kind !== undefined && whole.has(kind) ? kind : narrow(one);
  };
}

/** Kinds of which nearly all show it, most of all first, where these are nearly all that do, and others do not. */
function kindsWhich(alike: readonly Exchange[], showing: ReadonlySet<Exchange>, kindIn: KindIn): readonly string[] {
  const known = byKind(alike, showing, kindIn);
  const such = [...known].filter(([, own]) => isOfNearlyAll(own));
  const all = shownIn([...known].flatMap(([, own]) => own));
  const isAll = such.length < known.size && areNearlyAll(shownIn(such.flatMap(([, own]) => own)), all);
  return isAll ? such.toSorted(([, one], [, other]) => other.length - one.length).map(([kind]) => kind) : [];
}

interface Shown {
  readonly kind: string;
  readonly isShown: boolean;
}

function byKind(
  alike: readonly Exchange[],
  showing: ReadonlySet<Exchange>,
  kindIn: KindIn,
): ReadonlyMap<string, readonly Shown[]> {
  const told = alike.flatMap(
    (one) => maybe(kindIn(one), (kind): Shown[] => [{ kind, isShown: showing.has(one) }]) ?? [],
  );
  return groupBy(told, ({ kind }) => kind);
}

function shownIn(all: readonly Shown[]): number {
  return all.filter(({ isShown }) => isShown).length;
}

function isOfNearlyAll(own: readonly Shown[]): boolean {
  return areNearlyAll(shownIn(own), own.length);
}

/** The rule that an exchange was to be refused for. */
function rulesTried({ checks, rules }: JudgedReport): KindIn {
  const tried = new Map<string, string>();
  for (const { service, spec, rule, evidence } of checks)
    if (rules[rule]?.awaits === 'refusal' && !fits(ANY_SORT, rule))
      for (const id of evidence) tried.set(exchangeKey({ service, spec, id }), rule);
  return (one) => tried.get(exchangeKey(one));
}
