/** Certificates for tests, made anew each time: none outlives its process. */
import { generate } from 'selfsigned';

export interface MadeCertificate {
  readonly cert: string;
  readonly key: string;
}

/** Signed by itself. @param days that it is good from the beginning on */
export async function certificateFor(
  name: string,
  { from = new Date(Date.now() - 60_000), days = 2 }: { readonly from?: Date; readonly days?: number } = {},
): Promise<MadeCertificate> {
  const made = await generate([{ name: 'commonName', value: name }], {
    keySize: 2048,
    algorithm: 'sha256',
    notBeforeDate: from,
    notAfterDate: new Date(from.getTime() + days * 86_400_000),
  });
  return { cert: made.cert, key: made.private };
}
