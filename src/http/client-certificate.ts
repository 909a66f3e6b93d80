/** What keeps a certificate from being shown. Nothing of a key or of a passphrase is ever quoted. Pure. */
import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { defined } from '../record/defined.ts';
import type { ClientCertificate } from './connection.ts';

export interface UnfitCertificate {
  readonly part: 'certificate' | 'key' | 'passphrase';
  readonly fault: string;
  readonly hint: string;
}

const PEM =
  'Name a PEM text: it begins with -----BEGIN CERTIFICATE-----, or for the key with -----BEGIN PRIVATE KEY-----. Of a PKCS#12 file: openssl pkcs12 -in FILE -clcerts -nokeys, and -nocerts for the key.';

/** @param now in milliseconds since the epoch */
export function unfitCertificate(
  { cert, key, passphrase }: ClientCertificate,
  now: number,
): UnfitCertificate | undefined {
  const certificate = read(() => new X509Certificate(cert));
  if (certificate instanceof Error)
    return { part: 'certificate', fault: 'holds no certificate that can be read', hint: PEM };
  const privateKey = read(() => createPrivateKey({ key, ...defined({ passphrase }) }));
  if (privateKey instanceof Error) return unfitKey(key, passphrase);
  if (!certificate.checkPrivateKey(privateKey))
    return { part: 'key', fault: 'is not the key of the certificate', hint: 'Name the two that were made together.' };
  if (Date.parse(certificate.validTo) < now)
    return {
      part: 'certificate',
      fault: `was good until ${dayOf(certificate.validTo)}`,
      hint: 'Ask whoever issued it for a new one.',
    };
  if (Date.parse(certificate.validFrom) > now)
    return {
      part: 'certificate',
      fault: `is good from ${dayOf(certificate.validFrom)} on`,
      hint: 'Check the clock of this machine, and whether it is the one that is meant.',
    };
  return undefined;
}

function unfitKey(key: string, passphrase: string | undefined): UnfitCertificate {
  if (!/ENCRYPTED/.test(key)) return { part: 'key', fault: 'holds no private key that can be read', hint: PEM };
  return passphrase === undefined
    ? { part: 'key', fault: 'is encrypted', hint: 'Say where its passphrase is kept: passphrase: { env: NAME }.' }
    : {
        part: 'passphrase',
        fault: 'is not the one that the key is encrypted with',
        hint: 'Check it for blanks and quotes.',
      };
}

function read<T extends KeyObject | X509Certificate>(make: () => T): T | Error {
  try {
    return make();
  } catch (error) {
    return error instanceof Error ? error : new Error('unknown');
  }
}

function dayOf(text: string): string {
  return new Date(Date.parse(text)).toISOString().slice(0, 10);
}
