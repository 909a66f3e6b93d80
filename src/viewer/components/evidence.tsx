/** Evidence: recorded requests and responses. The parts that findings point at are highlighted. */
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { Exchange, HeaderList, RecordedResponse } from '../../record/exchange.ts';
import { curlCommand } from '../../report/curl.ts';
import { exchangeKey } from '../../report/exchange-key.ts';
import type { Finding, ReportCheck } from '../../report/model.ts';
import { citedBy } from '../../report/page/cited.ts';
import { bytes, count, duration, moment, plural } from '../data/format.ts';
import { bodyLines, excerpt, highlightsOf, NO_HIGHLIGHTS } from '../data/highlights.ts';
import type { BodyLine, Highlights } from '../data/highlights.ts';
import { useExchanges } from '../data/load.ts';
import { Icon } from './badge.tsx';
import { CodeBlock, Text } from './text.tsx';

/** All exchanges that a check cites. The first one is open. */
export function Evidence({ check }: { readonly check: ReportCheck }): JSX.Element | null {
  const exchanges = useExchanges();
  const cited = citedBy(check);
  if (cited.length === 0) return null;
  const found = cited.flatMap((id) => exchanges?.get(exchangeKey({ ...check, id })) ?? []);
  const total = new Set([...check.findings.map(({ evidence }) => evidence), ...check.evidence]).size;
  return (
    <section aria-busy={exchanges === undefined}>
      <h2>Evidence</h2>
      {found.map((exchange, at) => (
        <ExchangeView
          key={exchange.id}
          exchange={exchange}
          isOpen={at === 0}
          findings={check.findings.filter(({ evidence }) => evidence === exchange.id)}
        />
      ))}
      {exchanges !== undefined && total > found.length && (
        <p class="dim">
          {found.length === 0 ? plural(total, 'exchange') : `${total - found.length} more`} in{' '}
          <code>
            evidence/{check.service}@{check.spec}.ndjson.gz
          </code>
          {found.length === 0 && `: ${cited.slice(0, 3).join(', ')}`}
        </p>
      )}
    </section>
  );
}

interface ExchangeProps {
  readonly exchange: Exchange;
  readonly findings: readonly Finding[];
  readonly isOpen: boolean;
}

function ExchangeView({ exchange, findings, isOpen }: ExchangeProps): JSX.Element {
  // A closed exchange is rendered when it opens first: the bodies of one check can have thousands of lines.
  const [wasOpen, setWasOpen] = useState(isOpen);
  const { request, response, failure } = exchange;
  const highlights = useMemo(() => highlightsOf(findings), [findings]);
  return (
    <details class="exchange" open={isOpen} onToggle={(event) => event.currentTarget.open && setWasOpen(true)}>
      <summary>
        <span class="exchange-line">
          {findings.length > 0 && <Icon kind="fail" />}
          <b>{request.method}</b>{' '}
          <span>
            <Text>{pathOf(request.url)}</Text>
          </span>{' '}
          <span class="dim" aria-label="returned">
            →
          </span>{' '}
          <b class={highlights.status ? 'highlight' : ''}>{response?.status ?? failure?.kind ?? 'no response'}</b>
        </span>
        <span class="dim">
          {exchange.step} · {duration(exchange.durationMs)}
        </span>
      </summary>
      {wasOpen && (
        <div class="exchange-parts">
          <RequestView exchange={exchange} />
          <div>
            <h3>Response</h3>
            {response !== undefined && <ResponseView exchange={exchange} response={response} highlights={highlights} />}
            {failure !== undefined && (
              <p class="highlight">
                <b>{failure.kind}</b>: <Text>{failure.message}</Text>
              </p>
            )}
          </div>
          <div class="full-width">
            {failure?.kind !== 'not-sent' && <CodeBlock label="curl" text={curlCommand(request)} />}
            <p class="dim small-print">
              {failure?.kind !== 'not-sent' && 'Set the variables first: secrets are not recorded. '}
              <code class="id">{exchange.id}</code>
            </p>
          </div>
        </div>
      )}
    </details>
  );
}

function RequestView({ exchange: { request } }: { readonly exchange: Exchange }): JSX.Element {
  return (
    <div>
      <h3>Request</h3>
      <p class="start-line">
        <code>
          {request.method} <Text>{request.url}</Text>
        </code>
      </p>
      <Headers headers={request.headers} highlighted={[]} label="Request headers" />
      {request.body !== undefined && <Body text={request.body} highlights={NO_HIGHLIGHTS} label="Request body" />}
    </div>
  );
}

function ResponseView({
  exchange: { at, earlier = [] },
  response,
  highlights,
}: {
  readonly exchange: Exchange;
  readonly response: RecordedResponse;
  readonly highlights: Highlights;
}): JSX.Element {
  return (
    <>
      <p class="start-line">
        <code class={highlights.status ? 'highlight' : ''}>{response.status}</code>{' '}
        <span class="dim">
          {bytes(response.bytes)} · {moment(new Date(at).toISOString())}
        </span>
      </p>
      {earlier.length > 0 && (
        <p class="dim">Retried after {earlier.map((one) => String(one.response.status)).join(', ')}.</p>
      )}
      <Headers headers={response.headers} highlighted={highlights.headers} label="Response headers" />
      <Body text={response.body} highlights={highlights} label="Response body" />
    </>
  );
}

/** Headers that explain most failures. The others are folded. */
const IMPORTANT = /^(content-type|location|allow|www-authenticate|retry-after|accept)$|pagination|page/;
const UNFOLDED = 5;

function Headers({
  headers,
  highlighted,
  label,
}: {
  readonly headers: HeaderList;
  readonly highlighted: readonly string[];
  readonly label: string;
}): JSX.Element {
  const absent = highlighted.filter((name) => !headers.some(([other]) => other === name));
  if (headers.length + absent.length === 0) return <p class="dim">No headers.</p>;
  const isShown = ([name]: readonly [string, string]): boolean =>
    headers.length <= UNFOLDED || IMPORTANT.test(name) || highlighted.includes(name);
  const folded = headers.filter((header) => !isShown(header));
  const line = ([name, value]: readonly [string, string], at: number): JSX.Element => (
    <div key={at} class={highlighted.includes(name) ? 'highlight' : ''}>
      <dt>
        <Text>{name}</Text>
      </dt>
      <dd>
        <Text>{value}</Text>
      </dd>
    </div>
  );
  return (
    <>
      <dl class="headers" aria-label={label}>
        {headers.filter(isShown).map(line)}
        {absent.map((name) => (
          <div key={name} class="highlight">
            <dt>{name}</dt>
            <dd>
              <em>absent</em>
            </dd>
          </div>
        ))}
      </dl>
      {folded.length > 0 && (
        <details class="fold">
          <summary>{plural(folded.length, 'more header')}</summary>
          <dl class="headers">{folded.map(line)}</dl>
        </details>
      )}
    </>
  );
}

/** Limit of the lines that a browser lays out without delay. */
const MAX_LINES = 4000;

/** A body as plain text, formatted if it is JSON. It is never rendered as markup. */
function Body({
  text,
  highlights,
  label,
}: {
  readonly text: string;
  readonly highlights: Highlights;
  readonly label: string;
}): JSX.Element {
  const [isComplete, setComplete] = useState(false);
  const lines = useMemo(() => bodyLines(text, highlights), [text, highlights]);
  if (text === '') return <p class="dim">No content.</p>;
  const positions = isComplete ? lines.map((_line, at) => at).slice(0, MAX_LINES) : excerpt(lines);
  const hidden = lines.length - positions.length;
  return (
    <div class="body">
      <pre tabIndex={0} role="region" aria-label={label}>
        {positions.map((at, order) => (
          <Line key={at} line={lines[at]} skipped={at - (positions[order - 1] ?? -1) - 1} />
        ))}
        <Skipped lines={lines.length - 1 - (positions.at(-1) ?? -1)} />
      </pre>
      {hidden > 0 && !isComplete && (
        <button type="button" class="button small no-print" onClick={() => setComplete(true)}>
          Show all {plural(lines.length, 'line')}
        </button>
      )}
      {hidden > 0 && isComplete && <p class="dim">{count(hidden)} more lines in evidence/.</p>}
    </div>
  );
}

/** One line of a body, after a note on the lines that are skipped before it. */
function Line({
  line,
  skipped,
}: {
  readonly line: BodyLine | undefined;
  readonly skipped: number;
}): JSX.Element | null {
  if (line === undefined) return null;
  return (
    <>
      <Skipped lines={skipped} />
      <div class={line.highlighted ? 'line highlight' : 'line'}>
        {'  '.repeat(Math.min(line.indent, 40))}
        <Text>{line.text}</Text>
        {'\n'}
      </div>
    </>
  );
}

function Skipped({ lines }: { readonly lines: number }): JSX.Element | null {
  return lines > 0 ? <div class="skipped">… {plural(lines, 'line')}</div> : null;
}

/** Path and query of a URL. A URL that was sent on purpose may be invalid, so it is not parsed. */
export function pathOf(url: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*([^]*)$/i.exec(url)?.[1] ?? url;
}
