/** Kinds of request, in the words of the rules that try them. */
import { fits, type RulePattern } from '../../../record/rule-pattern.ts';
import { VERY_MANY } from './cause-table.ts';
import { ANY_SORT, narrowSortOf, sortsOf } from './refused-sorts.ts';
import { memberTried, listed, requestText } from '../../phrase.ts';
import type { Departure, JudgedReport } from './departure.ts';
import type { ExchangeIndex } from '../exchanges/exchange-index.ts';
import { groupBy } from '../../../record/group-by.ts';
import { distinct } from '../../words.ts';

/** `a body nested a thousand deep`: what was sent, from the phrase of its rule. */
export function requestOf(own: readonly Departure[], report: JudgedReport): string | undefined {
  const [first] = own;
  const phrase = report.rules[first?.base ?? '']?.fails;
  return phrase === undefined
    ? undefined
    : requestText(
        phrase,
        own.map(({ check }) => check),
      );
}

/** Of so many members at most it is said that they are what all the requests are about. */
const MOST_MEMBERS = 3;

/** Of more kinds of request not all are listed. */
const MOST_LISTED_KINDS = 3;

/** One of so many that do not all say what they are. */
const FEW = 4;

const NEARLY_ALL = 0.8;

/** Fewer kinds of one sort say more themselves. */
const FEWEST_OF_PART = 3;

/** The kinds of request; of many, the members that they are about, where those are few. */
export function kindsOfRequest(own: readonly Departure[], report: JudgedReport, exchanges: ExchangeIndex): string {
  // What most of them are comes first: of the rest only the number may be told.
  const bases = [...groupBy(own, ({ base }) => base).values()].toSorted(
    (one, other) => plainness(one[0]) - plainness(other[0]) || other.length - one.length,
  );
  const kinds = bases.flatMap((same) => {
    const told = requestOf(same, report) ?? methodOf(same, exchanges);
    // That there are a few more, of which nobody knows what they are, says nothing beside the rest.
    return told ?? (same.length * FEW < own.length ? [] : callsOf(same));
  });
  const said = listed(distinct(kinds));
  const members = distinct(own.map(({ check }) => memberTried(check)));
  const isTold = bases.length > MOST_LISTED_KINDS && own.every(({ check }) => check.member !== undefined);
  const part = bases.length < FEWEST_OF_PART ? undefined : narrowSortOf(bases.flatMap(([one]) => one?.base ?? []));
  if (part !== undefined) return part;
  if (isTold && members.length <= MOST_MEMBERS) return `${said}, all about ${listed(members)}`;
  const faulty = bases.flatMap(([one]) =>
    one !== undefined && report.rules[one.base]?.awaits === 'refusal' ? one.base : [],
  );
  // Of so many kinds it is how all is refused, whatever a few others ask for.
  if (faulty.length < VERY_MANY || faulty.length < NEARLY_ALL * bases.length) return said;
  const [example] = bases.flatMap((same) =>
    fits(ANY_SORT, same[0]?.base ?? '') ? [] : (requestOf(same, report) ?? []),
  );
  const such = example === undefined ? '' : `, such as ${example}`;
  return sortsOf(faulty) ?? `faulty requests of ${faulty.length} kinds${such}`;
}

/** What is wrong as a whole, before what is wrong with a part of it. */
const PLAINEST: readonly RulePattern[] = ['access.garbage'];

function plainness(one: Departure | undefined): number {
  return one !== undefined && fits(PLAINEST, one.base) ? 0 : 1;
}

/** Whether what any of these asked for can be told. */
export function saysWhat(own: readonly Departure[], report: JudgedReport, exchanges: ExchangeIndex): boolean {
  return own.some((one) => (requestOf([one], report) ?? methodOf([one], exchanges)) !== undefined);
}

/** Where it is not the request that its rule is about. */
function callsOf(own: readonly Departure[]): string {
  const operations = own.flatMap(({ sights }) => sights.map(({ operation }) => operation.split(' ')[1]));
  return `calls of ${listed(distinct(operations))}`;
}

/** Methods that no operation is declared with: they say what was asked. */
const METHODS: readonly string[] = ['HEAD', 'OPTIONS', 'TRACE'];

function methodOf(own: readonly Departure[], exchanges: ExchangeIndex): string | undefined {
  const seen = own.flatMap(({ sights }) => sights.map(({ exchange }) => exchanges.get(exchange)?.request.method));
  const [method, ...others] = distinct(seen);
  return method !== undefined && others.length === 0 && METHODS.includes(method) ? method : undefined;
}
