/** Where a record is that was made. */
import { encodePercent } from '../../../record/percent.ts';
import { answeredJson } from './bodies.ts';
import type { Exchange } from '../../../record/exchange.ts';
import { at } from '../../../record/pointer.ts';

/** The path as it was said, or below the list by its `id`. */
export function madeAt(exchange: Exchange): string | undefined {
  const { request, response } = exchange;
  if (request.method !== 'POST' || response?.status !== 201) return undefined;
  const location = response.headers.find(([name]) => name === 'location')?.[1];
  const sentTo = URL.parse(request.url)?.pathname;
  const led = location === undefined ? undefined : URL.parse(location, request.url)?.pathname;
  // Where it leads to what was asked, it says of no record where that is.
  if (location !== undefined && led !== sentTo) return led;
  const answered = answeredJson(exchange);
  const id = answered === undefined ? undefined : at(answered, '/id');
  if (typeof id !== 'string' && typeof id !== 'number') return undefined;
  return `${(sentTo ?? '').replace(/\/$/, '')}/${encodePercent(String(id))}`;
}
