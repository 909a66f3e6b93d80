/** Which exchanges go into the page: enough to read every cause, not every check of it. */
import type { Exchange } from '../../exchange/model.ts';
import type { Report, ReportCheck } from '../model.ts';
import { clusterChecks, exchangeKey } from './cluster.ts';
import type { OperationTiming } from './data.ts';

/** Checks of one cause whose exchanges are shown; the others look the same, and `evidence/` holds theirs. */
const CHECKS_PER_CAUSE = 60;
const EXCHANGES_PER_CHECK = 8;

/** The exchanges that the failing and undetermined checks of a report cite, in the order given. */
export function citedExchanges(report: Report, exchanges: readonly Exchange[]): Exchange[] {
  const wanted = new Set<string>();
  for (const cause of clusterChecks(report, exchanges)) {
    for (const index of cause.checks.slice(0, CHECKS_PER_CAUSE)) {
      const check = report.checks[index];
      if (check !== undefined) for (const id of citedBy(check)) wanted.add(exchangeKey({ ...check, id }));
    }
  }
  return exchanges.filter((exchange) => wanted.has(exchangeKey(exchange)));
}

/** Ids of the exchanges a check rests on, those of its findings first. */
export function citedBy(check: ReportCheck): string[] {
  return [...new Set([...check.findings.map((finding) => finding.evidence), ...check.evidence])].slice(0, EXCHANGES_PER_CHECK);
}

/** How long each operation took, slowest median first. */
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
      return [{ service, spec, operation, exchanges: times.length, medianMs: at(0.5), p95Ms: at(0.95), slowestMs: at(1) }];
    })
    .sort((a, b) => b.p95Ms - a.p95Ms || b.medianMs - a.medianMs);
}
