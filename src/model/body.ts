import type { Exchange, RecordedResponse } from './exchange.ts';
import { bareMediaType, firstHeader } from './headers.ts';
import { type Json, type ParsedJson, parseJson } from './json.ts';
import { valueAtPointer } from './pointer.ts';

/** Bodies of recorded requests and responses, parsed by their media type. */

/** True for `application/json` and types that end in `+json` (RFC 6839 §3.1). */
export function isJson(response: RecordedResponse): boolean {
  const type = mediaTypeOf(response);
  return type === 'application/json' || /^[^/]+\/[^/]+\+json$/.test(type);
}

/** The media type in lower case without parameters; empty if none is declared. */
export function mediaTypeOf(response: RecordedResponse): string {
  return bareMediaType(firstHeader(response, 'content-type') ?? '');
}

const parsed = new WeakMap<object, ParsedJson>();

/** Longer bodies take many times their size when parsed, so only the latest ones stay parsed. */
export const LONG_BODY_THRESHOLD = 64 * 1024;
/** Total characters of long bodies that stay parsed, besides the latest one. */
export const MAX_PARSED_CHARACTERS = 16 * 1024 * 1024;
const long = new Map<RecordedResponse, ParsedJson>();

/** Only the last requested page of a long traversal stays parsed, to save memory. */
let page: { readonly response: RecordedResponse; readonly result: ParsedJson } | undefined;

/** The JSON body of a response, parsed once. A long one is parsed again if many others were requested in between. */
export function jsonBody(response: RecordedResponse): ParsedJson {
  const cached = page?.response === response ? page.result : (parsed.get(response) ?? long.get(response));
  if (cached !== undefined) return cached;
  const result = parseJson(response.body);
  storeParsedJson(response, result);
  return result;
}

function keepLong(response: RecordedResponse, result: ParsedJson): void {
  long.set(response, result);
  let total = [...long.keys()].reduce((sum, { body }) => sum + body.length, 0);
  for (const oldest of long.keys()) {
    if (total <= MAX_PARSED_CHARACTERS || oldest === response) return;
    long.delete(oldest);
    total -= oldest.body.length;
  }
}

/** Stores the body of a response that was parsed on arrival. */
export function storeParsedJson(response: RecordedResponse, result: ParsedJson): void {
  if (response.reduced !== undefined) page = { response, result };
  else if (response.body.length <= LONG_BODY_THRESHOLD) parsed.set(response, result);
  else keepLong(response, result);
}

/** Releases the parsed body of a response. */
export function releaseParsedJson(response: RecordedResponse): void {
  long.delete(response);
  parsed.delete(response);
}

/** Releases parsed bodies after a group was judged, since they are rarely read again. */
export function releaseBodies(exchanges: readonly Pick<Exchange, 'response'>[]): void {
  long.clear();
  page = undefined;
  for (const { response } of exchanges) if (response !== undefined) parsed.delete(response);
}

/** The JSON body of a response; undefined if it is absent or not JSON. */
export function responseJson({ response }: Pick<Exchange, 'response'>): Json | undefined {
  const result = response === undefined ? undefined : jsonBody(response);
  return result?.ok === true ? result.value : undefined;
}

/** The value at a pointer in the JSON body of a response; undefined if the body or the value is absent. */
export function responseValue(exchange: Pick<Exchange, 'response'>, pointer: string): Json | undefined {
  return valueAtPointer(responseJson(exchange), pointer);
}

/** The JSON body, or the equivalent value if the response omits it. */
export function effectiveJson(response: RecordedResponse): Json | undefined {
  return response.meant ?? responseJson({ response });
}

/** The JSON body of the request as sent, or undefined. */
export function requestJson(exchange: Exchange): Json | undefined {
  const result = exchange.request.body === undefined ? undefined : parseJson(exchange.request.body);
  return result?.ok === true ? result.value : undefined;
}
