/** Evidence: recorded requests and responses. The parts that findings point at are highlighted. */
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Exchange } from '../../model/exchange.ts';
import type { HeaderList } from '../../model/headers.ts';
import { curlCommand } from '../../report/curl.ts';
import { exchangeKey } from '../../report/checks.ts';
import type { Finding, ReportCheck } from '../../report/model.ts';
import { citedExchangeIds } from '../../report/page/cited.ts';
import { bodyLines, type Highlights, highlightsOf } from '../data/body-lines.ts';
import { bytes, duration, moment, plural } from '../data/format.ts';
import { useExchanges } from '../data/load.ts';
import { Icon } from './badge.tsx';
import { Section } from './page.tsx';
import { Code, CodeBlock, Text } from './text.tsx';

/** The requests that lead to a failure in order, then the other exchanges that the check cites. The judged one is open. */
export function Evidence({ check }: { readonly check: ReportCheck }) {
  const exchanges = useExchanges();
  const found = citedExchangeIds(check).flatMap((id) => exchanges?.get(exchangeKey({ ...check, id })) ?? []);
  const cited = new Set([...check.findings.map(({ evidence }) => evidence), ...check.evidence]);
  const missing = cited.size - found.length;
  const steps = check.verdict === 'fail' ? (exchanges?.requestsOf(check) ?? []) : [];
  if (cited.size === 0) return null;
  return (
    <Section title="Recorded requests and responses">
      {[...new Set([...steps, ...found])].map((exchange) => (
        <ExchangeView
          key={exchange.id}
          exchange={exchange}
          isOpen={exchange === found[0]}
          findings={check.findings.filter(({ evidence }) => evidence === exchange.id)}
        />
      ))}
      {exchanges !== undefined && missing > 0 && (
        <p class="dim">
          {plural(missing, found.length === 0 ? 'recorded request' : 'more recorded request')} in the file{' '}
          <code>{`evidence/${check.service}@${check.spec}.ndjson.gz`}</code>
          {found.length === 0 && `: ${[...cited].slice(0, 3).join(', ')}`}
        </p>
      )}
    </Section>
  );
}

interface ExchangeProps {
  readonly exchange: Exchange;
  readonly findings: readonly Finding[];
  readonly isOpen: boolean;
}

function ExchangeView({ exchange, findings, isOpen }: ExchangeProps) {
  // A closed exchange is rendered when it opens first: the bodies of one check can have thousands of lines.
  const [wasOpen, setWasOpen] = useState(isOpen);
  const { request, response, failure, earlier = [] } = exchange;
  const highlights = useMemo(() => highlightsOf(findings), [findings]);
  return (
    <details class="exchange" open={isOpen} onToggle={(event) => event.currentTarget.open && setWasOpen(true)}>
      <summary>
        {findings.length > 0 && <Icon kind="fail" />} <RequestLine exchange={exchange} isMarked={highlights.status} />{' '}
        <span class="dim">
          {exchange.step} · {duration(exchange.durationMs)}
        </span>
      </summary>
      {wasOpen && (
        <div class="exchange-parts">
          <div>
            <h3>Request</h3>
            <p>
              {request.method} <Text>{request.url}</Text>
            </p>
            <Headers headers={request.headers} marked={[]} />
            {request.body !== undefined && <Body label="Request body" text={request.body} />}
          </div>
          <div>
            <h3>Response</h3>
            {response !== undefined && (
              <>
                <p>
                  <b class={highlights.status ? 'highlight' : ''}>{response.status}</b> {bytes(response.bytes)},{' '}
                  {moment(new Date(exchange.at).toISOString())}
                  {earlier.map((one) => `, retry after status ${one.response.status}`)}
                </p>
                <Headers headers={response.headers} marked={highlights.headers} />
                <Body label="Response body" text={response.body} highlights={highlights} />
              </>
            )}
            {failure !== undefined && (
              <p class="highlight">
                {failure.kind}: <Text>{failure.message}</Text>
              </p>
            )}
          </div>
          {failure?.kind !== 'not-sent' && <CodeBlock label="curl" text={curlCommand(request)} />}
          <p class="dim">
            <code class="id">{exchange.id}</code> Secrets are not recorded: set the variables first.
          </p>
        </div>
      )}
    </details>
  );
}

interface RequestLineProps {
  readonly exchange: Exchange;
  readonly isMarked?: boolean;
}

/** `GET /students?page=2 → 200`. A URL may be invalid on purpose, so it is not parsed. */
export function RequestLine({ exchange, isMarked = false }: RequestLineProps) {
  const { request, response, failure } = exchange;
  const path = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*([^]*)$/i.exec(request.url)?.[1] ?? request.url;
  return (
    <code>
      <b>{request.method}</b> <Text>{path}</Text> →{' '}
      <b class={isMarked ? 'highlight' : ''}>{response?.status ?? failure?.kind ?? 'no response'}</b>
    </code>
  );
}

interface HeadersProps {
  readonly headers: HeaderList;
  /** Names that findings point at. An absent one is listed too. */
  readonly marked: readonly string[];
}

function Headers({ headers, marked }: HeadersProps) {
  const absent = marked.filter((name) => !headers.some(([other]) => other === name));
  const rows = [...headers, ...absent.map((name) => [name, 'absent'] as const)];
  return (
    <dl class="headers">
      {rows.map(([name, value], at) => (
        <div key={at} class={marked.includes(name) ? 'highlight' : ''}>
          <dt>
            <Text>{name}</Text>
          </dt>
          <dd>
            <Text>{value}</Text>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** More lines than this take a browser too long to lay out. */
const MAX_LINES = 4000;
const NO_HIGHLIGHTS = highlightsOf([]);

interface BodyProps {
  readonly label: string;
  readonly text: string;
  readonly highlights?: Highlights;
}

/** A body as plain text, formatted if it is JSON, scrolled to the first highlight. It is never rendered as markup. */
function Body({ label, text, highlights = NO_HIGHLIGHTS }: BodyProps) {
  const box = useRef<HTMLPreElement>(null);
  const lines = useMemo(() => bodyLines(text, highlights), [text, highlights]);
  useLayoutEffect(() => {
    const line = box.current?.querySelector<HTMLElement>('.highlight');
    if (box.current !== null && line) box.current.scrollTop = line.offsetTop - box.current.clientHeight / 3;
  }, [lines]);
  if (text === '') return <p class="dim">The body is empty.</p>;
  return (
    <pre ref={box} class="body" tabIndex={0} role="region" aria-label={label}>
      {lines.slice(0, MAX_LINES).map((line, at) => (
        <div key={at} class={line.highlighted ? 'highlight' : ''}>
          <Text>{line.text}</Text>
          {'\n'}
        </div>
      ))}
      {lines.length > MAX_LINES && <Code>{`… ${plural(lines.length - MAX_LINES, 'more line')} in evidence/`}</Code>}
    </pre>
  );
}
