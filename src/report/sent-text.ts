/** Terminal text of the exchanges and the verdict of one check. */
import { pluralize } from '../model/text.ts';
import type { Exchange } from '../model/exchange.ts';
import type { HeaderList } from '../model/headers.ts';
import type { CheckResult } from '../verdict/model.ts';
import { oneLine, VERDICT_WORDS } from './text.ts';

export interface SentCheck {
  readonly spec: string;
  readonly title: string;
  readonly result: CheckResult;
  /** Masked exchanges in planned order, without those of the cleanup. */
  readonly exchanges: readonly Exchange[];
}

const MAX_BODY_LINES = 200;
const MAX_LINE = 2000;

export function sentText({ spec, title, result, exchanges }: SentCheck): string {
  const shown = exchanges.flatMap((exchange, index) => [
    `${index + 1} of ${exchanges.length}  ${oneLine(exchange.id.slice(exchange.id.indexOf('#') + 1))}`,
    ...exchangeLines(exchange),
    '',
  ]);
  const lines = [
    ...shown,
    `${oneLine(result.check, 400)} in ${oneLine(spec)}: ${VERDICT_WORDS[result.verdict]}`,
    `  ${oneLine(title, 400)}`,
    ...result.findings.map(
      (f) => `  ${oneLine(f.where, 400)}: expected ${oneLine(f.expected, 400)}, received ${oneLine(f.actual, 400)}`,
    ),
    ...(result.cause === undefined ? [] : [`  ${oneLine(result.cause, 400)}`]),
  ];
  return `${lines.join('\n')}\n`;
}

export function exchangeText(exchange: Exchange): string {
  return `${exchangeLines(exchange).join('\n')}\n`;
}

/** Text of a response to a request of which only the URL is known. */
export function responseText({ request, response }: Exchange): string {
  const answer =
    response === undefined ? [] : messageLines('<', String(response.status), response.headers, response.body);
  return `${[`from ${oneLine(request.url, MAX_LINE)}`, ...answer].join('\n')}\n`;
}

function exchangeLines({
  request,
  response,
  failure,
  attempts,
  earlier = [],
  durationMs,
}: Exchange): readonly string[] {
  return [
    ...messageLines('>', `${request.method} ${request.url}`, request.headers, request.body ?? ''),
    ...earlier.map((one) => `< ${one.response.status}, retried`),
    ...(response === undefined
      ? [`! ${oneLine(failure?.message ?? 'no response', MAX_LINE)}`]
      : messageLines('<', String(response.status), response.headers, response.body)),
    `  ${durationMs} ms${attempts === undefined ? '' : `, sent ${pluralize(attempts, 'time')}`}`,
  ];
}

function messageLines(mark: string, first: string, headers: HeaderList, body: string): readonly string[] {
  const lines = body === '' ? [] : formatJson(body).split('\n');
  const more = lines.length - MAX_BODY_LINES;
  return [
    first,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(lines.length === 0 ? [] : ['', ...lines.slice(0, MAX_BODY_LINES)]),
    ...(more > 0 ? [`… and ${pluralize(more, 'line')} more`] : []),
  ].map((line) => `${mark} ${oneLineIndented(line)}`.trimEnd());
}

/** `oneLine` removes indentation, so it is kept separately. */
function oneLineIndented(line: string): string {
  const blanks = /^ */.exec(line)?.[0] ?? '';
  return `${blanks}${oneLine(line, MAX_LINE)}`;
}

function formatJson(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2);
  } catch {
    return body;
  }
}
