/** Reads private keys and client certificates, and explains why one cannot be used. Messages quote no part of a key or passphrase. */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { omitUndefined } from '../model/objects.ts';

/** Client certificate for TLS, in PEM. */
export interface ClientCertificate {
  readonly cert: string;
  readonly key: string;
  readonly passphrase?: string;
}

/** RFC 7518 §3.3: minimum key size for RS256. */
const LEAST_BITS = 2048;

export type PrivateKeyResult = { readonly pem: string } | { readonly fault: string; readonly hint: string };

const KEY_HINT =
  'Name the RSA private key whose public key the identity provider knows, as PEM: it begins with -----BEGIN PRIVATE KEY----- (or RSA PRIVATE KEY).';

/** Files without a usable private key, by their content. The first match counts. */
const UNUSABLE: readonly (readonly [RegExp, string, string])[] = [
  [/^\s*$/, 'is empty', KEY_HINT],
  [
    /[\0\uFFFD]/,
    'is binary, and a PEM text is needed',
    'If it is a key in DER: openssl pkey -inform DER -in FILE -out key.pem',
  ],
  [
    /-----BEGIN ENCRYPTED PRIVATE KEY-----|Proc-Type: 4,ENCRYPTED/,
    'is encrypted, and nobody can be asked for its password',
    'Decrypt it where it is kept safe: openssl pkey -in FILE -out key.pem',
  ],
  [
    /-----BEGIN OPENSSH PRIVATE KEY-----/,
    'is in the format of OpenSSH',
    'Convert a copy of it: ssh-keygen -p -m PKCS8 -f COPY',
  ],
  [/-----BEGIN (?:[A-Z0-9]+ )?PRIVATE KEY-----/, '', ''],
  [
    /-----BEGIN (?:RSA |EC )?PUBLIC KEY-----|^ssh-(?:rsa|ed25519) /m,
    'is a public key, and signing needs the private one',
    KEY_HINT,
  ],
  [
    /-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----/,
    'is a certificate, and signing needs the private key that belongs to it',
    KEY_HINT,
  ],
  [
    /-----BEGIN CERTIFICATE REQUEST-----/,
    'is a request for a certificate, and signing needs the private key that belongs to it',
    KEY_HINT,
  ],
  [/^\s*[{[]/, 'is JSON, and a PEM text is needed', KEY_HINT],
  [/^/, 'holds no private key', KEY_HINT],
];

/** The key as PKCS#8 PEM, or why it cannot sign. */
export function readPrivateKey(text: string): PrivateKeyResult {
  const pem = withLineBreaks(text);
  const [, fault = '', hint = ''] = UNUSABLE.find(([pattern]) => pattern.test(pem)) ?? [];
  if (fault !== '') return { fault, hint };
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    return {
      fault: 'is a damaged private key: what stands between its first and its last line cannot be read',
      hint: 'Export it again: a line may be missing, or the text may have been wrapped.',
    };
  }
  const unfit = unfitFor(key);
  return unfit === undefined
    ? { pem: key.export({ type: 'pkcs8', format: 'pem' }).toString() }
    : { fault: unfit, hint: KEY_HINT };
}

/** Converts a key from a CI variable, which holds one line with escaped line breaks. */
export function withLineBreaks(pem: string): string {
  return pem.includes('\n') ? pem : pem.replaceAll('\\n', '\n');
}

function unfitFor(key: KeyObject): string | undefined {
  const type = key.asymmetricKeyType ?? '';
  if (type !== 'rsa') return `is ${KEY_TYPES[type] ?? `a key of another kind (${type})`}, and RS256 needs an RSA key`;
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  return bits < LEAST_BITS ? `is an RSA key of ${bits} bits, and RS256 needs ${LEAST_BITS} at least` : undefined;
}

const KEY_TYPES: Readonly<Record<string, string>> = {
  ec: 'an EC key',
  ed25519: 'an Ed25519 key',
  ed448: 'an Ed448 key',
  'rsa-pss': 'an RSA-PSS key',
  dsa: 'a DSA key',
};

export interface CertificateProblem {
  readonly part: 'certificate' | 'key' | 'passphrase';
  readonly fault: string;
  readonly hint: string;
}

const PEM_HINT =
  'Name a PEM text: it begins with -----BEGIN CERTIFICATE-----, or for the key with -----BEGIN PRIVATE KEY-----. Of a PKCS#12 file: openssl pkcs12 -in FILE -clcerts -nokeys, and -nocerts for the key.';

/** @param now in milliseconds since the epoch */
export function certificateProblemOf(
  { cert, key, passphrase }: ClientCertificate,
  now: number,
): CertificateProblem | undefined {
  const certificate = read(() => new X509Certificate(cert));
  if (certificate instanceof Error)
    return { part: 'certificate', fault: 'holds no certificate that can be read', hint: PEM_HINT };
  const privateKey = read(() => createPrivateKey({ key, ...omitUndefined({ passphrase }) }));
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

function unfitKey(key: string, passphrase: string | undefined): CertificateProblem {
  if (!/ENCRYPTED/.test(key)) return { part: 'key', fault: 'holds no private key that can be read', hint: PEM_HINT };
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
