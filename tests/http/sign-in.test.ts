/** Tokens are asked for once, kept as long as they live, and never outlive it. */
import { describe, expect, test } from 'vitest';
import { answerOf, fail, IDENTITY_PROVIDER, NOW, provider, SERVICE, stage, Wire } from './support.ts';

const PARTY = { issuer: '555', device: 'device-2', kid: 'key-2', key: { file: 'other' } } as const;

function claimsOf(wire: Wire, index: number): Readonly<Record<string, unknown>> {
  const assertion = new URLSearchParams(wire.sent[index]?.body?.toString()).get('assertion') ?? '';
  return JSON.parse(Buffer.from(assertion.split('.')[1] ?? '', 'base64url').toString()) as Readonly<
    Record<string, unknown>
  >;
}

describe('a token', () => {
  test('is asked for once, however many need it at once', async () => {
    const idp = provider();
    const { signIn } = stage({ identityProvider: idp });
    expect(await Promise.all(Array.from({ length: 20 }, () => signIn.token('own')))).toEqual(
      Array.from({ length: 20 }, () => 'good-access-token'),
    );
    expect(idp.sent).toHaveLength(1);
    expect(idp.sent[0]).toMatchObject({ method: 'POST', url: IDENTITY_PROVIDER.tokenUrl });
    expect(claimsOf(idp, 0)).toMatchObject({ iss: '1234567890', sub: 'device-1', 'token.aud': 'https://library.test' });
  });

  test('is not asked for again by another part of the run, which hides it as well', async () => {
    const [first, second, tokens] = [provider('shared-access-token'), provider(), new Map()];
    await stage({ identityProvider: first, tokens }).signIn.token('own');
    const { signIn, redactor } = stage({ identityProvider: second, tokens });
    expect([await signIn.token('own'), second.sent.length]).toEqual(['shared-access-token', 0]);
    expect(redactor.text('a shared-access-token')).toBe('a [redacted]');
  });

  test('is renewed a minute before it ends, and not earlier', async () => {
    let now = NOW;
    const idp = provider();
    const { signIn } = stage({ identityProvider: idp, clock: () => now });
    for (const [passed, asked] of [
      [0, 1],
      [239_000, 1],
      [240_001, 2],
      [480_002, 3],
    ] as const) {
      now = NOW + passed;
      await signIn.token('own');
      expect(idp.sent.length, String(passed)).toBe(asked);
    }
  });

  test('is renewed once for all callers that wait at its end', async () => {
    let now = NOW;
    const idp = provider();
    const { signIn } = stage({ identityProvider: idp, clock: () => now });
    await signIn.token('own');
    now = NOW + 300_000;
    await Promise.all(Array.from({ length: 20 }, () => signIn.token('own')));
    expect(idp.sent).toHaveLength(2);
  });

  test('of another audience, or of another party, is another token', async () => {
    const idp = provider();
    const { signIn } = stage({ identityProvider: idp, service: { other: PARTY } });
    await signIn.token('own');
    await signIn.token('own', 'https://elsewhere.test');
    await signIn.token('other');
    expect(idp.sent.map((_sent, i) => [claimsOf(idp, i)['iss'], claimsOf(idp, i)['token.aud']])).toEqual([
      ['1234567890', 'https://library.test'],
      ['1234567890', 'https://elsewhere.test'],
      ['555', 'https://library.test'],
    ]);
  });

  test('that the target gives itself needs no sign-in', async () => {
    const idp = provider();
    const { signIn, redactor } = stage({ identityProvider: idp, service: { bearer: { env: 'TOKEN' } } });
    await signIn.token('own');
    expect(idp.sent).toEqual([]);
    expect(redactor.text('-----BEGIN PRIVATE KEY-----')).toBe('-----BEGIN PRIVATE KEY-----');
  });

  test('that the target gives another party is that party’s, and there is no other', async () => {
    const service = { bearer: { env: 'TOKEN' }, otherBearer: { file: 'other' } };
    const { signIn, redactor } = stage({ service, files: { other: 'token-of-the-other-one' } });
    expect(await signIn.token('other')).toBe('token-of-the-other-one');
    expect(await signIn.token('own')).not.toBe('token-of-the-other-one');
    expect(redactor.text('got token-of-the-other-one')).toBe('got [redacted]');
    await expect(signIn.renewed('other')).rejects.toMatchObject({ why: 'one-token' });
  });

  test('is masked as soon as it is known, and so is the assertion', async () => {
    const idp = provider('opaque-token-0123');
    const { signIn, redactor } = stage({ identityProvider: idp });
    await signIn.token('own');
    expect(redactor.text('x opaque-token-0123 y')).toBe('x [redacted] y');
    const assertion = new URLSearchParams(idp.sent[0]?.body?.toString()).get('assertion') ?? '';
    expect(redactor.text(`x ${assertion} y`)).toBe('x [redacted] y');
  });
});

describe('another token', () => {
  const ALONE = { kind: 'not-sent', why: 'one-token' };

  test('is asked for once, and is not the usual one', async () => {
    const idp = new Wire((_request, index) => answerOf({ access_token: `token-number-${index}`, expires_in: 300 }));
    const { signIn, redactor } = stage({ identityProvider: idp });
    const [usual, first, second] = [
      await signIn.token('own'),
      await signIn.renewed('own'),
      await signIn.renewed('own'),
    ];
    expect(first).not.toBe(usual);
    expect(second).toBe(first);
    expect(await signIn.token('own')).toBe(usual);
    expect(idp.sent).toHaveLength(2);
    expect(redactor.text(first)).toBe('[redacted]');
  });

  test('is none where the same is given again, or the target gives it itself', async () => {
    await expect(
      stage({ identityProvider: provider('opaque-token-0123') }).signIn.renewed('own'),
    ).rejects.toMatchObject(ALONE);
    await expect(stage({ service: { bearer: { env: 'TOKEN' } } }).signIn.renewed('own')).rejects.toMatchObject(ALONE);
  });
});

describe('a sign-in that fails', () => {
  test.each([
    [
      'a refusal',
      () => answerOf({ error: 'unauthorized_client' }, 400),
      'the sign-in failed: the identity provider answered 400 unauthorized_client',
    ],
    ['a server error', () => answerOf('<html>', 500), 'the sign-in failed: the identity provider answered 500'],
    [
      'a success without a token',
      () => answerOf({ token_type: 'Bearer' }),
      'the sign-in failed: the identity provider answered 200',
    ],
    ['no JSON', () => answerOf('ok'), 'the sign-in failed: the identity provider answered 200'],
  ])('%s', async (_what, answer, message) => {
    await expect(stage({ identityProvider: new Wire(answer) }).signIn.token('own')).rejects.toMatchObject({
      kind: 'not-sent',
      message,
    });
  });

  test('is tried again by the next call, not kept', async () => {
    const idp = new Wire((_request, index) =>
      index === 1 ? fail('timeout') : answerOf({ access_token: 'second-token', expires_in: 300 }),
    );
    const { signIn } = stage({ identityProvider: idp });
    await expect(signIn.token('own')).rejects.toMatchObject({ kind: 'timeout' });
    await expect(signIn.token('own')).resolves.toBe('second-token');
  });

  test('for a party that the target does not name says so', async () => {
    const { signIn } = stage();
    await expect(signIn.token('other')).rejects.toMatchObject({
      kind: 'not-sent',
      message: 'the target has no `other`',
    });
    const { identityProvider: _none, ...bare } = SERVICE;
    expect(() => stage({ service: bare }).signIn.party('unlinked')).toThrow('the target has no `unlinked`');
  });
});

describe('a forged token', () => {
  test('that only the identity provider can make is the target’s, and masked; without it nothing is sent', async () => {
    const { signIn, redactor } = stage({ service: { spoiled: { expired: { env: 'TOKEN' } } } });
    const expired = await signIn.faulty('expired');
    expect(redactor.text(`x ${expired}`)).toBe('x [redacted]');
    await expect(signIn.faulty('notYetValid')).rejects.toMatchObject({
      kind: 'not-sent',
      message: 'the target has no `spoiled.notYetValid`',
    });
  });

  test('is made from a good one, and masked', async () => {
    const { signIn, redactor } = stage({ identityProvider: provider('eyJhbGciOiJSUzI1NiJ9.eyJleHAiOjF9.c2ln') });
    const tampered = await signIn.faulty('tampered');
    expect(tampered.split('.')[0]).toBe('eyJhbGciOiJSUzI1NiJ9');
    expect(redactor.text(`x ${tampered}`)).toBe('x [redacted]');
  });

  test('is made from a key that stands in the place of a token', async () => {
    const jwt = 'eyJhbGciOiJSUzI1NiJ9.eyJleHAiOjF9.c2ln';
    const own = { kind: 'key', key: { file: 'key' } } as const;
    const { signIn } = stage({ service: { credentials: { own } }, files: { key: jwt } });
    expect(await signIn.faulty('signature-removed')).toBe('eyJhbGciOiJSUzI1NiJ9.eyJleHAiOjF9.');
    await expect(signIn.renewed('own')).rejects.toMatchObject({ why: 'one-token' });
  });

  test('that is no token at all needs no sign-in', async () => {
    const idp = provider();
    expect(await stage({ identityProvider: idp }).signIn.faulty('garbage')).toBe('not-a-token');
    expect(idp.sent).toEqual([]);
  });

  test('with the public key as secret works without a published key too', async () => {
    const idp = new Wire((request) =>
      request.method === 'GET'
        ? fail('refused')
        : answerOf({ access_token: 'eyJhbGciOiJSUzI1NiJ9.eyJleHAiOjF9.c2ln', expires_in: 300 }),
    );
    const { signIn } = stage({ identityProvider: idp });
    expect((await signIn.faulty('hs256-public-key')).split('.')).toHaveLength(3);
    expect(idp.sent.some((r) => r.url === 'http://idp.test/jwks')).toBe(true);
  });
});

describe('a client of OAuth 2', () => {
  const client = { tokenUrl: 'https://identity.test/token', own: { id: 'a:b', secret: { file: 'own' } } } as const;
  const files = { own: 's3cret of the client', other: 's3cret of another' };
  const asking = async (
    way: 'secret-basic' | 'secret-post',
    more: Partial<
      typeof client & {
        readonly other: {
          readonly id: string;
          readonly secret: { readonly file: string };
          readonly scopes?: readonly string[];
        };
      }
    > = {},
  ): Promise<Wire> => {
    const idp = provider();
    const security = { type: 'oauth2', flow: 'clientCredentials', client: way, scopes: ['read', 'write'] } as const;
    const { identityProvider: _none, ...service } = SERVICE;
    const own = stage({
      identityProvider: idp,
      service: { ...service, client: { ...client, ...more } },
      files,
      security,
    });
    await own.signIn.token(more.other === undefined ? 'own' : 'other');
    expect(own.redactor.text(`a ${files.own}`)).not.toContain(more.other === undefined ? files.own : files.other);
    return idp;
  };
  const formOf = ({ sent: [request] }: Wire): object =>
    Object.fromEntries(new URLSearchParams(request?.body?.toString()));
  const said = ({ sent: [request] }: Wire): string | undefined =>
    request?.headers.find(([name]) => name === 'authorization')?.[1];

  test('shows its id and secret in Authorization, each encoded as a form is', async () => {
    const idp = await asking('secret-basic');
    expect(formOf(idp)).toEqual({ grant_type: 'client_credentials', scope: 'read write' });
    expect(said(idp)).toBe(`Basic ${Buffer.from('a%3Ab:s3cret+of+the+client').toString('base64')}`);
  });

  test('or in the form', async () => {
    const idp = await asking('secret-post', { other: { id: 'other', secret: { file: 'other' } } });
    expect(said(idp)).toBeUndefined();
    expect(formOf(idp)).toEqual({
      grant_type: 'client_credentials',
      scope: 'read write',
      client_id: 'other',
      client_secret: files.other,
    });
  });

  test('a party asks for scopes of its own, or for none', async () => {
    const scopeOf = async (scopes: readonly string[]): Promise<object> =>
      formOf(await asking('secret-basic', { other: { id: 'other', secret: { file: 'other' }, scopes } }));
    expect(await scopeOf(['read'])).toEqual({ grant_type: 'client_credentials', scope: 'read' });
    expect(await scopeOf([])).toEqual({ grant_type: 'client_credentials' });
  });

  test('or signs an assertion in place of the secret', async () => {
    const idp = provider();
    const security = { type: 'oauth2', flow: 'clientCredentials', client: 'private-key-jwt' } as const;
    await stage({ identityProvider: idp, security }).signIn.token('own');
    expect(formOf(idp)).toEqual({
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: expect.stringMatching(/^eyJ/) as string,
    });
  });
});
