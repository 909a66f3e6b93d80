/** Facts of a check that views derive from exchanges: duration, start time, and a curl command. */
import type { Exchange } from '../model/exchange.ts';
import { curlCommand } from './curl.ts';
import { locationText } from './phrase.ts';
import type { ReportCheck } from './model.ts';
import { indexRequestsOfFailures, type RequestsOfFailure } from './page/cited.ts';
import { printable } from './text.ts';

export interface ExchangeFacts {
  /** Duration of the exchanges of the check. Exchanges of several checks count for each of them. */
  readonly milliseconds: (check: ReportCheck) => number;
  /** Time of the first exchange. */
  readonly startedAt: (check: ReportCheck) => number | undefined;
  /** Duration of all exchanges with a service in a version. */
  readonly total: (service: string, spec: string) => number;
  /**
   * curl command of the first failing request, with variables for secrets. Commands of earlier writes that sent the
   * same value of the field come first: a duplicate needs both.
   */
  readonly curl: (check: ReportCheck) => string | undefined;
}

/** Cached by list, since several views use the same exchanges. */
const cache = new WeakMap<readonly Exchange[], ExchangeFacts>();

export function exchangeFacts(list: readonly Exchange[]): ExchangeFacts {
  const cached = cache.get(list);
  if (cached !== undefined) return cached;
  const words = computeFacts(list);
  cache.set(list, words);
  return words;
}

function computeFacts(list: readonly Exchange[]): ExchangeFacts {
  // Nested maps avoid building a key for each of the many lookups.
  const byVersion = new Map<string, Map<string, Map<string, Exchange>>>();
  for (const exchange of list) {
    const versions = byVersion.get(exchange.service) ?? new Map<string, Map<string, Exchange>>();
    byVersion.set(exchange.service, versions);
    const byId = versions.get(exchange.spec) ?? new Map<string, Exchange>();
    versions.set(exchange.spec, byId.set(exchange.id, exchange));
  }
  const find = ({ service, spec }: ReportCheck, id: string): Exchange | undefined =>
    byVersion.get(service)?.get(spec)?.get(id);
  let requestsOf: RequestsOfFailure | undefined;
  const totals = new Map<string, number>();
  for (const { service, spec, durationMs } of list)
    totals.set(`${service}@${spec}`, (totals.get(`${service}@${spec}`) ?? 0) + durationMs);
  return {
    milliseconds: (check) =>
      check.evidence.reduce(
        (sum, id, place) => sum + (check.evidence.indexOf(id) < place ? 0 : (find(check, id)?.durationMs ?? 0)),
        0,
      ),
    startedAt: (check) => {
      const times = check.evidence.flatMap((id) => find(check, id)?.at ?? []);
      return times.length === 0 ? undefined : Math.min(...times);
    },
    total: (service, spec) => totals.get(`${service}@${spec}`) ?? 0,
    curl: (check) => {
      const exchange = find(check, check.findings[0]?.evidence ?? '');
      if (exchange === undefined) return undefined;
      requestsOf ??= indexRequestsOfFailures(list);
      const sent = sentValue(check, exchange);
      const earlier = requestsOf(check).filter(
        (one) => one !== exchange && sent !== undefined && one.request.body?.includes(sent) === true,
      );
      return [...earlier, exchange].map(({ request }) => printable(curlCommand(request))).join('\n\n');
    },
  };
}

/** Name and value of the field of a check in the body of a request, such as `"code":"AB-1"`. */
function sentValue({ rule, member }: ReportCheck, { request }: Exchange): string | undefined {
  const name = rule.startsWith('input.duplicate') ? member?.at(-1) : undefined;
  const start = name === undefined ? -1 : (request.body?.indexOf(`${JSON.stringify(name)}:`) ?? -1);
  return start < 0 ? undefined : /^[^,}\]]+/.exec(request.body?.slice(start) ?? '')?.[0];
}

/** `at:`, `expected:` and `received:` lines of each finding. */
export function findingLines({ findings }: ReportCheck, limit: number): readonly string[] {
  const text = (value: string): string => [...printable(value)].slice(0, limit).join('');
  return findings.flatMap((finding) => [
    `at: ${text(locationText(finding.where))} [${finding.evidence}]`,
    `expected: ${text(finding.expected)}`,
    `received: ${text(finding.actual)}`,
  ]);
}
