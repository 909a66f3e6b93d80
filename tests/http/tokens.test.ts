/** Every fault of a token differs from the good one in exactly that fault: verified with jose, part by part. */
import { createPublicKey, createSecretKey, generateKeyPairSync } from 'node:crypto';
import { compactVerify, decodeProtectedHeader, errors, jwtVerify } from 'jose';
import { describe, expect, test } from 'vitest';
import {
  faultyAccessToken,
  forgedAssertion,
  repeatingAssertion,
  validAssertion,
  assertionSettings,
  signAssertion,
  type AssertionParts,
  type AssertionFault,
  type SigningParty,
} from '../../src/http/tokens.ts';
import { ASSERTION, IDENTITY_PROVIDER, NOW, OWN } from './support.ts';

const SECONDS = NOW / 1000;
const party: SigningParty = {
  issuer: IDENTITY_PROVIDER.issuer,
  device: IDENTITY_PROVIDER.device,
  kid: IDENTITY_PROVIDER.kid,
  privateKey: OWN.privateKey,
};
const publicKey = createPublicKey(OWN.publicKey);
const parts: AssertionParts = validAssertion(
  ASSERTION,
  assertionSettings(ASSERTION.algorithm, party, IDENTITY_PROVIDER),
  SECONDS,
);

interface Taken {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly parts: readonly string[];
}

function json(part: string | undefined): Readonly<Record<string, unknown>> {
  return JSON.parse(Buffer.from(part ?? '', 'base64url').toString('utf8')) as Readonly<Record<string, unknown>>;
}

function takeApart(token: string): Taken {
  const list = token.split('.');
  return { header: json(list[0]), claims: json(list[1]), parts: list };
}

async function isSigned(
  token: string,
  algorithms: readonly string[] = ['RS256'],
  options: { readonly crit?: Record<string, boolean> } = {},
): Promise<boolean> {
  try {
    await compactVerify(token, publicKey, { algorithms: [...algorithms], ...options });
    return true;
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return false;
    throw error;
  }
}

describe('the good assertion', () => {
  test('says what the documents ask for, and is signed', async () => {
    const token = await signAssertion(parts, OWN.privateKey);
    const { payload, protectedHeader } = await jwtVerify(token, publicKey, {
      audience: IDENTITY_PROVIDER.audience,
      issuer: IDENTITY_PROVIDER.issuer,
      subject: IDENTITY_PROVIDER.device,
      currentDate: new Date(NOW),
    });
    expect(protectedHeader).toEqual({ alg: 'RS256', kid: 'key-1' });
    expect(payload).toEqual({
      sub: 'device-1',
      aud: 'https://idp.test',
      'token.aud': 'https://library.test',
      iss: '1234567890',
      iat: SECONDS,
      exp: SECONDS + 300,
    });
  });

  test('is the same every time', async () => {
    expect(await signAssertion(parts, OWN.privateKey)).toBe(await signAssertion(parts, OWN.privateKey));
  });

  test.each([
    ['another kid', { header: { kid: 'no-such-device' } }],
    ['no kid', { removeHeader: 'kid' }],
    ['another claim', { claims: { exp: 'soon' } }],
    ['no sub', { removeClaim: 'sub' }],
    ['an unknown critical extension', { header: { crit: ['plumbline'], plumbline: true } }],
  ] as const)('with %s it is still well signed, and nothing else differs', async (_what, change) => {
    const without = (
      record: Readonly<Record<string, unknown>>,
      name: string | undefined,
    ): Readonly<Record<string, unknown>> => Object.fromEntries(Object.entries(record).filter(([n]) => n !== name));
    const changed: AssertionParts = {
      header: without(
        { ...parts.header, ...('header' in change ? change.header : {}) },
        'removeHeader' in change ? change.removeHeader : undefined,
      ),
      claims: without(
        { ...parts.claims, ...('claims' in change ? change.claims : {}) },
        'removeClaim' in change ? change.removeClaim : undefined,
      ),
    };
    const token = await signAssertion(changed, OWN.privateKey);
    expect(takeApart(token)).toMatchObject({ header: changed.header, claims: changed.claims });
    expect(takeApart(token).header).toEqual(changed.header);
    expect(takeApart(token).claims).toEqual(changed.claims);
    expect(await isSigned(token, ['RS256'], { crit: { plumbline: true } })).toBe(true);
  });
});

describe('an assertion with something wrong in how it is signed or written', () => {
  const forged = (forgery: AssertionFault, alg = 'RS256'): Promise<string> =>
    forgedAssertion(forgery, { ...parts, header: { ...parts.header, alg } }, OWN.privateKey);

  test.each(['none', 'None', 'NONE', 'nOnE'])('absent, %s: unsigned, and says so', async (alg) => {
    const token = takeApart(await forged({ signature: 'absent' }, alg));
    expect(token.header).toEqual({ ...parts.header, alg });
    expect(token.claims).toEqual(parts.claims);
    expect(token.parts[2]).toBe('');
  });

  test.each(['HS256', 'HS384', 'HS512'])(
    '%s: a valid signature with the public key’s text as the secret',
    async (alg) => {
      const token = await forged({ signature: 'public-key-as-secret' }, alg);
      const secret = createSecretKey(
        Buffer.from(createPublicKey(OWN.privateKey).export({ type: 'spki', format: 'pem' }).toString()),
      );
      expect((await compactVerify(token, secret)).protectedHeader).toEqual({ ...parts.header, alg });
      expect(takeApart(token).claims).toEqual(parts.claims);
      expect(await isSigned(token)).toBe(false);
    },
  );

  test.each(['RS384', 'RS512', 'PS256', 'PS384', 'PS512'])('%s: well signed, by another algorithm', async (alg) => {
    const token = await forged({ signature: 'right-key' }, alg);
    expect(takeApart(token).header).toEqual({ ...parts.header, alg });
    expect(takeApart(token).claims).toEqual(parts.claims);
    expect(await isSigned(token, [alg])).toBe(true);
    expect(await isSigned(token)).toBe(false);
  });

  test('other-key: everything is right but the signature', async () => {
    const token = await forged({ signature: 'other-key' });
    expect(takeApart(token).header).toEqual(parts.header);
    expect(takeApart(token).claims).toEqual(parts.claims);
    expect(await isSigned(token)).toBe(false);
  });

  test('of-other-claims: the old signature over changed claims', async () => {
    const good = takeApart(await signAssertion(parts, OWN.privateKey));
    const token = await forged({ signature: 'of-other-claims' });
    expect(takeApart(token).parts[0]).toBe(good.parts[0]);
    expect(takeApart(token).parts[2]).toBe(good.parts[2]);
    expect(takeApart(token).claims).toEqual({ ...parts.claims, exp: SECONDS + 360 });
    expect(await isSigned(token)).toBe(false);
  });

  test.each(['jku', 'x5u'] as const)('%s: names a key of the sender’s', async (name) => {
    const token = await forged({ signature: 'other-key', keyInHeader: name });
    expect(takeApart(token).header).toEqual({ ...parts.header, [name]: 'https://attacker.example/keys' });
    expect(takeApart(token).claims).toEqual(parts.claims);
    expect(await isSigned(token)).toBe(false);
  });

  test('jwk: brings its own public key, with which it verifies', async () => {
    const token = await forged({ signature: 'other-key', keyInHeader: 'jwk' });
    const { jwk, ...header } = decodeProtectedHeader(token);
    expect(header).toEqual(parts.header);
    expect(jwk).not.toHaveProperty('d');
    await expect(compactVerify(token, createPublicKey({ key: { ...jwk }, format: 'jwk' }))).resolves.toBeDefined();
    expect(await isSigned(token)).toBe(false);
  });

  test('repeated: one claim stands twice in the text, well signed', async () => {
    const token = repeatingAssertion(parts, { sub: 'someone-else' }, OWN.privateKey);
    const text = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8');
    expect(text.match(/"sub":/g)).toHaveLength(2);
    expect(JSON.parse(text)).toEqual(parts.claims);
    expect(await isSigned(token)).toBe(true);
  });

  test('written: the good token, in another form', async () => {
    const good = await signAssertion(parts, OWN.privateKey);
    const [header, payload, signature] = good.split('.');
    expect(await forged({ written: 'padding' })).toBe(`${good}==`);
    expect(await forged({ written: 'space' })).toBe(`${header ?? ''} .${payload ?? ''}.${signature ?? ''}`);
    expect(await forged({ written: 'two-parts' })).toBe(`${header ?? ''}.${payload ?? ''}`);
    expect(await forged({ written: 'four-parts' })).toBe(`${good}.x`);
    expect(JSON.parse(await forged({ written: 'json' }))).toEqual({ protected: header, payload, signature });
  });

  test('with nothing wrong it is the good one', async () => {
    expect(await forged({})).toBe(await signAssertion(parts, OWN.privateKey));
  });
});

describe('faults of an access token', () => {
  const provider = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const providerPem = provider.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const claims = { iss: 'https://idp.test', aud: 'https://library.test', exp: SECONDS + 300 };
  const good = signAssertion(
    { header: { alg: 'RS256', kid: 'idp' }, claims },
    provider.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  );
  const signedByProvider = async (token: string): Promise<boolean> =>
    compactVerify(token, provider.publicKey, { algorithms: ['RS256'] }).then(
      () => true,
      () => false,
    );

  test('the good one verifies', async () => {
    expect(await signedByProvider(await good)).toBe(true);
  });

  test('other-key, tampered, signature-removed and alg-none keep what they do not change', async () => {
    const [header, payload, signature] = (await good).split('.');
    const other = faultyAccessToken('other-key', await good, undefined).split('.');
    expect(other.slice(0, 2)).toEqual([header, payload]);
    expect(other[2]).not.toBe(signature);
    const tampered = faultyAccessToken('tampered', await good, undefined).split('.');
    expect([tampered[0], tampered[2]]).toEqual([header, signature]);
    expect(json(tampered[1])).toEqual({ ...claims, exp: SECONDS + 3900 });
    expect(faultyAccessToken('signature-removed', await good, undefined)).toBe(`${header ?? ''}.${payload ?? ''}.`);
    const unsigned = faultyAccessToken('alg-none', await good, undefined).split('.');
    expect(json(unsigned[0])).toEqual({ alg: 'none', kid: 'idp' });
    expect(unsigned.slice(1)).toEqual([payload, '']);
    for (const fault of ['other-key', 'tampered', 'signature-removed', 'alg-none'] as const)
      expect(await signedByProvider(faultyAccessToken(fault, await good, undefined)), fault).toBe(false);
  });

  test('hs256-public-key verifies with the provider’s published key as a shared secret', async () => {
    const token = faultyAccessToken('hs256-public-key', await good, providerPem);
    expect((await compactVerify(token, createSecretKey(Buffer.from(providerPem)))).protectedHeader).toEqual({
      alg: 'HS256',
      kid: 'idp',
    });
    expect(await signedByProvider(token)).toBe(false);
  });

  test('an opaque token has no parts to change, and every forged form of it is another token', () => {
    for (const fault of [
      'garbage',
      'other-key',
      'alg-none',
      'hs256-public-key',
      'tampered',
      'signature-removed',
    ] as const)
      expect(faultyAccessToken(fault, 'opaque-0123456789', undefined), fault).not.toBe('opaque-0123456789');
  });
});
