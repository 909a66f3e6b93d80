/** Private keys as people have them, and what keeps one from being used. Nothing of a key is ever quoted. */
import { createPrivateKey, type KeyObject } from 'node:crypto';

/** RFC 7518 §3.3: a key of this size or larger has to be used with RS256. */
const LEAST_BITS = 2048;

export type ReadKey = { readonly pem: string } | { readonly fault: string; readonly hint: string };

const GOOD =
  'Name the RSA private key whose public key the identity provider knows, as PEM: it begins with -----BEGIN PRIVATE KEY----- (or RSA PRIVATE KEY).';

/** What a file is that holds no private key, by what stands in it. The first that fits counts. */
const OTHERS: readonly (readonly [RegExp, string, string])[] = [
  [/^\s*$/, 'is empty', GOOD],
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
    GOOD,
  ],
  [
    /-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----/,
    'is a certificate, and signing needs the private key that belongs to it',
    GOOD,
  ],
  [
    /-----BEGIN CERTIFICATE REQUEST-----/,
    'is a request for a certificate, and signing needs the private key that belongs to it',
    GOOD,
  ],
  [/^\s*[{[]/, 'is JSON, and a PEM text is needed', GOOD],
  [/^/, 'holds no private key', GOOD],
];

/** The key as PKCS#8 PEM, or why it cannot sign. */
export function readPrivateKey(text: string): ReadKey {
  const pem = inLines(text);
  const [, fault = '', hint = ''] = OTHERS.find(([pattern]) => pattern.test(pem)) ?? [];
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
    : { fault: unfit, hint: GOOD };
}

/** Variables of CI systems hold one line. */
export function inLines(pem: string): string {
  return pem.includes('\n') ? pem : pem.replaceAll('\\n', '\n');
}

function unfitFor(key: KeyObject): string | undefined {
  const type = key.asymmetricKeyType ?? '';
  if (type !== 'rsa') return `is ${NAMES[type] ?? `a key of another kind (${type})`}, and RS256 needs an RSA key`;
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  return bits < LEAST_BITS ? `is an RSA key of ${bits} bits, and RS256 needs ${LEAST_BITS} at least` : undefined;
}

const NAMES: Readonly<Record<string, string>> = {
  ec: 'an EC key',
  ed25519: 'an Ed25519 key',
  ed448: 'an Ed448 key',
  'rsa-pss': 'an RSA-PSS key',
  dsa: 'a DSA key',
};
