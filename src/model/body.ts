import type { Exchange, RecordedResponse } from './exchange.ts';
import { bareMediaType, header } from './headers.ts';
import { type Json, type Parsed, parseJson } from './json.ts';

/** What a recorded answer or request holds, read as its media type says. */

/** Whether the content is declared as JSON: `application/json`, or a type that ends in `+json` (RFC 6839 §3.1). */
export function isJson(response: RecordedResponse): boolean {
  const type = essenceOf(response);
  return type === 'application/json' || /^[^/]+\/[^/]+\+json$/.test(type);
}

/** The media type without its parameters, in lower case; empty where none is declared. */
export function essenceOf(response: RecordedResponse): string {
  return bareMediaType(header(response, 'content-type') ?? '');
}

const parsed = new WeakMap<object, Parsed>();

/** A body that is longer takes many times its length once it is read, and only the latest of them are kept so. */
export const SMALL = 64 * 1024;
/** So many characters of long ones together, the latest in any case. */
export const MOST_LONG = 16 * 1024 * 1024;
const long = new Map<RecordedResponse, Parsed>();

/** Of the pages of a long walk the one that was asked for last: read and kept, all of them would take many times their texts. */
let page: { readonly response: RecordedResponse; readonly result: Parsed } | undefined;

/** The JSON body of a response, parsed once; a long one again where many others were asked for in the meantime. */
export function jsonBody(response: RecordedResponse): Parsed {
  const known = page?.response === response ? page.result : (parsed.get(response) ?? long.get(response));
  if (known !== undefined) return known;
  const result = parseJson(response.body);
  rememberJson(response, result);
  return result;
}

function keepLong(response: RecordedResponse, result: Parsed): void {
  long.set(response, result);
  let total = [...long.keys()].reduce((sum, { body }) => sum + body.length, 0);
  for (const oldest of long.keys()) {
    if (total <= MOST_LONG || oldest === response) return;
    long.delete(oldest);
    total -= oldest.body.length;
  }
}

/** What was read of a response where it came is what its body holds. */
export function rememberJson(response: RecordedResponse, result: Parsed): void {
  if (response.reduced !== undefined) page = { response, result };
  else if (response.body.length <= SMALL) parsed.set(response, result);
  else keepLong(response, result);
}

/** When nobody will ask for it again. */
export function forgetJson(response: RecordedResponse): void {
  long.delete(response);
  parsed.delete(response);
}

/** When nobody will ask for them again soon: what was just judged is seldom looked at a second time. */
export function forgetBodies(exchanges: readonly Pick<Exchange, 'response'>[]): void {
  long.clear();
  page = undefined;
  for (const { response } of exchanges) if (response !== undefined) parsed.delete(response);
}

/** The JSON that an exchange was answered with; undefined where nothing came, or what came is no JSON. */
export function answeredJson({ response }: Pick<Exchange, 'response'>): Json | undefined {
  const result = response === undefined ? undefined : jsonBody(response);
  return result?.ok === true ? result.value : undefined;
}

/** What an answer says: its JSON, or what it means where it leaves something out. */
export function meantJson(response: RecordedResponse): Json | undefined {
  return response.meant ?? answeredJson({ response });
}

/** The JSON body of the request as sent, or undefined. */
export function sentJson(exchange: Exchange): Json | undefined {
  const result = exchange.request.body === undefined ? undefined : parseJson(exchange.request.body);
  return result?.ok === true ? result.value : undefined;
}
