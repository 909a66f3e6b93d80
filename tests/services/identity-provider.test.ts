import { generateKeyPairSync } from 'node:crypto';
import { decodeJwt, importJWK, jwtVerify, UnsecuredJWT, type JWK } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Device } from '../../services/index.ts';
import { assertionOf, Bench, claimsOf, noon, privateKeyOf, sign, type Answer } from './support.ts';

let bench: Bench;
let one: Device;
let claims: Record<string, unknown>;
const header = { alg: 'RS256', kid: 'device-1' };
const now = Math.floor(noon.getTime() / 1000);

beforeAll(async () => {
  bench = await Bench.open();
  one = bench.device('device-1');
  claims = claimsOf(bench.world, one, 'student-reporting', noon);
});

const asking = async (changed: Record<string, unknown>, changedHeader: Record<string, unknown> = {}): Promise<Answer> =>
  bench.requestToken(await sign({ ...claims, ...changed }, privateKeyOf(one), { ...header, ...changedHeader }));

async function post(body: string, contentType = 'application/x-www-form-urlencoded'): Promise<Response> {
  const request = new Request('https://identity.example/oauth/token', {
    method: 'POST',
    body,
    headers: { 'content-type': contentType },
  });
  return bench.world.identityProvider()(request);
}

describe('a granted token', () => {
  it('is signed by the published key and for the service asked for', async () => {
    const answer = await asking({});
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: '' });
    expect(answer.body).not.toHaveProperty('error');
    const { access_token: token } = answer.body as { access_token: string };
    const response = await bench.world.identityProvider()(new Request('https://identity.example/jwks'));
    const { keys } = (await response.json()) as { keys: [JWK] };
    expect(Object.keys(keys[0]).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
    const options = {
      issuer: 'https://identity.example/',
      audience: 'https://student-reporting.example/',
      currentDate: noon,
    };
    const { payload } = await jwtVerify(token, await importJWK(keys[0]), options);
    expect(payload).toMatchObject({ sub: 'device-1', org: '1234567890', iat: now, exp: now + 3600 });
  });

  it.each([
    ['aud as an array of one', { aud: ['https://identity.example/'] }],
    ['exp just past, within the tolerance', { iat: now - 600, exp: now - 59 }],
    ['iat ahead, within the tolerance', { iat: now + 59 }],
    ['nbf past', { nbf: now - 1 }],
    ['a lifetime of 24 hours', { exp: now + 86_400 }],
    ['unknown claims', { extra: { a: 1 } }],
  ])('is given for %s', async (_, changed) => {
    expect((await asking(changed)).status).toBe(200);
  });

  it('is given again for the same assertion, and never for a key the header brings', async () => {
    const assertion = await assertionOf(bench.world, one, 'student-reporting', noon);
    expect([(await bench.requestToken(assertion)).status, (await bench.requestToken(assertion)).status]).toEqual([
      200, 200,
    ]);
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const forged = await sign(claims, privateKey, {
      ...header,
      jwk: publicKey.export({ format: 'jwk' }) as JWK,
      jku: 'https://evil.example/',
    });
    expect((await bench.requestToken(forged)).status).toBe(400);
  });
});

describe('an assertion is refused with invalid_grant', () => {
  it.each<[string, Record<string, unknown>]>([
    ['another sub', { sub: 'device-2' }],
    ['no sub', { sub: undefined }],
    ['another iss', { iss: '9876543210' }],
    ['an iss that is a number', { iss: 1234567890 }],
    ['another aud', { aud: 'https://identity.example' }],
    ['an aud of two', { aud: ['https://identity.example/', 'x'] }],
    ['no token.aud', { 'token.aud': undefined }],
    ['an unknown token.aud', { 'token.aud': 'https://elsewhere.example/' }],
    ['token.aud as an array', { 'token.aud': ['https://student-reporting.example/'] }],
    ['token.aud nested', { 'token.aud': undefined, token: { aud: 'https://student-reporting.example/' } }],
    ['no exp', { exp: undefined }],
    ['exp as text', { exp: String(now + 600) }],
    ['exp past', { iat: now - 600, exp: now - 60 }],
    ['exp too far', { exp: now + 86_401 }],
    ['no iat', { iat: undefined }],
    ['iat as text', { iat: String(now) }],
    ['iat ahead', { iat: now + 61 }],
    ['nbf ahead', { nbf: now + 61 }],
  ])('%s', async (_, changed) => {
    const answer = await asking(changed);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: 'invalid_grant' });
    expect(answer.body).not.toHaveProperty('access_token');
  });

  it.each<[string, Record<string, unknown>]>([
    ['alg RS384', { alg: 'RS384' }],
    ['alg PS256', { alg: 'PS256' }],
    ['no kid', { kid: undefined }],
    ['an unknown kid', { kid: 'device-9' }],
    ['the kid of another', { kid: 'device-2' }],
  ])('%s', async (_, changedHeader) => {
    expect((await asking({}, changedHeader)).body).toMatchObject({ error: 'invalid_grant' });
  });

  it('no signature, a changed payload, an unknown crit, duplicate claims', async () => {
    expect((await bench.requestToken(new UnsecuredJWT(claims).encode())).status).toBe(400);
    const [head = '', , signature = ''] = (await sign(claims, privateKeyOf(one), header)).split('.');
    const other = Buffer.from(JSON.stringify({ ...claims, extra: 1 })).toString('base64url');
    expect((await bench.requestToken(`${head}.${other}.${signature}`)).status).toBe(400);
    const { createSign } = await import('node:crypto');
    const signed = (headerText: string, claimsText: string): string => {
      const text = `${Buffer.from(headerText).toString('base64url')}.${Buffer.from(claimsText).toString('base64url')}`;
      return `${text}.${createSign('RSA-SHA256').update(text).sign(privateKeyOf(one)).toString('base64url')}`;
    };
    const plain = JSON.stringify(claims);
    expect((await bench.requestToken(signed(JSON.stringify(header), plain))).status).toBe(200);
    expect(
      (await bench.requestToken(signed(JSON.stringify({ ...header, crit: ['b64'], b64: true }), plain))).status,
    ).toBe(400);
    expect(
      (await bench.requestToken(signed(JSON.stringify(header), plain.replace('{', '{"sub":"device-1",')))).status,
    ).toBe(400);
    expect(
      (await bench.requestToken(signed(JSON.stringify(header).replace('{', '{"alg":"none",'), plain))).status,
    ).toBe(400);
  });
});

it('refuses an organisation that is not linked', async () => {
  const ask = async (name: string, service: 'student-reporting' | 'partner-onboarding'): Promise<unknown> =>
    (await bench.requestToken(await assertionOf(bench.world, bench.device(name), service, noon))).body;
  expect(await ask('device-2', 'student-reporting')).toMatchObject({ error: 'unauthorized_client' });
  expect(await ask('device-3', 'partner-onboarding')).toMatchObject({ error: 'unauthorized_client' });
  expect(await ask('device-3', 'student-reporting')).toHaveProperty('access_token');
});

describe('a request is refused', () => {
  const grant = 'grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer';
  it.each([
    ['without grant_type', 'assertion=a', undefined, 'invalid_request'],
    ['with another grant_type', 'grant_type=password&assertion=a', undefined, 'unsupported_grant_type'],
    ['without assertion', grant, undefined, 'invalid_request'],
    ['with an empty assertion', `${grant}&assertion=`, undefined, 'invalid_request'],
    ['with a repeated parameter', `${grant}&assertion=a&assertion=a`, undefined, 'invalid_request'],
    ['with a bad escape', `${grant}&assertion=%zz`, undefined, 'invalid_request'],
    ['as JSON', '{}', 'application/json', 'invalid_request'],
    ['with text for an assertion', `${grant}&assertion=abc`, undefined, 'invalid_grant'],
  ])('%s', async (_, body, contentType, error) => {
    const response = await post(body, contentType);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error, error_description: expect.any(String) as string });
  });

  it('with another method or path', async () => {
    const get = await bench.world.identityProvider()(new Request('https://identity.example/oauth/token'));
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
    expect((await bench.world.identityProvider()(new Request('https://identity.example/elsewhere'))).status).toBe(404);
  });
});

describe('access tokens', () => {
  it('are refused when expired, for another service, forged or unsigned', async () => {
    const token = await bench.token();
    const status = async (value: string): Promise<number> =>
      (await bench.get('/students', { headers: { 'access-token': value } })).status;
    expect(await status(token)).toBe(200);
    expect(await status(await bench.token('device-1', 'partner-onboarding'))).toBe(401);
    expect(await status(new UnsecuredJWT(decodeJwt(token)).encode())).toBe(401);
    expect(await status(await sign(decodeJwt(token), privateKeyOf(one), { alg: 'RS256', kid: 'identity-1' }))).toBe(
      401,
    );
    bench.clock.now = new Date(noon.getTime() + 3_600_000);
    expect(await status(token)).toBe(401);
    bench.clock.now = new Date(noon.getTime() - 2000);
    expect(await status(token)).toBe(401);
    bench.clock.now = noon;
    expect(await status(token)).toBe(200);
  });
});
