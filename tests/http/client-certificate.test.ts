/** What keeps a certificate from being shown, told before anything is sent. */
import { createPrivateKey } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { certificateProblemOf } from '../../src/http/key-material.ts';
import { transportFailureOf } from '../../src/http/transport.ts';
import { certificateFor, type MadeCertificate } from '../certificates.ts';

const DAY = 86_400_000;
const now = Date.now();
let own: MadeCertificate;
let other: MadeCertificate;
let encrypted: string;

beforeAll(async () => {
  [own, other] = await Promise.all([certificateFor('own'), certificateFor('other')]);
  const form = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'open-sesame' } as const;
  encrypted = String(createPrivateKey(own.key).export(form));
});

test('one with its key is fit, also where the key is encrypted', () => {
  expect(certificateProblemOf(own, now)).toBeUndefined();
  expect(certificateProblemOf({ cert: own.cert, key: encrypted, passphrase: 'open-sesame' }, now)).toBeUndefined();
});

test('whatever is wrong with one of the two is said of that one, and nothing of it is quoted', () => {
  const faultOf = (given: Partial<MadeCertificate> & { readonly passphrase?: string }, at = now): string => {
    const unfit = certificateProblemOf({ ...own, ...given }, at);
    for (const secret of ['open-sesame', own.key.slice(100, 140), other.key.slice(100, 140)])
      expect(JSON.stringify(unfit)).not.toContain(secret);
    return `${unfit?.part} ${unfit?.fault}`;
  };
  expect(faultOf({ cert: '' })).toBe('certificate holds no certificate that can be read');
  expect(faultOf({ cert: own.key })).toBe('certificate holds no certificate that can be read');
  expect(faultOf({ key: own.cert })).toBe('key holds no private key that can be read');
  expect(faultOf({ key: other.key })).toBe('key is not the key of the certificate');
  expect(faultOf({ key: encrypted })).toBe('key is encrypted');
  expect(faultOf({ key: encrypted, passphrase: 'close-sesame' })).toBe(
    'passphrase is not the one that the key is encrypted with',
  );
  expect(faultOf({}, now + 30 * DAY)).toMatch(/^certificate was good until \d{4}-\d\d-\d\d$/);
  expect(faultOf({}, now - 30 * DAY)).toMatch(/^certificate is good from \d{4}-\d\d-\d\d on$/);
});

test.each([
  'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
  'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
  'ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE',
])('a service that breaks off with %s may want one', (code) => {
  const failure = transportFailureOf(Object.assign(new Error('x'), { code }), 'https://a.example');
  expect(failure).toMatchObject({
    kind: 'tls',
    message: expect.stringContaining('a certificate of the client') as string,
  });
});
