/** What a request shows of who asks, right or wrong: whatever of it comes back, no record holds it. */
import { describe, expect, test } from 'vitest';
import { type AuthMethod, type AuthSchemes, type Credentials, credentialsOf } from '../../src/http/auth-schemes.ts';
import { SECRET_MASK } from '../../src/model/jwt.ts';
import { Redactor } from '../../src/http/redactor.ts';
import type { Auth, CredentialFault, RequestTemplate } from '../../src/plan/model.ts';
import { TransportFailure } from '../../src/http/transport.ts';

const KEY = 'k7Qw93hTzbLm42';
const PASSWORD = 'p@ss/word+12345';
const IN_HEADER: AuthMethod = { in: 'header', name: 'x-key', scheme: '', isBasic: false };
const BASIC: AuthMethod = { in: 'header', name: 'authorization', scheme: 'Basic', isBasic: true };

function doors(
  env: Readonly<Record<string, string>>,
  more: Partial<AuthSchemes> & { readonly service: AuthSchemes['service'] },
): AuthSchemes {
  return {
    carrier: IN_HEADER,
    ways: {},
    signIn: undefined as never,
    secrets: { read: (reference) => ('env' in reference ? (env[reference.env] ?? '') : '') },
    redactor: new Redactor([], []),
    ...more,
  };
}

const service = (credential: object): AuthSchemes['service'] =>
  ({ credentials: { own: credential } }) as unknown as AuthSchemes['service'];
const byKey = (key = KEY): AuthSchemes =>
  doors({ KEY: key }, { service: service({ kind: 'key', key: { env: 'KEY' } }) });
const byPassword = (): AuthSchemes =>
  doors(
    { PASSWORD },
    { carrier: BASIC, service: service({ kind: 'basic', user: 'reader', password: { env: 'PASSWORD' } }) },
  );
const asking = (auth: Auth, body?: RequestTemplate['body']): RequestTemplate => ({
  base: 'service',
  method: 'GET',
  path: '/',
  parameters: {},
  headers: {},
  auth,
  ...(body === undefined ? {} : { body }),
});
const faulty = (fault: CredentialFault): Auth => ({ kind: 'fault', fault });
/** Everything that is shown, after the word of its scheme. */
const shownIn = ({ headers, query, form }: Credentials): readonly string[] =>
  [...headers, ...query, ...form].map(([, value]) => value.replace(/^\w+ /, ''));

describe('a wrong key that comes back is not to be read, since most of it is right', () => {
  test.each(['wrong-key', 'shorter-key', 'longer-key', 'key-in-capitals'] as const)('%s', async (fault) => {
    const to = byKey();
    await credentialsOf(asking({ kind: 'good' }), to);
    const [sent = ''] = shownIn(await credentialsOf(asking(faulty(fault)), to));
    expect(sent).not.toBe(KEY);
    expect(to.redactor.text(`unknown API key ${sent}`)).toBe(`unknown API key ${SECRET_MASK}`);
  });

  test('and does not lead back to the right one', async () => {
    const to = byKey();
    const sent = await Promise.all(
      Array.from({ length: 5 }, async () => shownIn(await credentialsOf(asking(faulty('wrong-key')), to))[0] ?? ''),
    );
    expect(new Set(sent).size).toBe(5);
    for (const one of sent) {
      expect(one).toMatch(/^[a-z]\d[A-Z][a-z]\d\d[a-z][A-Z][a-z][a-z][A-Z][a-z]\d\d$/);
      expect([...one].filter((character, at) => character === KEY[at])).toEqual([]);
    }
  });

  test('a part of a key is not sent where it would be too short to be found again', async () => {
    const failure = await credentialsOf(asking(faulty('shorter-key')), byKey('Ab3dEf7h')).catch((e: unknown) => e);
    expect(failure).toBeInstanceOf(TransportFailure);
    expect(failure).toMatchObject({ why: 'short-key' });
  });
});

test.each(['wrong-password', 'unknown-user', 'password-in-capitals'] as const)(
  'a pair with one thing wrong is not to be read where it comes back: %s',
  async (fault) => {
    const to = byPassword();
    const [sent = ''] = shownIn(await credentialsOf(asking(faulty(fault)), to));
    const [, password = ''] = Buffer.from(sent, 'base64').toString('utf8').split(':');
    for (const echo of [sent, password]) expect(to.redactor.text(`got ${echo}`)).toBe(`got ${SECRET_MASK}`);
  },
);

test('the secret of a client is not to be read as it is written either (RFC 6749 §2.3.1)', async () => {
  const client = { own: { id: 'my-client', secret: { env: 'PASSWORD' } } };
  const to = doors({ PASSWORD }, { service: { client } as unknown as AuthSchemes['service'], client: 'secret-basic' });
  const form = { kind: 'form', client: true, fields: {} } as unknown as RequestTemplate['body'];
  const [sent = ''] = shownIn(await credentialsOf(asking({ kind: 'good' }, form), to));
  expect(Buffer.from(sent, 'base64').toString('utf8')).toBe('my-client:p%40ss%2Fword%2B12345');
  for (const echo of [sent, 'p%40ss%2Fword%2B12345', PASSWORD]) expect(to.redactor.text(echo)).toBe(SECRET_MASK);
});

test('the secret of a client is not to be read either where it was sent in the query', async () => {
  const client = { own: { id: 'my-client', secret: { env: 'PASSWORD' } } };
  const to = doors({ PASSWORD }, { service: { client } as unknown as AuthSchemes['service'], client: 'secret-basic' });
  const form = { kind: 'form', client: true, fields: {} } as unknown as RequestTemplate['body'];
  await credentialsOf(asking(faulty('secret-in-query'), form), to);
  expect(to.redactor.text(`got ${PASSWORD}`)).toBe(`got ${SECRET_MASK}`);
});

test('a token for another service is that of the target where it names one, since nobody signs in for it', async () => {
  const service = { spoiled: { otherAudience: { env: 'ELSEWHERE' } } } as unknown as AuthSchemes['service'];
  const signIn = {
    faulty: (fault: string) => Promise.resolve(`token of ${fault}`),
  } as unknown as AuthSchemes['signIn'];
  const auth: Auth = { kind: 'fault', fault: 'other-audience' };
  expect((await credentialsOf(asking(auth), doors({}, { service, signIn }))).headers).toEqual([
    ['x-key', 'token of otherAudience'],
  ]);
});

test('a party that brings an access token of its own needs no key, whatever the others show', async () => {
  const named = {
    ...service({ kind: 'key', key: { env: 'KEY' } }),
    parties: { reader: { bearer: { env: 'READER' } } },
  };
  const signIn = { token: (party: string) => Promise.resolve(`token of ${party}`) } as unknown as AuthSchemes['signIn'];
  const to = doors({ KEY }, { service: named as unknown as AuthSchemes['service'], signIn });
  const shown = await credentialsOf(asking({ kind: 'other', party: 'reader' }), to);
  expect(shown.headers).toEqual([['x-key', 'token of reader']]);
  await expect(credentialsOf(asking({ kind: 'other', party: 'nobody' }), to)).rejects.toMatchObject({
    why: 'no-party',
  });
});
