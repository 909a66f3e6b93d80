/**
 * Renders the HTML report: one file from a template and data. The page itself is in `src/viewer/`.
 * Responses of services are hostile text. They are embedded only in deflate and base64, whose alphabet has no `<`, and the page renders
 * them only as text nodes.
 */
import { omitUndefined, mapOptional } from '../../model/objects.ts';
import { deflateSync } from 'node:zlib';
import type { Exchange } from '../../model/exchange.ts';
import { shownExchanges } from './cited.ts';
import { checkRef } from '../checks.ts';
import { failureGroupsOf } from '../open-causes.ts';
import {
  type PageCause,
  EXCHANGES_BLOCK,
  exchangesToWire,
  type HtmlData,
  type IndexData,
  REPORT_BLOCK,
  toWire,
  type Wire,
} from './data.ts';

export type { HistoryPoint, HtmlData, IndexData, IndexRun } from './data.ts';
export { citedExchanges, timingsOf } from './cited.ts';

/** Size limit of the exchanges, so that a file stays below 5 MB. */
const EXCHANGES_LIMIT = 2_000_000;
/** Length limits of a body. The first one with which the exchanges fit is used. */
const BODY_LIMITS = [64_000, 24_000, 8_000, 2_000, 400, 0] as const;

export function renderHtml(template: string, data: HtmlData): string {
  const { report } = data;
  const causes = indexedCauses(report);
  const wire = toWire(data, causes);
  const title = `${report.decision.decision} · ${report.run.target} · Plumbline`;
  return fill(template, title, wire, fitExchanges(shownExchanges(report, causes, data.exchanges)));
}

/** Failure groups with indexes of `report.checks` instead of references. */
export function indexedCauses(report: HtmlData['report']): readonly PageCause[] {
  const places = new Map(report.checks.map((check, index) => [checkRef(check), index]));
  const indices = (refs: readonly string[]): readonly number[] => refs.flatMap((ref) => places.get(ref) ?? []);
  return failureGroupsOf(report).map(({ checks, holdsUp, ...cause }) => ({
    ...cause,
    checks: indices(checks),
    ...omitUndefined({ holdsUp: mapOptional(holdsUp, indices) }),
  }));
}

/** Renders the index of runs of all targets. */
export function renderIndexHtml(template: string, data: IndexData): string {
  return fill(template, 'Runs · Plumbline', { kind: 'index', ...data }, '');
}

function fill(template: string, title: string, wire: Wire, exchanges: string): string {
  const titled = replaceOnce(template, /<title>[^<]*<\/title>/, `<title>${escapeText(title)}</title>`);
  const first = replaceOnce(titled, blockOf(REPORT_BLOCK), (open) => `${open}${encode(wire)}</script>`);
  return replaceOnce(first, blockOf(EXCHANGES_BLOCK), (open) => `${open}${exchanges}</script>`);
}

function blockOf(id: string): RegExp {
  return new RegExp(`(<script[^>]*\\bid="${id}"[^>]*>)</script>`);
}

function replaceOnce(text: string, pattern: RegExp, by: string | ((first: string) => string)): string {
  const found = pattern.exec(text);
  if (found === null)
    throw new Error(`the template has no ${pattern.source}: build it with the viewer's vite.config.ts`);
  const replacement = typeof by === 'string' ? by : by(found[1] ?? '');
  return text.slice(0, found.index) + replacement + text.slice(found.index + found[0].length);
}

function encode(value: unknown): string {
  // Deflate instead of gzip: the gzip header contains the operating system, but equal reports must have equal bytes. Level 9 takes three
  // times as long for 2 % less.
  return deflateSync(JSON.stringify(value), { level: 6 }).toString('base64');
}

function fitExchanges(exchanges: readonly Exchange[]): string {
  if (exchanges.length === 0) return '';
  for (const limit of BODY_LIMITS) {
    const text = encode(exchangesToWire(exchanges.map((exchange) => shorten(exchange, limit))));
    if (text.length <= EXCHANGES_LIMIT) return text;
  }
  // The headers alone exceed the limit: only the first half of the exchanges is kept.
  return fitExchanges(exchanges.slice(0, Math.floor(exchanges.length / 2)));
}

function shorten(exchange: Exchange, limit: number): Exchange {
  const { request, response } = exchange;
  return {
    ...exchange,
    request: request.body === undefined ? request : { ...request, body: cut(request.body, limit) },
    ...omitUndefined({ response: mapOptional(response, (it) => ({ ...it, body: cut(it.body, limit) })) }),
  };
}

function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${text.slice(0, limit)}\n… ${text.length - limit} more characters in evidence/`;
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0) ?? 0};`);
}
