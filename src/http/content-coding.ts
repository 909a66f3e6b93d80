/** Content codings (RFC 9110 §8.4). None is asked for; a service that uses one all the same is judged by what it says, not by its packing. */
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { tooLarge, TransportFailure, type WireResponse } from './transport.ts';

const DECODERS: Readonly<Record<string, (packed: Buffer, maxOutputLength: number) => Buffer>> = {
  gzip: (packed, maxOutputLength) => gunzipSync(packed, { maxOutputLength }),
  'x-gzip': (packed, maxOutputLength) => gunzipSync(packed, { maxOutputLength }),
  deflate: (packed, maxOutputLength) => inflateSync(packed, { maxOutputLength }),
  br: (packed, maxOutputLength) => brotliDecompressSync(packed, { maxOutputLength }),
};

/**
 * The response with its content unpacked, and how long it was before. A coding that is not known here leaves it as it
 * came; content that is not what its coding says is no answer.
 */
export function decoded(response: WireResponse, maxBytes: number): WireResponse {
  const codings = response.headers
    .filter(([name]) => name === 'content-encoding')
    .flatMap(([, value]) => value.toLowerCase().split(','))
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length === 0 || response.body.length === 0 || codings.some((coding) => !Object.hasOwn(DECODERS, coding)))
    return response;
  let { body } = response;
  // The last one was applied last.
  for (const coding of codings.toReversed()) {
    try {
      body = DECODERS[coding]?.(body, maxBytes) ?? body;
    } catch (error) {
      if (error instanceof RangeError) throw tooLarge(maxBytes);
      throw new TransportFailure('protocol', `the content is not ${coding}, as Content-Encoding says`);
    }
  }
  return { ...response, body, received: response.body.length };
}
