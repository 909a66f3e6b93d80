/** Reads the content of a response: content coding (RFC 9110 §8.4), JSON, and Location. */
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { sizeLimitFailure, TransportFailure, type WireResponse } from './transport.ts';
import { type Json, parseJson } from '../model/json.ts';
import { firstHeader } from '../model/headers.ts';
import { isSuccessStatus, idFromLocation, type Success, withEmptyList } from '../model/success.ts';

const DECODERS: Readonly<Record<string, (packed: Buffer, maxOutputLength: number) => Buffer>> = {
  gzip: (packed, maxOutputLength) => gunzipSync(packed, { maxOutputLength }),
  'x-gzip': (packed, maxOutputLength) => gunzipSync(packed, { maxOutputLength }),
  deflate: (packed, maxOutputLength) => inflateSync(packed, { maxOutputLength }),
  br: (packed, maxOutputLength) => brotliDecompressSync(packed, { maxOutputLength }),
};

/** Decompresses the content. Unknown codings are left as they are; invalid content is a protocol failure. */
export function decompressResponse(response: WireResponse, maxBytes: number): WireResponse {
  const codings = response.headers
    .filter(([name]) => name === 'content-encoding')
    .flatMap(([, value]) => value.toLowerCase().split(','))
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length === 0 || response.body.length === 0 || codings.some((coding) => !Object.hasOwn(DECODERS, coding)))
    return response;
  let { body } = response;
  // Codings are removed in reverse order.
  for (const coding of codings.toReversed()) {
    try {
      body = DECODERS[coding]?.(body, maxBytes) ?? body;
    } catch (error) {
      if (error instanceof RangeError) throw sizeLimitFailure(maxBytes);
      throw new TransportFailure('protocol', `the content is not ${coding}, as Content-Encoding says`);
    }
  }
  return { ...response, body, received: response.body.length };
}

/** Parsed JSON; undefined if the text is empty or no JSON. */
export function parseJsonBody(bytes: Buffer): Json | undefined {
  if (bytes.length === 0) return undefined;
  const parsed = parseJson(bytes.toString('utf8'));
  return parsed.ok ? parsed.value : undefined;
}

/** RFC 9110 §10.2.2: a Location is resolved against the address of the request. */
export function locationOf(url: string, response: WireResponse): string | undefined {
  const value = firstHeader(response, 'location');
  if (value === undefined || !URL.canParse(value, url)) return undefined;
  return new URL(value, url).href;
}

/** The response body that the contract allows the service to leave out. */
export function impliedBody(
  success: Success,
  url: string,
  response: WireResponse,
  answer: Json | undefined,
): Json | undefined {
  const { located } = success;
  if (!isSuccessStatus(response.status)) return undefined;
  if (answer !== undefined) return withEmptyList(answer, success);
  const location = located === undefined || response.body.length > 0 ? undefined : locationOf(url, response);
  return located === undefined || location === undefined ? undefined : idFromLocation(location, located);
}
