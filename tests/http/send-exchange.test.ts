/** One step becomes one request on the wire and one record of what came back, masked and complete. */
import { describe, expect, test } from 'vitest';
import type { TargetService } from '../../src/load/model.ts';
import type { Body, RequestTemplate } from '../../src/plan/model.ts';
import { answerOf, fail, NOW, provider, request, SERVICE, stage, Wire } from './support.ts';
import { bodyOf, headersOf, json, send } from './sending.ts';

describe('addresses', () => {
  test('parameters are encoded, so that none can climb out of its segment', async () => {
    const sent = await send({
      path: '/books/{id}/x/{other}',
      parameters: { id: '../a b/c?d#e', other: 7 },
      query: [
        ['q', 'a&b=c'],
        ['q', 'é'],
      ],
    });
    expect(sent.wire.sent[0]?.url).toBe('http://library.test/books/..%2Fa%20b%2Fc%3Fd%23e/x/7?q=a%26b%3Dc&q=%C3%A9');
  });

  test('a version without an address is not sent, and nor is a token request without a provider', async () => {
    const nowhere = await send({}, { stage: stage({ to: { baseUrl: '' } }) });
    expect(nowhere.exchange.failure).toMatchObject({ kind: 'not-sent' });
    const { identityProvider: _none, ...bare } = SERVICE;
    const alone = await send({ base: 'identity-provider' }, { stage: stage({ to: { service: bare } }) });
    expect(alone.exchange.failure).toMatchObject({
      kind: 'not-sent',
      message: 'the target names no identity provider',
    });
    expect(nowhere.wire.sent.length + alone.wire.sent.length).toBe(0);
  });

  test('a token request goes to the provider’s own address', async () => {
    expect((await send({ base: 'identity-provider', method: 'POST', path: '' })).wire.sent[0]?.url).toBe(
      'http://idp.test/oauth/token',
    );
  });
});

describe('headers', () => {
  test('the target’s own, the usual ones, and the step’s on top; null takes one away', async () => {
    const sent = await send(
      { method: 'POST', headers: { 'X-A': 'b', Accept: null }, body: json({}) },
      { stage: stage({ to: { headers: { 'X-Target': '1', 'x-a': 'a' } } }) },
    );
    expect(headersOf(sent)).toEqual({
      'x-target': '1',
      'x-a': 'b',
      'content-type': 'application/json',
      'accept-encoding': 'identity',
    });
    expect(headersOf(await send({}))).toEqual({ accept: 'application/json', 'accept-encoding': 'identity' });
  });

  test('another party sends headers of its own in place of the target’s', async () => {
    const partyHeaders = { other: { 'X-Tenant': 'theirs' }, clerk: { 'X-Desk': '2' } };
    const bearer = { file: 'token' };
    const own = stage({
      service: { ...SERVICE, parties: { clerk: { bearer } }, partyHeaders },
      files: { token: 'token-of-the-clerk' },
      to: { headers: { 'x-tenant': 'ours' } },
    });
    const tenantOf = async (auth: RequestTemplate['auth']): Promise<readonly (string | undefined)[]> => {
      const headers = headersOf(await send({ auth }, { stage: own }));
      return [headers['x-tenant'], headers['x-desk']];
    };
    expect(await tenantOf({ kind: 'none' })).toEqual(['ours', undefined]);
    expect(await tenantOf({ kind: 'other', party: 'clerk' })).toEqual(['ours', '2']);
  });

  test('what Playwright would change on the way goes over the plain transport', async () => {
    const sent = await send({}, { via: 'undici' });
    expect([sent.wire.sent.length, sent.plain.sent.length]).toEqual([0, 1]);
  });
});

describe('bodies', () => {
  const value = { title: 'Sphere', list: [{ a: 1 }, { b: 'x"y' }] };

  test.each([
    [undefined, '{"title":"Sphere","list":[{"a":1},{"b":"x\\"y"}]}'],
    ['truncated', '{"title":"Sphere","list":[{"a":1},{"b":"x\\"y"}'],
    ['trailing-comma', '{"title":"Sphere","list":[{"a":1},{"b":"x\\"y",}]}'],
    ['byte-order-mark', '\uFEFF{"title":"Sphere","list":[{"a":1},{"b":"x\\"y"}]}'],
    ['duplicate-member', '{"title":"Sphere","title":"Sphere","list":[{"a":1},{"b":"x\\"y"}]}'],
  ] as const)('%s', async (mutation, expected) => {
    const sent = await send({ method: 'POST', body: json(value, mutation) });
    expect(bodyOf(sent)).toBe(expected);
  });

  test('every mutation but the byte order mark breaks the JSON or repeats a name', async () => {
    for (const body of [{}, [], [{ a: { b: 1 } }], { a: 'x"},' }, 'text', { a: [] }]) {
      for (const mutation of ['truncated', 'trailing-comma'] as const) {
        const text = bodyOf(await send({ method: 'POST', body: json(body, mutation) })) ?? '';
        if (typeof body === 'string' && mutation === 'trailing-comma') continue;
        expect(() => JSON.parse(text) as unknown, `${mutation} of ${JSON.stringify(body)}: ${text}`).toThrow();
      }
    }
  });

  test('a text goes out as it is, with its filling', async () => {
    expect(bodyOf(await send({ method: 'POST', body: { kind: 'text', text: 'é{"' } }))).toBe('é{"');
    expect(
      bodyOf(await send({ method: 'POST', body: { kind: 'text', text: '"…"', fill: { text: 'ab', times: 3 } } })),
    ).toBe('"ababab"');
    expect(
      bodyOf(await send({ method: 'POST', body: { kind: 'text', text: '"…"', fill: { text: "$&$$$'", times: 2 } } })),
    ).toBe(`"$&$$$'$&$$$'"`);
  });

  test('a member comes twice: the first that is no object and no list', async () => {
    const body = json({ book: { tags: ['a'], pages: 3 }, title: 'Emma' }, 'duplicate-member');
    expect(bodyOf(await send({ method: 'POST', body }))).toBe(
      '{"book":{"tags":["a"],"pages":3,"pages":3},"title":"Emma"}',
    );
  });

  test('directives are resolved, and what was sent is remembered as it was sent', async () => {
    const sent = await send({ method: 'POST', body: json({ isbn: { $unique: 8 }, on: { $today: 0 } }) });
    expect(sent.result.sent).toEqual(JSON.parse(bodyOf(sent) ?? ''));
    expect(sent.result.sent).toMatchObject({ on: '2026-03-10' });
  });

  test('a huge body is sent whole and recorded by its beginning', async () => {
    const sent = await send({
      method: 'POST',
      body: { kind: 'text', text: '"…"', fill: { text: 'a', times: 1_200_000 } },
    });
    expect(sent.wire.sent[0]?.body).toHaveLength(1_200_002);
    expect(sent.exchange.request.body?.length).toBeLessThan(3000);
    expect(sent.exchange.request.body).toContain('(1,200,002 characters)');
  });

  test('a form keeps its order and repeated names, and carries the assertion', async () => {
    const sent = await send({
      base: 'identity-provider',
      method: 'POST',
      path: '',
      body: {
        kind: 'form',
        parameters: [
          ['grant_type', 'a b'],
          ['assertion', { $assertion: true }],
          ['grant_type', 'c'],
        ],
        assertion: {},
      },
    });
    const pairs = [...new URLSearchParams(bodyOf(sent))];
    expect(pairs.map(([name]) => name)).toEqual(['grant_type', 'assertion', 'grant_type']);
    expect(pairs[1]?.[1]).toMatch(/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(headersOf(sent)['content-type']).toBe('application/x-www-form-urlencoded');
    expect(sent.exchange.request.body).toBe('grant_type=a+b&assertion=[redacted]&grant_type=c');
  });

  test('a client id of the target is sent along, unless the step gives one', async () => {
    const service: TargetService = {
      ...SERVICE,
      identityProvider: { ...(SERVICE.identityProvider ?? fail('not-sent')), clientId: 'client-7' },
    };
    const form = async (parameters: readonly (readonly [string, string])[]): Promise<readonly string[]> => {
      const sent = await send(
        { base: 'identity-provider', method: 'POST', path: '', body: { kind: 'form', parameters, assertion: {} } },
        { stage: stage({ service, to: { service } }) },
      );
      return new URLSearchParams(bodyOf(sent)).getAll('client_id');
    };
    expect(await form([['a', 'b']])).toEqual(['client-7']);
    expect(await form([['client_id', 'other']])).toEqual(['other']);
  });
});

describe('assertions', () => {
  const claims = async (
    assertion: NonNullable<Extract<Body, { kind: 'form' }>['assertion']>,
  ): Promise<readonly [Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>]> => {
    const sent = await send(
      {
        base: 'identity-provider',
        method: 'POST',
        path: '',
        body: { kind: 'form', parameters: [['assertion', { $assertion: true }]], assertion },
      },
      { resolution: { setting: () => 'https://idp.test' } },
    );
    const parts = (new URLSearchParams(bodyOf(sent)).get('assertion') ?? '').split('.');
    const part = (text: string | undefined): Readonly<Record<string, unknown>> =>
      JSON.parse(Buffer.from(text ?? '', 'base64url').toString()) as Readonly<Record<string, unknown>>;
    return [part(parts[0]), part(parts[1])];
  };
  const good = claims({});

  test('what a template sets or removes is the only difference', async () => {
    const [header, body] = await good;
    expect(await claims({ claims: { iat: { $now: -5 }, aud: [{ $setting: 'audience' }] } })).toEqual([
      header,
      { ...body, iat: NOW / 1000 - 5, aud: ['https://idp.test'] },
    ]);
    const { sub: _sub, ...rest } = body;
    expect(await claims({ removeClaims: ['sub'] })).toEqual([header, rest]);
    expect(await claims({ header: { kid: '../../dev/null' } })).toEqual([{ ...header, kid: '../../dev/null' }, body]);
    const { kid: _kid, ...bare } = header;
    expect(await claims({ removeHeader: ['kid'] })).toEqual([bare, body]);
  });

  test('a party that the target does not name is not acted for', async () => {
    const sent = await send({
      base: 'identity-provider',
      method: 'POST',
      path: '',
      body: { kind: 'form', parameters: [['assertion', { $assertion: true }]], assertion: { as: 'unlinked' } },
    });
    expect(sent.exchange.failure).toEqual({
      kind: 'not-sent',
      message: 'the target has no `unlinked`',
      why: 'no-party',
    });
    expect(sent.wire.sent).toEqual([]);
  });
});

describe('access', () => {
  test.each([
    ['access-token', '', 'good-access-token'],
    ['Authorization', 'Bearer', 'Bearer good-access-token'],
  ] as const)('the token is carried in %s', async (header, scheme, expected) => {
    const sent = await send(
      { auth: { kind: 'good' } },
      { stage: stage({ to: { carrier: { in: 'header', name: header, scheme, isBasic: false } } }) },
    );
    expect(headersOf(sent)[header.toLowerCase()]).toBe(expected);
    expect(JSON.stringify(sent.exchange)).not.toContain('good-access-token');
  });

  test('in another header than the contract’s, and in the query, where a fault asks for it', async () => {
    const elsewhere = await send({ auth: { kind: 'fault', fault: 'wrong-header' } });
    expect(headersOf(elsewhere)).toMatchObject({ authorization: 'Bearer good-access-token' });
    expect(headersOf(elsewhere)['access-token']).toBeUndefined();
    const query = await send({ auth: { kind: 'fault', fault: 'in-query' }, query: [['page', '1']] });
    expect(query.wire.sent[0]?.url).toBe('http://library.test/books?page=1&access_token=good-access-token');
    expect(query.exchange.request.url).toBe('http://library.test/books?page=1&access_token=[redacted]');
  });

  test('without a token there is none', async () => {
    const sent = await send({ auth: { kind: 'none' } });
    expect(Object.keys(headersOf(sent))).toEqual(['accept', 'accept-encoding']);
  });

  test('a sign-in that fails is the target’s, told without a secret, and the step is not sent', async () => {
    const refused = new Wire(() => answerOf({ error: 'invalid_grant', error_description: 'no' }, 400));
    const sent = await send({ auth: { kind: 'good' } }, { stage: stage({ identityProvider: refused }) });
    expect(sent.exchange.failure).toEqual({
      kind: 'not-sent',
      message: 'the sign-in failed: the identity provider answered 400 invalid_grant',
      why: 'no-token',
    });
    expect(sent.wire.sent).toEqual([]);
  });
});

test('the template given is not changed', async () => {
  const template = request({
    method: 'POST',
    headers: { 'X-A': 'b' },
    body: json({ a: { $unique: 3 } }),
    auth: { kind: 'good' },
  });
  const before = JSON.stringify(template);
  await send(template, { stage: stage({ identityProvider: provider() }) });
  expect(JSON.stringify(template)).toBe(before);
});
