import type { Exchange } from '../../model/exchange.ts';
import { isTargetFault } from '../../model/failure.ts';
import { type Json, parseJson } from '../../model/json.ts';
import { hasRejectedItem, isSuccessStatus } from '../../model/success.ts';
import { exchangeKey } from '../checks.ts';
import type { JudgedReport } from './failure.ts';
import type { ReportCheck } from '../model.ts';

/** Exchanges by key, with how each ended and to which operation it was sent. */
export interface TrafficIndex {
  readonly get: (key: string) => Exchange | undefined;
  readonly endingOf: (exchange: Exchange) => string | undefined;
  readonly operationOf: (exchange: Exchange) => string | undefined;
  /** Method and path of an operation: `GET /orders/{id}`. */
  readonly placeOf: (operation: string) => string | undefined;
  /** Number of exchanges by operation and ending. */
  readonly endings: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

export function indexTraffic(exchanges: readonly Exchange[], report: JudgedReport): TrafficIndex {
  const flags = report.run?.flags ?? [];
  const byKey = new Map(exchanges.map((one) => [exchangeKey(one), one]));
  const places = new Map<string, Map<string, number>>();
  const operations = new Map<string, string>();
  // Method and path with a placeholder for segments that may be IDs. It identifies the operation of exchanges that do not name it.
  const callOf = ({ service, spec, request }: Exchange): string =>
    `${service}@${spec} ${request.method === 'HEAD' ? 'GET' : request.method} ${pathTemplate(request.url)}`;
  const endingOf = (one: Exchange): string | undefined => {
    if (one.failure !== undefined) return isTargetFault(one.failure.kind) ? one.failure.kind : undefined;
    if (one.response === undefined) return undefined;
    const { status, body } = one.response;
    const flag = flags.find(({ service }) => service === one.service)?.flag;
    if (flag === undefined || !isSuccessStatus(status) || !/:\s*false\b/.test(body)) return String(status);
    const parsed = parseJson(body);
    const items: readonly Json[] = !parsed.ok ? [] : isList(parsed.value) ? parsed.value : [parsed.value];
    return items.length > 0 && items.every((item) => hasRejectedItem(item, flag)) ? `denied:${status}` : String(status);
  };
  for (const one of exchanges) {
    if (one.operation === undefined || one.request.method === 'HEAD') continue;
    operations.set(callOf(one), one.operation);
    const name = `${one.service}@${one.spec} ${one.operation}`;
    const place = `${one.request.method} ${pathTemplate(one.request.url)}`;
    const counts = places.get(name) ?? new Map<string, number>();
    places.set(name, counts.set(place, (counts.get(place) ?? 0) + 1));
  }
  const operationOf = (one: Exchange): string | undefined =>
    one.request.method === 'HEAD'
      ? (operations.get(callOf(one)) ?? one.operation)
      : (one.operation ?? operations.get(callOf(one)));
  const endings = new Map<string, Map<string, number>>();
  for (const one of exchanges) {
    const ending = endingOf(one);
    if (ending === undefined) continue;
    const name = `${one.service}@${one.spec} ${operationOf(one) ?? ''}`;
    const counts = endings.get(name) ?? new Map<string, number>();
    endings.set(name, counts.set(ending, (counts.get(ending) ?? 0) + 1));
  }
  // Test cases with another method or path are fewer than the others.
  const placeOf = (name: string): string | undefined =>
    [...(places.get(name) ?? [])].sort(([, a], [, b]) => b - a)[0]?.[0];
  return { get: (key) => byKey.get(key), endingOf, operationOf, placeOf, endings };
}

/** Names in paths that end with a digit: `v1`, `oauth2`, `openapi3.json`. */
const NAME_WITH_DIGIT = /^[a-z][a-z_-]*\d(?:\.\w+)*$/i;

/** Path of a URL with `{id}` for other segments that contain a digit. */
function pathTemplate(url: string): string {
  const [path = ''] = url.replace(/^\w+:\/\/[^/]*/, '').split('?');
  return path
    .split('/')
    .map((segment) => (/\d/.test(segment) && !NAME_WITH_DIGIT.test(segment) ? '{id}' : segment))
    .join('/');
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/** Error message without IDs, numbers and field names, so that equal errors have equal messages. */
export function comparableErrorMessage(body: string, check: ReportCheck): string {
  const text = errorMessage(body);
  const name = check.member?.at(-1);
  const plain = name === undefined ? text : text.replaceAll(name, '·');
  return plain
    .replace(/"[^"]*"/g, '·')
    .replace(/\b(?=\w*\d)\w{5,}\b/g, '·')
    .replace(/[\d.:-]{4,}/g, '·');
}

/** Human-readable message of an error body. */
export function errorMessage(whole: string): string {
  const body = whole.slice(0, 4000);
  const quoted = (/"(?:error_description|message|detail|title)"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(body) ??
    /"error"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(body))?.[1];
  const line = (quoted ?? (/^\s*[[{]/.test(body) ? '' : body.replace(/<[^>]*>/g, ' '))).replace(/\s+/g, ' ').trim();
  return line.length > 90 ? `${line.slice(0, 89)}…` : line;
}
