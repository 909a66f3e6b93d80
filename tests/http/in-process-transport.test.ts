/** The transport without a socket, and how what is thrown is read, whoever threw it. */
import { describe, expect, test } from 'vitest';
import { inProcessTransport } from '../../src/http/in-process-transport.ts';
import { transportFailureOf, notSentFailure } from '../../src/http/transport.ts';
import { failure } from './failing.ts';

describe('in process', () => {
  const seen: Request[] = [];
  const transport = inProcessTransport({
    'http://library.test': async (request) => {
      seen.push(request);
      const { pathname } = new URL(request.url);
      if (pathname === '/throws') throw Object.assign(new Error('gone'), { code: 'ECONNRESET' });
      if (pathname === '/never') return new Promise(() => undefined);
      if (pathname === '/cut') {
        const body = new ReadableStream<Uint8Array>({
          start: (c) => {
            c.enqueue(Buffer.from('{"half'));
            c.error(Object.assign(new Error('terminated'), { code: 'ECONNRESET' }));
          },
        });
        return new Response(body, { status: 200 });
      }
      return new Response(request.method === 'HEAD' ? null : await request.text(), {
        status: 201,
        headers: [
          ['X-A', '1'],
          ['set-cookie', 'a=1'],
          ['set-cookie', 'b=2'],
        ],
      });
    },
  });

  test('sends and brings back what a socket would', async () => {
    const response = await transport.send(
      {
        method: 'POST',
        url: 'http://library.test/books?x=1',
        headers: [['content-type', 'application/json']],
        body: Buffer.from('{"a":1}'),
      },
      1000,
    );
    expect(response.status).toBe(201);
    expect(response.body).toEqual(Buffer.from('{"a":1}'));
    for (const field of [
      ['x-a', '1'],
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ] as const)
      expect(response.headers).toContainEqual(field);
    expect(seen[0]?.url).toBe('http://library.test/books?x=1');
  });

  test('a GET has no content, and HEAD brings none', async () => {
    expect(
      (await transport.send({ method: 'HEAD', url: 'http://library.test/', headers: [] }, 1000)).body,
    ).toHaveLength(0);
    expect((await transport.send({ method: 'GET', url: 'http://library.test/', headers: [] }, 1000)).body).toHaveLength(
      0,
    );
  });

  test.each([
    ['http://elsewhere.test/', 'refused'],
    ['http://library.test/throws', 'reset'],
    ['http://library.test/never', 'timeout'],
  ] as const)('%s fails as %s', async (url, kind) => {
    expect((await failure(transport, url, 50)).kind).toBe(kind);
  });

  test('a body that breaks off is no answer', async () => {
    expect(['truncated', 'reset']).toContain((await failure(transport, 'http://library.test/cut')).kind);
  });
});

describe('reading an error', () => {
  const coded = (code: string, cause?: unknown): Error => Object.assign(new Error('failed', { cause }), { code });
  test.each([
    [coded('ECONNREFUSED'), 'refused'],
    [new Error('x', { cause: coded('ENOTFOUND') }), 'unresolved'],
    [new AggregateError([coded('ECONNREFUSED'), coded('ECONNREFUSED')]), 'refused'],
    [coded('UND_ERR_HEADERS_TIMEOUT'), 'timeout'],
    [coded('DEPTH_ZERO_SELF_SIGNED_CERT'), 'tls'],
    [coded('CERT_HAS_EXPIRED'), 'tls'],
    [coded('ERR_TLS_CERT_ALTNAME_INVALID'), 'tls'],
    [coded('EPIPE'), 'reset'],
    [coded('HPE_INVALID_CONSTANT'), 'protocol'],
    [new Error('x', { cause: coded('UND_ERR_HEADERS_OVERFLOW') }), 'unread'],
    // Nothing that a network does: ours.
    [new TypeError('x is not a function'), 'not-sent'],
    ['a text', 'not-sent'],
    [undefined, 'not-sent'],
  ] as const)('%s is %s', (error, kind) => {
    expect(transportFailureOf(error, 'http://library.test').kind).toBe(kind);
  });

  test('what is told already stays as it is, and no cause is followed for ever', () => {
    const told = notSentFailure('unsendable', 'why');
    expect(transportFailureOf(told, 'x')).toBe(told);
    const round = new Error('a');
    round.cause = round;
    expect(transportFailureOf(round, 'x').kind).toBe('not-sent');
  });
});
