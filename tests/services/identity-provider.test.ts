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

it('refuses an organisation that is not linked', async () => {
  const ask = async (name: string, service: 'student-reporting' | 'partner-onboarding'): Promise<unknown> =>
    (await bench.requestToken(await assertionOf(bench.world, bench.device(name), service, noon))).body;
  expect(await ask('device-2', 'student-reporting')).toMatchObject({ error: 'unauthorized_client' });
  expect(await ask('device-3', 'partner-onboarding')).toMatchObject({ error: 'unauthorized_client' });
  expect(await ask('device-3', 'student-reporting')).toHaveProperty('access_token');
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
