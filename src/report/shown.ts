/** What views that know the exchanges tell of a check beside the report: how long it took, and how to send it again. */
import type { Exchange } from '../record/exchange.ts';
import { exchangeKey } from './exchange-key.ts';
import { curlCommand } from './curl.ts';
import { whereWords } from './phrase.ts';
import type { ReportCheck } from './model.ts';
import { printable } from './words.ts';

export interface ExchangeWords {
  /** Of the exchanges that the check rests on; those that several checks rest on count for each. */
  readonly milliseconds: (check: ReportCheck) => number;
  /** When the first of them was sent. */
  readonly startedAt: (check: ReportCheck) => number | undefined;
  /** All that was exchanged with a service in a version. */
  readonly total: (service: string, spec: string) => number;
  /** The command that repeats the first request that the check failed on. Secrets are variables in it. */
  readonly curl: (check: ReportCheck) => string | undefined;
}

export function exchangesOf(list: readonly Exchange[]): ExchangeWords {
  const byKey = new Map(list.map((exchange) => [exchangeKey(exchange), exchange]));
  const find = (check: ReportCheck, id: string): Exchange | undefined =>
    byKey.get(exchangeKey({ service: check.service, spec: check.spec, id }));
  const totals = new Map<string, number>();
  for (const { service, spec, durationMs } of list)
    totals.set(`${service}@${spec}`, (totals.get(`${service}@${spec}`) ?? 0) + durationMs);
  return {
    milliseconds: (check) =>
      [...new Set(check.evidence)].reduce((sum, id) => sum + (find(check, id)?.durationMs ?? 0), 0),
    startedAt: (check) => {
      const times = check.evidence.flatMap((id) => find(check, id)?.at ?? []);
      return times.length === 0 ? undefined : Math.min(...times);
    },
    total: (service, spec) => totals.get(`${service}@${spec}`) ?? 0,
    curl: (check) => {
      const exchange = find(check, check.findings[0]?.evidence ?? '');
      return exchange === undefined ? undefined : printable(curlCommand(exchange.request));
    },
  };
}

/** `expected: …` and `received: …`, a pair for each finding. */
export function findingLines({ findings }: ReportCheck, limit: number): readonly string[] {
  const text = (value: string): string => [...printable(value)].slice(0, limit).join('');
  return findings.flatMap((finding) => [
    `at: ${text(whereWords(finding.where))} [${finding.evidence}]`,
    `expected: ${text(finding.expected)}`,
    `received: ${text(finding.actual)}`,
  ]);
}
