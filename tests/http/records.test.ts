/** What is recorded of one exchange: what was sent and what came, masked, in any way that it may end. */
import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../src/model/exchange.ts';
import { answerOf, fail, NOW, provider, stage } from './support.ts';
import { json, NAME, send } from './sending.ts';

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
    expect(sent.result).toMatchObject({
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
