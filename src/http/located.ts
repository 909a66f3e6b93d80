/** What an answer says beside its content: where its Location leads, and what it leaves out. */
import { header } from '../record/headers.ts';
import type { Json } from '../record/json.ts';
import { isSuccessful, namedBy, withList, type Success } from '../record/success.ts';
import type { WireResponse } from './transport.ts';

/** RFC 9110 §10.2.2: a Location is resolved against the address of the request. */
export function locationOf(url: string, response: WireResponse): string | undefined {
  const value = header(response, 'location');
  if (value === undefined || !URL.canParse(value, url)) return undefined;
  return new URL(value, url).href;
}

/** What an answer means, where it leaves out what its contract lets it leave out. */
export function meantBy(
  success: Success,
  url: string,
  response: WireResponse,
  answer: Json | undefined,
): Json | undefined {
  const { located } = success;
  if (!isSuccessful(response.status)) return undefined;
  if (answer !== undefined) return withList(answer, success);
  const location = located === undefined || response.body.length > 0 ? undefined : locationOf(url, response);
  return located === undefined || location === undefined ? undefined : namedBy(location, located);
}
