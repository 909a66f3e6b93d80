/** Content codings (RFC 9110 §8.4). None is asked for; a service that uses one all the same is judged by what it says, not by its packing. */
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { TransportFailure, type WireResponse } from './transport.ts';

/** What unpacks to more than this is no answer that anybody reads. */
const MOST_BYTES = 64 * 1024 * 1024;

const DECODERS: Readonly<Record<string, (packed: Buffer) => Buffer>> = {
  gzip: (packed) => gunzipSync(packed, { maxOutputLength: MOST_BYTES }),
  'x-gzip': (packed) => gunzipSync(packed, { maxOutputLength: MOST_BYTES }),
  deflate: (packed) => inflateSync(packed, { maxOutputLength: MOST_BYTES }),
  br: (packed) => brotliDecompressSync(packed, { maxOutputLength: MOST_BYTES }),
};

/**
 * The response with its content unpacked, and how long it was before. A coding that is not known here leaves it as it
 * came; content that is not what its coding says is no answer.
 */
export function decoded(response: WireResponse): WireResponse {
  const codings = response.headers
    .filter(([name]) => name === 'content-encoding')
    .flatMap(([, value]) => value.toLowerCase().split(','))
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length === 0 || response.body.length === 0 || codings.some((coding) => DECODERS[coding] === undefined)) return response;
  let { body } = response;
  // The last one was applied last.
  for (const coding of codings.toReversed()) {
    try {
      body = DECODERS[coding]?.(body) ?? body;
    } catch (error) {
      if (error instanceof RangeError) throw new TransportFailure('protocol', `the content unpacks to more than ${MOST_BYTES / 1024 / 1024} MiB`);
      throw new TransportFailure('protocol', `the content is not ${coding}, as Content-Encoding says`);
    }
  }
  return { ...response, body, received: response.body.length };
}
