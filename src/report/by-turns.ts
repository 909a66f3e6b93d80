/**
 * Requests that are alike and end in two ways: by turns, as of two nodes of which one is another, or by record. What ends so on an
 * operation is one cause, whatever was tried with it.
 */
import type { Exchange } from '../record/exchange.ts';
import { fits } from '../record/rule-pattern.ts';
import { isOfSetup } from '../record/step-name.ts';
import { blank, endOf, type Departure, type ExchangeIndex, type JudgedReport, type Turns } from './departure.ts';
import { exchangeKey } from './exchange-key.ts';
import { groupBy } from './group-by.ts';
import { memberSent } from './sent-traits.ts';

/** The same departures; those that are of such answers have the turns with them, and one key. */
export function withTurns(
  departures: readonly Departure[],
  report: JudgedReport,
  exchanges: ExchangeIndex,
): readonly Departure[] {
  const turns = turnsIn(departures, report, exchanges);
  if (turns.size === 0) return departures;
  const byCase = groupBy(exchanges.all, caseOf);
  return departures.map((one) => {
    if (['apart', 'version'].includes(one.layer) || (one.layer === 'attendant' && one.kind !== 'breakdown')) return one;
    // The form of an answer is a matter of its own.
    if (fits(['http.*'], one.base) && one.kind !== 'breakdown') return one;
    const seen = [
      ...one.sights.map(({ like }) => like),
      ...(fits(['http.*'], one.base) ? [] : one.sights.flatMap((sight) => byCase.get(sight.case) ?? [])).map(
        (exchange) => likeOf(exchange, exchanges),
      ),
    ];
    const found = seen.map((like) => turns.get(like)).find((of) => of !== undefined);
    if (found === undefined) return one;
    const isBreakdown = found.end.startsWith('5');
    return {
      ...one,
      kind: isBreakdown ? 'breakdown' : 'finding',
      layer: one.layer === 'attendant' ? one.layer : isBreakdown ? 'breakdown' : 'status',
      key: `by turns ${found.end}`,
      was: found.end,
      did: 'refused-good',
      turns: found,
    };
  });
}

/** Fewer may be anything else. */
const FEWEST = 2;
/** Of so many calls one at least has to end so; what is rarer is not told from chance. */
const RAREST = 12;
/** So many times as one is due, none at all is no chance. */
const SURELY = 4;
/** A change for good is one, and one that is taken back two. */
const FEWEST_SWITCHES = 3;

function turnsIn(
  departures: readonly Departure[],
  report: JudgedReport,
  exchanges: ExchangeIndex,
): ReadonlyMap<string, Turns> {
  const failing = refusedGood(departures);
  const good = goodOnes(report, exchanges);
  const byOperation = groupBy(
    good.filter((exchange) => exchanges.operationOf(exchange) !== undefined),
    (exchange) => operationOf(exchange, exchanges),
  );
  const found = [...byOperation].flatMap(([operation, all]) => {
    const ends = new Set(all.flatMap((one) => endOf(one) ?? []).filter((end) => /^[45]/.test(end) && end !== '429'));
    return [...ends].flatMap((end) => {
      const like = `${operation} ${end}`;
      const share = shareOf(
        all.filter((one) => isMeant(one, failing)),
        end,
      );
      return share === undefined ? [] : [{ like, operation, end, ...share }];
    });
  });
  // What comes by turns on several operations does so on others too, where less was tried.
  const wide = [...groupBy(found, ({ operation, end }) => `${versionIn(operation)} ${end}`)].flatMap(([key, own]) =>
    own.length < FEWEST ? [] : [key],
  );
  const likes = new Set(departures.filter(isOfGood).flatMap(({ sights }) => sights.map(({ like }) => like)));
  for (const like of likes) {
    const [version = '', name = '', end = ''] = like.split(' ');
    if (wide.includes(`${version} ${end}`) && !found.some((one) => one.like === like))
      found.push({ like, operation: `${version} ${name}`, end, failed: [], served: [], isPartial: false });
  }
  const alike = groupBy(found, ({ operation, end }) => `${versionIn(operation)} ${end}`);
  return new Map(
    [...alike.values()].flatMap((own) => {
      const [first] = own;
      if (first === undefined) return [];
      const [failed, served] = [own.flatMap((one) => one.failed), own.flatMap((one) => one.served)];
      const oneIn = oneInOf([...failed, ...served]);
      const operations = new Set(own.map(({ operation }) => operation));
      const others = good.filter((one) => operations.has(operationOf(one, exchanges)) && isServed(one));
      const of: Turns = {
        end: first.end,
        operations: [...operations].map((operation) => operation.split(' ')[1] ?? '').sort(),
        by: isByRecord(failed, first.end, exchanges) ? 'records' : 'calls',
        oneIn,
        where: own.every(({ isPartial }) => isPartial) ? memberSent(failed, others, SURELY * oneIn) : undefined,
      };
      return own.map(({ like }) => [like, of] as const);
    }),
  );
}

/** Those that are seen to fail with what has to be served. */
function refusedGood(departures: readonly Departure[]): ReadonlySet<string> {
  return new Set(departures.filter(isOfGood).flatMap(({ sights }) => sights.map(({ exchange }) => exchange)));
}

function isOfGood({ did, kind, isOdd }: Departure): boolean {
  return did === 'refused-good' || (kind === 'breakdown' && isOdd === false);
}

/** What is refused counts where it was set up, or is told: a request may look like a good one and not be meant so. */
function isMeant(exchange: Exchange, failing: ReadonlySet<string>): boolean {
  return isServed(exchange) || isOfSetupStep(exchange) || failing.has(exchangeKey(exchange));
}

function isOfSetupStep({ id }: Exchange): boolean {
  return isOfSetup(id.split('#')[1] ?? '');
}

/** What is set up is always the same, whatever is tried: it says best how often. */
function oneInOf(all: readonly Exchange[]): number {
  const setUp = all.filter(isOfSetupStep);
  const shown = setUp.some(isServed) && setUp.filter((one) => !isServed(one)).length >= FEWEST ? setUp : all;
  return Math.max(2, Math.round(shown.length / shown.filter((one) => !isServed(one)).length));
}

interface Share {
  readonly failed: readonly Exchange[];
  readonly served: readonly Exchange[];
  /** Whether only some of the good requests can end so. */
  readonly isPartial: boolean;
}

function shareOf(all: readonly Exchange[], end: string): Share | undefined {
  const classes = [...groupBy(all, alikeness).values()];
  const mixed = classes.filter((own) => isMixed(own, end));
  if (mixed.length === 0) return undefined;
  const own = mixed.flat();
  const failed = own.filter((one) => endOf(one) === end);
  const served = own.filter(isServed);
  if (failed.length < FEWEST || served.length < FEWEST || served.length > RAREST * failed.length) return undefined;
  const isPartial = classes.some(
    (others) =>
      !mixed.includes(others) && others.filter(isServed).length >= FEWEST && !others.some((one) => endOf(one) === end),
  );
  return { failed, served, isPartial };
}

/** Whether requests that are alike are served and end so again and again. */
function isMixed(own: readonly Exchange[], end: string): boolean {
  const inOrder = own
    .map((one, index) => ({ one, index }))
    .sort((a, b) => a.one.at - b.one.at || a.index - b.index)
    .flatMap(({ one }) => (endOf(one) === end || isServed(one) ? [one] : []));
  const switches = inOrder.filter((one, index) => {
    const before = inOrder[index - 1];
    return before !== undefined && endOf(before) !== endOf(one);
  });
  if (switches.length < FEWEST_SWITCHES) return false;
  // What is refused when it is asked for first is a matter of order.
  const byPlace = [...groupBy(inOrder, ({ request }) => request.url).values()];
  return (
    !byPlace.some((all) => all.length > 1 && all.some((one) => endOf(one) === end)) ||
    byPlace.some((all) => {
      const firstServed = all.findIndex(isServed);
      const lastBad = all.findLastIndex((one) => endOf(one) === end);
      return lastBad > firstServed || firstServed < 0;
    })
  );
}

/** Whether what is read ends always alike, whenever it is read again. */
function isByRecord(failed: readonly Exchange[], end: string, exchanges: ExchangeIndex): boolean {
  if (failed.some(({ request }) => request.method !== 'GET')) return false;
  const broken = new Set(failed.map(({ request }) => request.url));
  const reads = exchanges.all.filter(
    (one) => one.request.method === 'GET' && broken.has(one.request.url) && (endOf(one) === end || isServed(one)),
  );
  const again = [...groupBy(reads, ({ request }) => request.url).values()].filter((all) => all.length > 1);
  return again.length >= FEWEST && again.every((all) => all.every((one) => endOf(one) === end));
}

function isServed(exchange: Exchange): boolean {
  return endOf(exchange)?.startsWith('2') === true;
}

/** What is sent to be served: all that is set up, and what no check wants refused. What a change meets, and what a read shows after one, hangs on what was before. */
function goodOnes(report: JudgedReport, exchanges: ExchangeIndex): readonly Exchange[] {
  const refused = new Set(
    report.checks.flatMap((check) =>
      report.rules[check.formOf ?? check.rule]?.awaits === 'refusal'
        ? [`${check.service}@${check.spec} ${check.id}`]
        : [],
    ),
  );
  const changing = new Set(exchanges.all.flatMap((one) => (isChange(one) ? [placeOf(one)] : [])));
  return exchanges.all.filter((exchange) => {
    const { service, spec, id, request } = exchange;
    if (isOfSetupStep(exchange)) return true;
    if (refused.has(`${service}@${spec} ${id.split('#')[0] ?? ''}`)) return false;
    return request.method === 'POST' || (request.method === 'GET' && !changing.has(placeOf(exchange)));
  });
}

function isChange({ request: { method } }: Exchange): boolean {
  return ['PATCH', 'PUT', 'DELETE'].includes(method);
}

function placeOf({ service, spec, request }: Exchange): string {
  return `${service}@${spec} ${request.url}`;
}

/** What is alike in requests that differ by what is new each time. */
function alikeness(exchange: Exchange): string {
  const { method, url, body = '' } = exchange.request;
  const path = url
    .replace(/^[a-z]+:\/\/[^/]*/i, '')
    .split('/')
    .map((segment) => (/\d/.test(segment) ? '*' : segment))
    .join('/');
  const isSetUp = method !== 'GET' && isOfSetupStep(exchange);
  return [String(isSetUp), method, path, blank(body.replace(/:\s*"[a-z0-9]{6,}"/g, ':·'))].join(' ');
}

function operationOf(exchange: Exchange, exchanges: ExchangeIndex): string {
  return `${exchange.service}@${exchange.spec} ${exchanges.operationOf(exchange) ?? ''}`;
}

function caseOf({ service, spec, id }: Exchange): string {
  return `${service}@${spec} ${id.split('#')[0] ?? ''}`;
}

function versionIn(operation: string): string {
  return operation.split(' ')[0] ?? '';
}

function likeOf(exchange: Exchange, exchanges: ExchangeIndex): string {
  return `${operationOf(exchange, exchanges)} ${endOf(exchange) ?? ''}`;
}
