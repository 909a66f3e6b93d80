import { createSign } from 'node:crypto';
import { UnsecuredJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { faults, type Device } from '../../services/index.ts';
import { Bench, claimsOf, noon, privateKeyOf, sign, type Answer } from './support.ts';

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

const signed = (changed: Record<string, unknown>, changedHeader: Record<string, unknown> = {}): Promise<string> =>
  sign({ ...claims, ...changed }, privateKeyOf(one), { ...header, ...changedHeader });

/** A JWT of exactly these texts. */
function signedTexts(headerText: string, claimsText: string): string {
  const text = `${Buffer.from(headerText).toString('base64url')}.${Buffer.from(claimsText).toString('base64url')}`;
  return `${text}.${createSign('RSA-SHA256').update(text).sign(privateKeyOf(one)).toString('base64url')}`;
}

/** For each check an assertion that only this check refuses. */
const refusedBy: Readonly<Record<string, () => Promise<string> | string>> = {
  alg: () => signed({}, { alg: 'RS384' }),
  kid: () => signed({}, { kid: 'device-9' }),
  signature: async () => (await signed({})).replace(/\.[^.]*$/, '.AAAA'),
  crit: () => signedTexts(JSON.stringify({ ...header, crit: ['x'], x: 1 }), JSON.stringify(claims)),
  'duplicate-names': () =>
    signedTexts(JSON.stringify(header), JSON.stringify(claims).replace('{', '{"sub":"device-1",')),
  sub: () => signed({ sub: 'device-2' }),
  iss: () => signed({ iss: '9876543210' }),
  'iss-digits': () => signed({ iss: 1234567890 }),
  aud: () => signed({ aud: 'https://elsewhere.example/' }),
  'token-aud-missing': () => signed({ 'token.aud': undefined }),
  'token-aud': () => signed({ 'token.aud': 'https://elsewhere.example/' }),
  'exp-missing': () => signed({ exp: undefined }),
  'exp-type': () => signed({ exp: String(now + 600) }),
  'exp-past': () => signed({ iat: now - 600, exp: now - 61 }),
  'exp-lifetime': () => signed({ exp: now + 90_000 }),
  'iat-missing': () => signed({ iat: undefined }),
  'iat-type': () => signed({ iat: String(now) }),
  'iat-future': () => signed({ iat: now + 120 }),
  nbf: () => signed({ nbf: now + 120 }),
  link: () => {
    const two = bench.device('device-2');
    return sign(claimsOf(bench.world, two, 'student-reporting', noon), privateKeyOf(two), {
      alg: 'RS256',
      kid: two.kid,
    });
  },
};

describe('each check of an assertion can be left out on its own', () => {
  const checks = faults.flatMap(({ id }) => /^identity-provider\.assertion\.(.+)\.off$/.exec(id)?.[1] ?? []);

  it.each(checks)('%s', async (check) => {
    const assertion = await refusedBy[check]?.();
    if (assertion === undefined) throw new Error(`There is no assertion that only ${check} refuses.`);
    const statuses: string[] = [];
    for (const off of [undefined, ...checks]) {
      bench.world.setFaults(off === undefined ? [] : [`identity-provider.assertion.${off}.off`]);
      if ((await bench.requestToken(assertion)).status === 200) statuses.push(off ?? 'none');
    }
    bench.world.setFaults([]);
    expect(statuses).toEqual([check]);
  });

  it('alg none, when alg is not checked', async () => {
    const unsigned = new UnsecuredJWT(claims).encode();
    const [, payload = ''] = unsigned.split('.');
    const none = `${Buffer.from(JSON.stringify({ alg: 'none', kid: 'device-1' })).toString('base64url')}.${payload}.AA`;
    expect((await bench.requestToken(none)).status).toBe(400);
    bench.world.setFaults(['identity-provider.assertion.alg.off']);
    expect((await bench.requestToken(none)).status).toBe(200);
    bench.world.setFaults([]);
  });
});

it('a token of the identity provider opens the service again when its faults are off', async () => {
  bench.world.setFaults(['identity-provider.token.unsigned']);
  const answer: Answer = await bench.requestToken(await signed({}));
  bench.world.setFaults([]);
  const { access_token: token } = answer.body as { access_token: string };
  expect((await bench.get('/', { headers: { 'access-token': token } })).status).toBe(401);
  expect((await bench.get('/')).status).toBe(200);
});
