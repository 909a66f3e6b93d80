/** Exchanges in the page: enough to understand every failure group. */
import { caseIdOf, type Exchange } from '../../model/exchange.ts';
import { groupBy } from '../../model/objects.ts';
import type { Report, ReportCheck } from '../model.ts';
import { exchangeKey } from '../checks.ts';
import type { PageCause, OperationTiming } from './data.ts';

/** Checks per failure group whose exchanges are in the page; `evidence/` has the others. */
const CHECKS_PER_CAUSE = 60;
const HELD_UP_PER_CAUSE = 12;
/** Checks per failure group whose whole case is in the page. */
const CASES_PER_CAUSE = 12;
const EXCHANGES_PER_CHECK = 8;
/** Limit of additional exchanges that only passing checks cite. */
const CHOSEN = 300;

/** Exchanges of all checks that do not simply pass, and the requests that lead to their failures. */
export function citedExchanges(report: Report, exchanges: readonly Exchange[]): Exchange[] {
  const open = report.checks.filter((check) => check.disposition !== 'conforming');
  const wanted = new Set([...open.flatMap(keysOf), ...keysOfCases(open, exchanges)]);
  return exchanges.filter((exchange) => wanted.has(exchangeKey(exchange)));
}

export type RequestsOfFailure = (check: ReportCheck) => readonly Exchange[];

/**
 * Finds the requests that lead to a failure, in the order of sending: the setup of the group, then the case up to the judged request, which
 * is the last one. Empty if the exchange of the first finding is not in `exchanges`.
 */
export function indexRequestsOfFailures(exchanges: readonly Exchange[]): RequestsOfFailure {
  const sent = exchanges.filter(({ failure }) => failure?.kind !== 'not-sent');
  const byCase = groupBy(sent, ({ service, spec, id }) => `${service}@${spec} ${caseIdOf(id)}`);
  return (check) => {
    const [judged = ''] = citedExchangeIds(check);
    const of = (id: string): readonly Exchange[] => byCase.get(`${check.service}@${check.spec} ${id}`) ?? [];
    const last = of(caseIdOf(judged)).find(({ id }) => id === judged);
    if (last === undefined) return [];
    const own = caseIdOf(judged).replace(/=$/, '');
    const attempt = /~\d+$/.exec(own)?.[0] ?? '';
    const retried = attempt === '' ? [] : of(`${last.group}${attempt}`);
    const isSetup = own === last.group || own === `${last.group}${attempt}`;
    const setup = isSetup ? [] : retried.length > 0 ? retried : of(last.group);
    return [...setup, ...of(own).filter((one) => one !== last && one.at <= last.at), last];
  };
}

/** Keys of the requests that lead to failures. */
function keysOfCases(checks: readonly ReportCheck[], exchanges: readonly Exchange[]): string[] {
  const requestsOf = indexRequestsOfFailures(exchanges);
  return checks.filter(({ verdict }) => verdict === 'fail').flatMap((check) => requestsOf(check).map(exchangeKey));
}

/** Exchanges that the page contains. */
export function shownExchanges(
  report: Report,
  causes: readonly PageCause[],
  exchanges: readonly Exchange[],
): Exchange[] {
  const checksAt = (indices: readonly number[] = [], limit: number): readonly ReportCheck[] =>
    indices.slice(0, limit).flatMap((index) => report.checks[index] ?? []);
  const wanted = new Set([
    ...causes.flatMap((cause) => [
      ...checksAt(cause.checks, CHECKS_PER_CAUSE).flatMap(keysOf),
      ...checksAt(cause.holdsUp, HELD_UP_PER_CAUSE).flatMap(keysOf),
    ]),
    ...keysOfCases(
      causes.flatMap((cause) => checksAt(cause.checks, CASES_PER_CAUSE)),
      exchanges,
    ),
  ]);
  const cited = new Set(report.checks.filter((check) => check.disposition !== 'conforming').flatMap(keysOf));
  let passingCount = 0;
  return exchanges.filter((exchange) => {
    const key = exchangeKey(exchange);
    return wanted.has(key) || (!cited.has(key) && passingCount++ < CHOSEN);
  });
}

/** IDs of the exchanges of a check; those of findings first. */
export function citedExchangeIds(check: ReportCheck): string[] {
  return [...new Set([...check.findings.map((finding) => finding.evidence), ...check.evidence])].slice(
    0,
    EXCHANGES_PER_CHECK,
  );
}

function keysOf(check: ReportCheck): string[] {
  return citedExchangeIds(check).map((id) => exchangeKey({ ...check, id }));
}

/** Durations by operation, the slowest first. */
export function timingsOf(exchanges: readonly Exchange[]): OperationTiming[] {
  const groups = new Map<string, Exchange[]>();
  for (const exchange of exchanges) {
    if (exchange.operation === undefined || exchange.response === undefined) continue;
    const key = `${exchange.service} ${exchange.spec} ${exchange.operation}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [exchange]);
    else group.push(exchange);
  }
  return [...groups.values()]
    .flatMap((group): OperationTiming[] => {
      const first = group[0];
      if (first?.operation === undefined) return [];
      const times = group.map((exchange) => exchange.durationMs).sort((a, b) => a - b);
      const at = (share: number): number => times[Math.min(times.length - 1, Math.ceil(share * times.length) - 1)] ?? 0;
      const { service, spec, operation } = first;
      return [
        { service, spec, operation, exchanges: times.length, medianMs: at(0.5), p95Ms: at(0.95), slowestMs: at(1) },
      ];
    })
    .sort((a, b) => b.p95Ms - a.p95Ms || b.medianMs - a.medianMs);
}
