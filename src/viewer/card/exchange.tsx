import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Exchange } from '../../record/exchange.ts';
import type { Finding } from '../../report/model.ts';
import { curlCommand } from '../../report/curl.ts';
import { placeOf } from '../lib/place.ts';
import { bytes, duration, moment } from '../lib/format.ts';
import { Command } from '../ui/command.tsx';
import { Mark } from '../ui/mark.tsx';
import { Text } from '../ui/text.tsx';
import { Body, NO_SPOTS } from './body.tsx';
import type { Spots } from './body.tsx';
import { Headers } from './headers.tsx';

interface Props {
  readonly exchange: Exchange;
  readonly findings: readonly Finding[];
  readonly open: boolean;
}

/** One request and what came back. What the findings point at is marked in place. */
export function ExchangeView({ exchange, findings, open }: Props): JSX.Element {
  // Folded exchanges are not laid out until they are opened: a walk has hundreds of lines.
  const [opened, setOpened] = useState(open);
  const { request, response, failure } = exchange;
  return (
    <details class="exchange" open={open} onToggle={(event) => event.currentTarget.open && setOpened(true)}>
      <summary>
        <span class="exchange-line">
          {findings.length > 0 && <Mark kind="fail" />}
          <b>{request.method}</b>{' '}
          <span class="url">
            <Text>{pathOf(request.url)}</Text>
          </span>
          <span class="arrow" aria-label="answered with">
            →
          </span>
          <b class={findings.some((finding) => finding.where === 'status') ? 'pointed' : ''}>
            {response?.status ?? failure?.kind ?? 'nothing'}
          </b>
        </span>
        <span class="dim">
          {exchange.step} · {duration(exchange.durationMs)}
        </span>
      </summary>
      {opened && <Inside exchange={exchange} findings={findings} />}
    </details>
  );
}

function Inside({ exchange, findings }: Omit<Props, 'open'>): JSX.Element {
  const { request, response, failure, earlier = [] } = exchange;
  const places = findings.map((finding) => ({ finding, place: placeOf(finding.where) }));
  const names = places.flatMap(({ place }) => (place.kind === 'header' ? [place.name] : []));
  const spots: Spots = {
    pointers: places.flatMap(({ place }) => (place.kind === 'pointer' ? [place.pointer] : [])),
    members: places.flatMap(({ place }) => (place.kind === 'member' ? [place.name] : [])),
    quoted: places.flatMap(({ place, finding }) => (place.kind === 'body' ? [finding.actual, finding.expected] : [])),
  };
  return (
    <div class="exchange-inside">
      <div class="half">
        <h3>Request</h3>
        <p class="start-line">
          <code>
            {request.method} <Text>{request.url}</Text>
          </code>
        </p>
        <Headers headers={request.headers} pointed={[]} which="Request" />
        {request.body !== undefined && <Body text={request.body} spots={NO_SPOTS} which="Request" />}
      </div>
      <div class="half">
        <h3>Response</h3>
        {response !== undefined && (
          <>
            <p class="start-line">
              <code class={findings.some((finding) => finding.where === 'status') ? 'pointed' : ''}>
                {response.status}
              </code>
              <span class="dim">
                {' '}
                {bytes(response.bytes)} · {moment(new Date(exchange.at).toISOString())}
              </span>
            </p>
            {earlier.length > 0 && (
              <p class="dim">
                Sent again, after it was answered {earlier.map((one) => String(one.response.status)).join(', ')}.
              </p>
            )}
            <Headers headers={response.headers} pointed={names} which="Response" />
            <Body text={response.body} spots={spots} which="Response" />
          </>
        )}
        {failure !== undefined && (
          <p class="pointed">
            <b>{failure.kind}</b>: <Text>{failure.message}</Text>
          </p>
        )}
      </div>
      <div class="whole">
        {failure?.kind !== 'not-sent' && <Command label="curl" text={curlCommand(request)} />}
        <p class="dim small-print">
          {failure?.kind !== 'not-sent' && 'Secrets are left out: set the variables first. '}
          <code class="id">{exchange.id}</code>
        </p>
      </div>
    </div>
  );
}

function pathOf(url: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*([^]*)$/i.exec(url)?.[1] ?? url;
}
