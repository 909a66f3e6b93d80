/** What a transport throws where it brings no answer. */
import { TransportFailure, type Transport } from '../../src/http/transport.ts';

export async function failure(transport: Transport, url: string, timeoutMs = 5000): Promise<TransportFailure> {
  const error: unknown = await transport
    .send({ method: 'GET', url, headers: [['authorization', 'Bearer s3cret-s3cret']] }, timeoutMs)
    .then(
      () => undefined,
      (e: unknown) => e,
    );
  if (!(error instanceof TransportFailure)) throw new Error(`expected a TransportFailure, got ${String(error)}`);
  return error;
}
