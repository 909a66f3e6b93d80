/** Every kind of key that people name by mistake is told for what it is; those that can sign do. */
import { createVerify, generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readPrivateKey } from '../../src/http/key-material.ts';
import { signAssertion } from '../../src/http/tokens.ts';
import { kindsOfKeys } from './key-kinds.ts';

const { good, bad } = kindsOfKeys();

test.each(Object.entries(bad))('%s', (_kind, { text, says }) => {
  const read = readPrivateKey(text.toString('utf8'));
  expect(read).toMatchObject({ fault: expect.stringContaining(says) as string });
  // Nothing of it is quoted.
  const quoted = 'fault' in read ? `${read.fault} ${read.hint}` : '';
  for (const line of text.toString('latin1').split('\n'))
    if (line.length > 20 && !line.startsWith('-----')) expect(quoted).not.toContain(line);
});

test.each(Object.entries(good))('%s signs', async (_kind, { text, publicKey }) => {
  const read = readPrivateKey(text);
  if ('fault' in read) throw new Error(read.fault);
  const token = await signAssertion({ header: { alg: 'RS256', kid: 'k' }, claims: { iss: 'x' } }, read.pem);
  const [header, payload, signature] = token.split('.');
  expect(
    createVerify('sha256')
      .update(`${header ?? ''}.${payload ?? ''}`)
      .verify(publicKey, signature ?? '', 'base64url'),
  ).toBe(true);
});

describe('a key that is nearly good', () => {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  test.each([
    ['a line is missing', privateKey.split('\n').toSpliced(3, 1).join('\n')],
    ['its end is missing', privateKey.slice(0, 800)],
    ['a letter is wrong', privateKey.replace(/\n([A-Za-z])/, '\n!')],
  ])('%s', (_what, text) => {
    expect(readPrivateKey(text)).toMatchObject({ fault: expect.stringContaining('damaged') as string });
  });
});
