/** What a recorded answer or request holds, read as its media type says. */
import type { Exchange, RecordedResponse } from './exchange.ts';
import { header } from './headers.ts';
import { parseJson, type Json, type Parsed } from './json.ts';

/** Whether the content is declared as JSON: `application/json`, or a type that ends in `+json` (RFC 6839 §3.1). */
export function isJson(response: RecordedResponse): boolean {
  const type = essenceOf(response);
  return type === 'application/json' || /^[^/]+\/[^/]+\+json$/.test(type);
}

/** The media type without its parameters, in lower case; empty where none is declared. */
export function essenceOf(response: RecordedResponse): string {
  return header(response, 'content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
}

const parsed = new WeakMap<object, Parsed>();

/** The JSON body of a response, parsed once. */
export function jsonBody(response: RecordedResponse): Parsed {
  const known = parsed.get(response);
  if (known !== undefined) return known;
  const result = parseJson(response.body);
  parsed.set(response, result);
  return result;
}

/** The JSON body of the request as sent, or undefined. */
export function sentJson(exchange: Exchange): Json | undefined {
  const result = exchange.request.body === undefined ? undefined : parseJson(exchange.request.body);
  return result?.ok === true ? result.value : undefined;
}
