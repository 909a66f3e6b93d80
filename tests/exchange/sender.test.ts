/** One step becomes one request on the wire and one record of what came back, masked and complete. */
import { describe, expect, test } from 'vitest';
import { sendOnce, type Sent } from '../../src/exchange/sender.ts';
import type { Exchange } from '../../src/record/exchange.ts';
import type { Resolution } from '../../src/exchange/resolve.ts';
import type { TargetService } from '../../src/load/model.ts';
import type { Body, RequestTemplate } from '../../src/plan/model.ts';
import {
  answerOf,
  fail,
  NOW,
  provider,
  request,
  resolution,
  SERVICE,
  stage,
  step,
  Wire,
  type Answerer,
  type Stage,
} from './support.ts';

const NAME = { id: 'library/books/read/case#probe', group: 'g', step: 'probe' } as const;

interface Options {
  readonly answer?: Answerer;
  readonly stage?: Stage;
  readonly resolution?: Partial<Resolution>;
  readonly via?: 'undici';
}

async function send(
  template: Partial<RequestTemplate>,
  options: Options = {},
): Promise<Sent & { readonly wire: Wire; readonly plain: Wire }> {
  const wire = new Wire(options.answer);
  const plain = new Wire(options.answer);
  const { to } = options.stage ?? stage();
  const sent = await sendOnce(
    step('probe', { request: template, ...(options.via === undefined ? {} : { via: options.via }) }),
    NAME,
    to,
    resolution(options.resolution),
    {
      transport: wire,
      plain,
      clock: () => NOW,
      timeoutMs: 1000,
    },
  );
  return { ...sent, wire, plain };
}

const bodyOf = (sent: { readonly wire: Wire }): string | undefined => sent.wire.sent[0]?.body?.toString('utf8');
const headersOf = (sent: { readonly wire: Wire }): Readonly<Record<string, string>> =>
  Object.fromEntries(sent.wire.sent[0]?.headers ?? []);
const json = (
  value: Extract<Body, { kind: 'json' }>['value'],
  mutation?: Extract<Body, { kind: 'json' }>['mutation'],
): Body => ({
  kind: 'json',
  value,
  ...(mutation === undefined ? {} : { mutation }),
});

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
  });

  test('directives are resolved, and what was sent is remembered as it was sent', async () => {
    const sent = await send({ method: 'POST', body: json({ isbn: { $unique: 8 }, on: { $today: 0 } }) });
    expect(sent.live.sent).toEqual(JSON.parse(bodyOf(sent) ?? ''));
    expect(sent.live.sent).toMatchObject({ on: '2026-03-10' });
  });

  test('a huge body is sent whole and recorded by its beginning', async () => {
    const sent = await send({
      method: 'POST',
      body: { kind: 'text', text: '"…"', fill: { text: 'a', times: 1_200_000 } },
    });
    expect(sent.wire.sent[0]?.body).toHaveLength(1_200_002);
    expect(sent.exchange.request.body?.length).toBeLessThan(3000);
    expect(sent.exchange.request.body).toContain('(1200002 characters)');
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
      message: 'the target names no such party',
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
    const sent = await send({ auth: { kind: 'good' } }, { stage: stage({ to: { carrier: { header, scheme } } }) });
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

describe('records', () => {
  test('hold what was sent and what came, with names in lower case and the bytes counted before masking', async () => {
    const sent = await send(
      { method: 'PATCH', body: json({ tfn: '123456782' }) },
      {
        answer: () =>
          answerOf({ tfn: '123456782', access_token: 'abcdefgh' }, 201, { 'set-cookie': 'sid=abcdefgh', 'x-b': 'é' }),
      },
    );
    const expected: Exchange = {
      id: NAME.id,
      service: 'library',
      spec: '1.0.0',
      group: 'g',
      step: 'probe',
      request: {
        method: 'PATCH',
        url: 'http://library.test/books',
        headers: [
          ['accept', 'application/json'],
          ['accept-encoding', 'identity'],
          ['content-type', 'application/json'],
        ],
        body: '{"tfn":"000000000"}',
      },
      response: {
        status: 201,
        headers: [
          ['content-type', 'application/json'],
          ['set-cookie', 'sid=[redacted]'],
          ['x-b', 'é'],
        ],
        body: '{"tfn":"000000000","access_token":"[redacted]"}',
        bytes: JSON.stringify({ tfn: '123456782', access_token: 'abcdefgh' }).length,
      },
      at: NOW,
      durationMs: 0,
    };
    expect(sent.exchange).toEqual(expected);
    expect(sent.live).toMatchObject({
      answer: { tfn: '123456782', access_token: 'abcdefgh' },
      sent: { tfn: '123456782' },
    });
  });

  test('a failure is told by kind, with secrets masked in its message', async () => {
    const known = stage();
    known.redactor.learn('hunter2-hunter2');
    const sent = await send({}, { stage: known, answer: () => fail('reset', 'at hunter2-hunter2') });
    expect(sent.exchange.failure).toEqual({ kind: 'reset', message: 'at [redacted]' });
    expect(sent.exchange.response).toBeUndefined();
    expect(sent.exchange.request.url).toBe('http://library.test/books');
  });

  test('it says where a token of the run came back, and nothing of what is masked for its name or its form', async () => {
    const known = stage();
    const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJlLW9mLW91cnM';
    known.redactor.learn(token);
    const others = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIyIn0.c29tZWJvZHktZWxzZXMtb25l';
    const placesOf = async (answer: unknown, headers = {}): Promise<unknown> =>
      (await send({}, { stage: known, answer: () => answerOf(answer, 200, headers) })).exchange.response?.secrets;
    expect(await placesOf({ seen: `Bearer ${token}` })).toEqual(['body']);
    expect(await placesOf({}, { 'x-debug': token })).toEqual(['header x-debug']);
    expect(await placesOf({ password: ['too short'], next: others })).toBeUndefined();
  });

  test('it says that content is not UTF-8, which its text no longer shows', async () => {
    const sent = await send(
      {},
      { answer: () => ({ ...answerOf(''), body: Buffer.from('{"title":"Gr\u00fc\u00dfe"}', 'latin1') }) },
    );
    expect(sent.exchange.response).toMatchObject({ utf8: false, bytes: 17 });
    expect(
      (await send({}, { answer: () => answerOf({ title: 'Gr\u00fc\u00dfe' }) })).exchange.response,
    ).not.toHaveProperty('utf8');
  });

  test('what is thrown for another reason is a defect of ours, and no outcome of the service', async () => {
    await expect(
      send({ auth: { kind: 'good' } }, { answer: () => Promise.reject(new TypeError('a mistake in our own code')) }),
    ).rejects.toThrow('a mistake in our own code');
  });

  test.each([
    ['good-token\r\nX-Injected: 1', 'a line break'],
    ['good\0token', 'a NUL'],
    ['good-😀', 'a character outside Latin-1'],
  ])('a token that no header can carry is refused when it is given: %j', async (token, what) => {
    const sent = await send({ auth: { kind: 'good' } }, { stage: stage({ identityProvider: provider(token) }) });
    expect(sent.wire.sent).toHaveLength(0);
    expect(sent.exchange.failure).toEqual({
      kind: 'not-sent',
      message: `the sign-in failed: the access token that the identity provider gave holds ${what}, which no header can carry`,
      why: 'no-token',
    });
  });

  test.each([
    ['the header x-target of the target', {}, stage({ to: { headers: { 'X-Target': 'a\nb' } } })],
    ['the header x-a', { headers: { 'X-A': 'a\nb' } }, stage()],
    [
      'the access token',
      { auth: { kind: 'good' as const } },
      stage({ service: { bearer: { env: 'TOKEN' } }, secret: 'a\nb' }),
    ],
  ] as const)('%s is named where it cannot be sent', async (source, more, on) => {
    const sent = await send(more, { stage: on });
    expect(sent.wire.sent).toHaveLength(0);
    expect(sent.exchange.failure).toEqual({
      kind: 'not-sent',
      message: `${source} holds a line break, which no header can carry`,
      why: 'unsendable',
    });
  });

  test('the record of a request that could not be built still says what it was', async () => {
    const sent = await send({ method: 'DELETE', path: '/books/{id}', parameters: { id: { $ref: 'made#/id' } } });
    expect(sent.exchange.request).toEqual({ method: 'DELETE', url: 'http://library.test/books/{id}', headers: [] });
    expect(sent.exchange.failure?.kind).toBe('not-sent');
  });

  test('an answer that is not UTF-8 is recorded all the same', async () => {
    const sent = await send(
      {},
      { answer: () => ({ status: 200, headers: [], body: Buffer.from([0xff, 0xfe, 0x41]) }) },
    );
    expect(sent.exchange.response).toMatchObject({ bytes: 3, body: '\uFFFD\uFFFDA' });
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
