/** What breaks a service down, and how often: the end of many answers in one sentence. */
import type { Exchange } from '../../../record/exchange.ts';
import { fits } from '../../../record/rule-pattern.ts';
import { onOneOperation, servesOthers } from '../departures/cause-place.ts';
import { MANY } from '../departures/cause-table.ts';
import { baseOf, isOdd, type Departure, type JudgedReport } from '../departures/departure.ts';
import type { ExchangeIndex } from '../exchanges/exchange-index.ts';
import { endOf, isBrokenOff, isServedEnd } from '../exchanges/ends.ts';
import { exchangeKey } from '../../exchange-key.ts';
import { listed, memberTried } from '../../phrase.ts';
import { saidIn } from '../exchanges/said.ts';
import { otherIdForm } from '../exchanges/id-forms.ts';
import { seenBy } from '../readings/model.ts';
import { kindsOfRequest, saysWhat } from '../departures/request-kinds.ts';
import { ofSameOperation } from '../departures/same-operation.ts';
import { groupBy } from '../../../record/group-by.ts';
import { distinct } from '../../words.ts';

export function ofBreakdown(own: readonly Departure[], report: JudgedReport, exchanges: ExchangeIndex): string {
  const [first] = own;
  const end = first?.was ?? '';
  const operations = distinct(own.flatMap(({ sights }) => sights.map(({ operation }) => operation.split(' ')[1])));
  if (isBrokenOff(end)) return brokenOff(saidIn(own, exchanges), listed(operations));
  const odd = own.filter(({ base }) => isOdd(base, report) && !fits(['http.*'], base));
  const said = saidIn(own, exchanges);
  const quoted = said === '' ? '' : `: ${said}`;
  const kinds = kindsOf(own, report, exchanges);
  const toKinds = (some: typeof own): string => {
    const calls = otherIdForm(failedOf(own, end, exchanges), exchanges) ?? kindsOfRequest(some, report, exchanges);
    return `Answers ${end} to ${placedOnce(calls, onOneOperation(some, report))}${quoted}`;
  };
  if (kinds.length > 0) return toKinds(kinds);
  const cases = casesOf(ofCases(own), report);
  if (cases !== undefined) return `Answers ${end} ${cases}${onOneOperation(own, report)}${quoted}`;
  const isGoodBroken = own.some(({ base }) => base === 'outcome.accepted' || base === 'coverage.exercised');
  if (isGoodBroken || odd.length === 0 || odd.length * 2 <= own.length) {
    const share = shareOf(own, end, exchanges);
    return `Answers ${end} to ${share ?? `a correct ${operations.length === 1 ? (operations[0] ?? '') : 'request'}`}${whereAlone(failedOf(own, end, exchanges), report)}${quoted}`;
  }
  return toKinds(odd);
}

/** Calls that nothing else is known of are told by their operation already. */
function placedOnce(kinds: string, where: string): string {
  const operation = where.slice(', on '.length);
  return operation !== '' && kinds.includes(`calls of ${operation}`) ? kinds : `${kinds}${where}`;
}

/** What ended so, of all that it rests on. */
function failedOf(own: readonly Departure[], end: string, exchanges: ExchangeIndex): readonly Exchange[] {
  return seenBy(own, exchanges).filter((one) => endOf(one) === end);
}

/** `, in the case "the sum is that of the amounts"`: where all that ended so was sent for one thing that was to be seen. */
function whereAlone(failed: readonly Exchange[], { checks }: JudgedReport): string {
  if (failed.length > MOST_ALONE) return '';
  const keys = new Set(failed.map(exchangeKey));
  const tried = checks.filter(
    ({ rule, service, spec, evidence }) =>
      !fits(['http.*'], rule) && evidence.some((id) => keys.has(`${service}@${spec} ${id}`)),
  );
  const [title, ...others] = distinct(tried.map((check) => check.title));
  return title === undefined || others.length > 0 ? '' : `, in the case "${title}"`;
}

/** More calls are many, whatever they were sent for. */
const MOST_ALONE = 3;

/** `where a record with parts is deleted`: what is special about the few requests of a rule that break it, where others of the rule are served. */
function casesOf(own: readonly Departure[], report: JudgedReport): string | undefined {
  const [first] = own;
  if (first === undefined || own.some(({ base, check }) => base !== first.base || check.rule !== first.base))
    return undefined;
  const titles = distinct(own.map(({ check }) => check.title));
  const isServed = ofSameOperation(first.check, report).some(
    ({ rule, title, verdict }) => rule === first.base && verdict === 'pass' && !titles.includes(title),
  );
  const isSpecial = first.base !== 'outcome.accepted' && !titles.includes(report.rules[first.base]?.title ?? '');
  return isServed && isSpecial && titles.length <= MANY ? `where ${listed(titles)}` : undefined;
}

/** An answer that came whole is not broken off: its header says of its content what is not so. */
function brokenOff(why: string, operations: string): string {
  const coding = /^the content is not (\S+), as Content-Encoding says$/.exec(why)?.[1];
  return coding === undefined
    ? `Breaks its answers off on ${operations}: ${why}`
    : `Says Content-Encoding: ${coding} of answers whose content cannot be unpacked so, on ${operations}`;
}

/** Of how many requests of a kind all have to be answered so, that the kind is what does it and not chance. */
const SURELY = 0.8;

const FEWEST_OF_MEMBER = 2;

/** Those of a case of their own, and not of all answers, or of a good request. */
function ofCases(own: readonly Departure[]): readonly Departure[] {
  return own.filter(
    ({ base, check }) => !fits(['http.*'], base) && (base !== 'outcome.accepted' || check.rule === 'outcome.form'),
  );
}

/** Kinds of request of which all break the service, where those are most of what does, and good requests are served. */
function kindsOf(own: readonly Departure[], report: JudgedReport, exchanges: ExchangeIndex): readonly Departure[] {
  const told = ofCases(own);
  const plain = own.filter(({ base }) => base === 'outcome.accepted' || base === 'coverage.exercised');
  if (told.length === 0 || plain.some((one) => !servesOthers(one, report))) return [];
  const names = distinct(told.map(({ check }) => memberTried(check)));
  // Of one member it is the kind for that member: by chance several operations do not break at it.
  const isOfMember =
    told.length >= FEWEST_OF_MEMBER && names.length === 1 && told.every(({ check }) => memberTried(check));
  const ways = wayOfBase(told);
  const isSure = (one: Departure): boolean => {
    const way = ways.get(one.base);
    const tries = ofSameOperation(one.check, report).filter(
      (check) =>
        check.rule === one.check.rule &&
        (check.verdict === 'pass' || check.verdict === 'fail') &&
        baseOf(check) === one.base &&
        (way === undefined || check.way === way) &&
        (!isOfMember || memberTried(check) === names[0]),
    );
    return tries.filter(({ verdict }) => verdict === 'fail').length >= SURELY * tries.length;
  };
  const sure = told.filter(isSure);
  // Calls of which nobody says what they asked for are of no kind.
  if (!saysWhat(sure, report, exchanges)) return [];
  // By chance a rule of one check fails too.
  if (sure.length * 2 < told.length || plain.length >= sure.length) return [];
  // Nor is it the kind where as many others end so, which no check of a case tells of.
  const seenOf = (some: readonly Departure[]) =>
    new Set(some.flatMap(({ sights }) => sights.map(({ exchange }) => exchange)));
  const tellsKind = seenOf(told);
  const others = [...seenOf(own)].filter((exchange) => !tellsKind.has(exchange));
  if (others.length >= tellsKind.size) return [];
  const bases = distinct(sure.map(({ base }) => base));
  return bases.length > told.length / 2 && bases.length >= MANY ? [] : sure;
}

/** Of rules that try several ways, the one in which all fail that do: it is that way which breaks a service, and not what is common to all. */
function wayOfBase(told: readonly Departure[]): ReadonlyMap<string, string> {
  return new Map(
    [...groupBy(told, ({ base }) => base)].flatMap(([base, own]) => {
      const [way, ...others] = new Set(own.map(({ check }) => check.way));
      return own.length < FEWEST_OF_MEMBER || way === undefined || others.length > 0 ? [] : [[base, way] as const];
    }),
  );
}

/** `one in 7 calls of partners/create`, where the others of them were served. */
export function shareOf(own: readonly Departure[], end: string, exchanges: ExchangeIndex): string | undefined {
  const operationsSeen = new Set(own.flatMap(({ sights }) => sights.map(({ operation }) => operation)));
  let [served, failed] = [0, 0];
  const where = new Set<string>();
  for (const exchange of exchanges.all) {
    const name = exchanges.operationOf(exchange) ?? '';
    const operation = `${exchange.service}@${exchange.spec} ${name}`;
    if (!operationsSeen.has(operation)) continue;
    const was = endOf(exchange);
    if (was === end) {
      failed += 1;
      where.add(name);
    } else if (was !== undefined && (end === '429' || isServedEnd(was))) served += 1;
  }
  if (failed === 0 || served === 0) return undefined;
  const operations = listed([...where].sort());
  // A record that many look at may fail more often than all others are served.
  if (isOfSomeRecords(operationsSeen, end, exchanges))
    return `some records and not to others, always the same, on ${operations}`;
  const one = Math.round((served + failed) / failed);
  return served < failed ? undefined : `one in ${one} ${one < 2 ? 'call' : 'calls'} of ${operations}`;
}

/** Of so many addresses at least it has to be seen that they end alike whenever they are read, or it may be chance. */
const OFTEN_ENOUGH = 3;

/** Whether the same addresses fail whenever they are read, and others never do. */
function isOfSomeRecords(operations: ReadonlySet<string>, end: string, exchanges: ExchangeIndex): boolean {
  const ends = new Map<string, string[]>();
  for (const exchange of exchanges.all) {
    const was = endOf(exchange);
    const isRead = exchange.request.method === 'GET' && (was === end || isServedEnd(was));
    if (!isRead || !operations.has(`${exchange.service}@${exchange.spec} ${exchanges.operationOf(exchange) ?? ''}`))
      continue;
    ends.set(exchange.request.url, [...(ends.get(exchange.request.url) ?? []), was ?? '']);
  }
  const again = [...ends.values()].filter((all) => all.length > 1 && all.includes(end));
  return again.length >= OFTEN_ENOUGH && again.every((all) => all.every((one) => one === end));
}
