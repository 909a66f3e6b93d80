/** One of every kind of key file, made anew. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';

export interface BadKey {
  readonly text: Buffer;
  /** A part of what is said of it. */
  readonly says: string;
}

export interface GoodKey {
  readonly text: string;
  readonly publicKey: KeyObject;
}

const pem = (key: KeyObject, type: 'pkcs8' | 'pkcs1' | 'sec1' | 'spki'): string =>
  key.export({ type: type as 'pkcs8', format: 'pem' }).toString();

export function kindsOfKeys(): {
  readonly good: Readonly<Record<string, GoodKey>>;
  readonly bad: Readonly<Record<string, BadKey>>;
} {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const text = (value: string): Buffer => Buffer.from(value);
  const encrypted = rsa.privateKey
    .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'open sesame' })
    .toString();
  const encryptedOld = rsa.privateKey
    .export({ type: 'pkcs1', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'open sesame' })
    .toString();
  const body = pem(rsa.publicKey, 'spki').split('\n').slice(1, -2).join('\n');
  return {
    good: {
      'PKCS#8': { text: pem(rsa.privateKey, 'pkcs8'), publicKey: rsa.publicKey },
      'PKCS#1': { text: pem(rsa.privateKey, 'pkcs1'), publicKey: rsa.publicKey },
      'PKCS#8 with Windows line ends': {
        text: pem(rsa.privateKey, 'pkcs8').replaceAll('\n', '\r\n'),
        publicKey: rsa.publicKey,
      },
      'PKCS#8 in one line, as variables hold it': {
        text: pem(rsa.privateKey, 'pkcs8').replaceAll('\n', '\\n'),
        publicKey: rsa.publicKey,
      },
    },
    bad: {
      'a public key': { text: text(pem(rsa.publicKey, 'spki')), says: 'is a public key' },
      'a public key in PKCS#1': { text: text(pem(rsa.publicKey, 'pkcs1')), says: 'is a public key' },
      'an encrypted key': { text: text(encrypted), says: 'is encrypted' },
      'an encrypted key in PKCS#1': { text: text(encryptedOld), says: 'is encrypted' },
      'an EC key': { text: text(pem(ec.privateKey, 'pkcs8')), says: 'is an EC key' },
      'an EC key in SEC1': { text: text(pem(ec.privateKey, 'sec1')), says: 'is an EC key' },
      'an Ed25519 key': {
        text: text(pem(generateKeyPairSync('ed25519').privateKey, 'pkcs8')),
        says: 'is an Ed25519 key',
      },
      'an RSA-PSS key': {
        text: text(pem(generateKeyPairSync('rsa-pss', { modulusLength: 2048 }).privateKey, 'pkcs8')),
        says: 'is an RSA-PSS key',
      },
      'RSA of 1024 bits': {
        text: text(pem(generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey, 'pkcs8')),
        says: 'is an RSA key of 1024 bits',
      },
      'RSA of 512 bits': {
        text: text(pem(generateKeyPairSync('rsa', { modulusLength: 512 }).privateKey, 'pkcs1')),
        says: 'is an RSA key of 512 bits',
      },
      'a certificate': {
        text: text(`-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`),
        says: 'is a certificate',
      },
      'a key of OpenSSH': {
        text: text(`-----BEGIN OPENSSH PRIVATE KEY-----\n${body}\n-----END OPENSSH PRIVATE KEY-----\n`),
        says: 'OpenSSH',
      },
      'an empty file': { text: text(''), says: 'is empty' },
      'a blank file': { text: text(' \n'), says: 'is empty' },
      garbage: { text: text('correct horse battery staple\n'), says: 'holds no private key' },
      'a binary file': { text: rsa.privateKey.export({ type: 'pkcs8', format: 'der' }), says: 'is binary' },
      'a key as JSON': { text: text(JSON.stringify(rsa.privateKey.export({ format: 'jwk' }))), says: 'is JSON' },
    },
  };
}
