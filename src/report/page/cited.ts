/** Exchanges in the page: enough to understand every failure group. */
import type { Exchange } from '../../model/exchange.ts';
import type { Report, ReportCheck } from '../model.ts';
import { exchangeKey } from '../checks.ts';
import type { PageCause, OperationTiming } from './data.ts';

/** Checks per failure group whose exchanges are in the page; `evidence/` has the others. */
const CHECKS_PER_CAUSE = 60;
const HELD_UP_PER_CAUSE = 12;
const EXCHANGES_PER_CHECK = 8;
/** Limit of additional exchanges that only passing checks cite. */
const CHOSEN = 300;

/** Exchanges of all checks that do not simply pass. */
export function citedExchanges(report: Report, exchanges: readonly Exchange[]): Exchange[] {
  const wanted = new Set(report.checks.filter((check) => check.disposition !== 'conforming').flatMap(keysOf));
  return exchanges.filter((exchange) => wanted.has(exchangeKey(exchange)));
}

/** Exchanges that the page contains. */
export function shownExchanges(
  report: Report,
  causes: readonly PageCause[],
  exchanges: readonly Exchange[],
): Exchange[] {
  const of = (indices: readonly number[]): string[] =>
    indices.flatMap((index) => report.checks[index] ?? []).flatMap(keysOf);
  const wanted = new Set(
    causes.flatMap((cause) => [
      ...of(cause.checks.slice(0, CHECKS_PER_CAUSE)),
      ...of((cause.holdsUp ?? []).slice(0, HELD_UP_PER_CAUSE)),
    ]),
  );
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
