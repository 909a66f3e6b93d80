/**
 * Requests that are alike and end in two ways: by turns, as of two nodes of which one is another, or by record. What ends so on an
 * operation is one cause, whatever was tried with it.
 */
import type { Exchange } from '../record/exchange.ts';
import { blank, endOf, type Departure, type ExchangeIndex, type JudgedReport, type Turns } from './departure.ts';
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
  return departures.map((one) => {
    if (['attendant', 'apart', 'version'].includes(one.layer)) return one;
    const version = `${one.check.service}@${one.check.spec}`;
    const seen = [
      ...one.sights.map(({ like }) => like),
      ...one.check.evidence.flatMap((id) => {
        const exchange = exchanges.get(`${version} ${id}`);
        return exchange === undefined ? [] : [likeOf(exchange, exchanges)];
      }),
    ];
    const found = seen.map((like) => turns.get(like)).find((of) => of !== undefined);
    if (found === undefined) return one;
    const isBreakdown = found.end.startsWith('5');
    return {
      ...one,
      kind: isBreakdown ? 'breakdown' : 'finding',
      layer: isBreakdown ? 'breakdown' : 'status',
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
  const failing = new Set(departures.flatMap(({ sights }) => sights.map(({ like }) => like)));
  const good = goodOnes(report, exchanges);
  const byOperation = groupBy(good, (exchange) => operationOf(exchange, exchanges));
  const found = [...byOperation].flatMap(([operation, all]) => {
    const ends = new Set(all.flatMap((one) => endOf(one) ?? []).filter((end) => /^[45]/.test(end) && end !== '429'));
    return [...ends].flatMap((end) => {
      const like = `${operation} ${end}`;
      const share = failing.has(like) ? shareOf(all, end, exchanges) : undefined;
      return share === undefined ? [] : [{ like, operation, end, ...share }];
    });
  });
  // What comes by turns on several operations does so on others too, where less was tried.
  const wide = [...groupBy(found, ({ operation, end }) => `${versionIn(operation)} ${end}`)].flatMap(([key, own]) =>
    own.length < FEWEST || own.some(({ by }) => by === 'records') ? [] : [key],
  );
  for (const [operation, all] of byOperation)
    for (const key of wide) {
      const [version = '', end = ''] = key.split(' ');
      if (versionIn(operation) !== version || found.some((one) => one.operation === operation && one.end === end))
        continue;
      const failed = all.filter((one) => endOf(one) === end);
      const served = all.filter(isServed);
      const like = `${operation} ${end}`;
      if (failed.length > 0 && served.length > 0)
        found.push({ like, operation, end, failed, served, by: 'calls', isPartial: false });
    }
  const alike = groupBy(found, ({ operation, end, by }) => `${versionIn(operation)} ${end} ${by}`);
  return new Map(
    [...alike.values()].flatMap((own) => {
      const [first] = own;
      if (first === undefined) return [];
      const [failed, served] = [own.flatMap((one) => one.failed), own.flatMap((one) => one.served)];
      const oneIn = Math.max(2, Math.round((failed.length + served.length) / failed.length));
      const operations = new Set(own.map(({ operation }) => operation));
      const others = good.filter((one) => operations.has(operationOf(one, exchanges)) && isServed(one));
      const of: Turns = {
        end: first.end,
        operations: [...operations].map((operation) => operation.split(' ')[1] ?? '').sort(),
        by: first.by,
        oneIn,
        where: own.every(({ isPartial }) => isPartial) ? memberSent(failed, others, SURELY * oneIn) : undefined,
      };
      return own.map(({ like }) => [like, of] as const);
    }),
  );
}

interface Share {
  readonly failed: readonly Exchange[];
  readonly served: readonly Exchange[];
  readonly by: Turns['by'];
  /** Whether only some of the good requests can end so. */
  readonly isPartial: boolean;
}

function shareOf(all: readonly Exchange[], end: string, exchanges: ExchangeIndex): Share | undefined {
  const classes = [...groupBy(all, alikeness).values()];
  const mixed = classes.filter((own) => isMixed(own, end));
  if (mixed.length === 0) return undefined;
  const own = mixed.flat();
  const failed = own.filter((one) => endOf(one) === end);
  const served = own.filter(isServed);
  if (failed.length < FEWEST || served.length < FEWEST || served.length > RAREST * failed.length) return undefined;
  const by = isByRecord(own, end, exchanges) ? 'records' : 'calls';
  const isPartial = classes.some(
    (others) =>
      !mixed.includes(others) && others.filter(isServed).length >= FEWEST && !others.some((one) => endOf(one) === end),
  );
  return { failed, served, by, isPartial };
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
function isByRecord(own: readonly Exchange[], end: string, exchanges: ExchangeIndex): boolean {
  if (own.some(({ request }) => request.method !== 'GET')) return false;
  const broken = new Set(own.filter((one) => endOf(one) === end).map(({ request }) => request.url));
  const reads = exchanges.all.filter(
    (one) => one.request.method === 'GET' && broken.has(one.request.url) && (endOf(one) === end || isServed(one)),
  );
  const again = [...groupBy(reads, ({ request }) => request.url).values()].filter((all) => all.length > 1);
  return again.length >= FEWEST && again.every((all) => all.every((one) => endOf(one) === end));
}

function isServed(exchange: Exchange): boolean {
  return endOf(exchange)?.startsWith('2') === true;
}

/** What is sent to be served: all that is set up, and what no check wants refused. Of what is changed or removed the first alone, and no reads. */
function goodOnes(report: JudgedReport, exchanges: ExchangeIndex): readonly Exchange[] {
  const refused = new Set(
    report.checks.flatMap((check) =>
      report.rules[check.formOf ?? check.rule]?.awaits === 'refusal'
        ? [`${check.service}@${check.spec} ${check.id}`]
        : [],
    ),
  );
  const written = new Set<string>();
  const changing = new Set(
    exchanges.all.flatMap(({ service, spec, request: { method, url } }) =>
      ['PATCH', 'PUT', 'DELETE'].includes(method) ? [`${service}@${spec} ${url}`] : [],
    ),
  );
  return exchanges.all.filter((exchange) => {
    const { service, spec, id, request } = exchange;
    const version = `${service}@${spec}`;
    const [source = '', step = ''] = id.split('#');
    if (step.startsWith('setup.')) return true;
    if (refused.has(`${version} ${source}`)) return false;
    const place = `${version} ${request.url}`;
    if (request.method === 'GET') return !changing.has(place);
    if (request.method === 'POST') return true;
    if (!changing.has(place)) return false;
    const isFirst = !written.has(place);
    written.add(place);
    return isFirst;
  });
}

/** What is alike in requests that differ by what is new each time. */
function alikeness({ request: { method, url, body = '' } }: Exchange): string {
  const path = url
    .replace(/^[a-z]+:\/\/[^/]*/i, '')
    .split('/')
    .map((segment) => (/\d/.test(segment) ? '*' : segment))
    .join('/');
  return [method, path, blank(body.replace(/:\s*"[a-z0-9]{6,}"/g, ':·'))].join(' ');
}

function operationOf(exchange: Exchange, exchanges: ExchangeIndex): string {
  return `${exchange.service}@${exchange.spec} ${exchanges.operationOf(exchange) ?? ''}`;
}

function versionIn(operation: string): string {
  return operation.split(' ')[0] ?? '';
}

function likeOf(exchange: Exchange, exchanges: ExchangeIndex): string {
  return `${operationOf(exchange, exchanges)} ${endOf(exchange) ?? ''}`;
}
