/** Where a record is that was made. */
import { answeredJson } from './bodies.ts';
import type { Exchange } from '../../record/exchange.ts';
import { at } from '../../record/pointer.ts';

/** The path as it was said, or below the list by its `id`. */
export function madeAt(exchange: Exchange): string | undefined {
  const { request, response } = exchange;
  if (request.method !== 'POST' || response?.status !== 201) return undefined;
  const location = response.headers.find(([name]) => name === 'location')?.[1];
  if (location !== undefined) return URL.parse(location, request.url)?.pathname;
  const answered = answeredJson(exchange);
  const id = answered === undefined ? undefined : at(answered, '/id');
  if (typeof id !== 'string' && typeof id !== 'number') return undefined;
  return `${(URL.parse(request.url)?.pathname ?? '').replace(/\/$/, '')}/${encodeURIComponent(id)}`;
}
