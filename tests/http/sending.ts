/** One step sent by itself, over wires that keep what went out. */
import { sendAndRecord } from '../../src/http/send-exchange.ts';
import type { SentExchange } from '../../src/http/model.ts';
import type { Resolution } from '../../src/http/resolve-values.ts';
import type { Body, RequestTemplate } from '../../src/plan/model.ts';
import { type Answerer, NOW, resolution, stage, type Stage, step, Wire } from './support.ts';

export const NAME = { id: 'library/books/read/case#probe', group: 'g', step: 'probe' } as const;

export interface Options {
  readonly answer?: Answerer;
  readonly stage?: Stage;
  readonly resolution?: Partial<Resolution>;
  readonly via?: 'undici';
}

export async function send(
  template: Partial<RequestTemplate>,
  options: Options = {},
): Promise<SentExchange & { readonly wire: Wire; readonly plain: Wire }> {
  const wire = new Wire(options.answer);
  const plain = new Wire(options.answer);
  const { to } = options.stage ?? stage();
  const sent = await sendAndRecord(
    step('probe', { request: template, ...(options.via === undefined ? {} : { via: options.via }) }),
    NAME,
    to,
    resolution(options.resolution),
    {
      transport: wire,
      plain,
      clock: () => NOW,
      timeoutMs: 1000,
    },
  );
  return { ...sent, wire, plain };
}

export const bodyOf = (sent: { readonly wire: Wire }): string | undefined => sent.wire.sent[0]?.body?.toString('utf8');
export const headersOf = (sent: { readonly wire: Wire }): Readonly<Record<string, string>> =>
  Object.fromEntries(sent.wire.sent[0]?.headers ?? []);
export const json = (
  value: Extract<Body, { kind: 'json' }>['value'],
  mutation?: Extract<Body, { kind: 'json' }>['mutation'],
): Body => ({
  kind: 'json',
  value,
  ...(mutation === undefined ? {} : { mutation }),
});
