/** After three time-outs in a row, or ten requests that reached nobody, an address is asked whether it is there; if it is not, nothing more is sent to it. */
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { NOT_SENT_REASONS } from '../../src/model/failure.ts';
import { CircuitBreaker, type ServicePresence } from '../../src/http/circuit-breaker.ts';
import { runGroup } from '../../src/run/run-group.ts';
import { TransportFailure } from '../../src/http/transport.ts';
import { undiciTransport } from '../../src/http/undici-transport.ts';
import { judgeGroup } from '../../src/verdict/judge.ts';
import { answerOf, fail, group, oneCase, runContext, stage, step, Wire } from './support.ts';

const outcome = (sent: Promise<unknown>): Promise<string> =>
  sent.then(
    () => 'answered',
    (error: unknown) => (error instanceof TransportFailure ? error.message : 'defect'),
  );

interface Seen {
  readonly pulse: CircuitBreaker;
  readonly asked: () => number;
  readonly slept: readonly number[];
  readonly told: readonly string[];
}

/** @param presences of the address, one after the other; the last one from then on */
function circuitBreakerOf(...presences: readonly ServicePresence[]): Seen {
  let asked = 0;
  const [slept, told]: [number[], string[]] = [[], []];
  const pulse = new CircuitBreaker({
    probe: (turn) => {
      asked += 1;
      return Promise.resolve(presences[Math.min(turn, presences.length - 1)] ?? 'there');
    },
    sleep: (milliseconds) => Promise.resolve(void slept.push(milliseconds)),
    stopped: (why) => void told.push(why),
  });
  return { pulse, asked: () => asked, slept, told };
}

const late = (): Promise<never> => Promise.resolve().then(() => fail('timeout', 'late'));
const good = (): Promise<string> => Promise.resolve('good');

describe('a pulse', () => {
  test('the fourth is not sent where the question hangs too', async () => {
    const { pulse, asked } = circuitBreakerOf('silent');
    expect([await outcome(pulse.through(late)), await outcome(pulse.through(late)), asked()]).toEqual([
      'late',
      'late',
      0,
    ]);
    expect([await outcome(pulse.through(late)), asked()]).toEqual(['late', 1]);
    let sent = 0;
    const more = [1, 2, 3].map(() => outcome(pulse.through(() => Promise.resolve((sent += 1)))));
    expect([...(await Promise.all(more)), sent, asked()]).toEqual([
      NOT_SENT_REASONS['stopped-answering'],
      NOT_SENT_REASONS['stopped-answering'],
      NOT_SENT_REASONS['stopped-answering'],
      0,
      1,
    ]);
  });

  test('one answer in between, or to the question, and it goes on', async () => {
    const { pulse, asked } = circuitBreakerOf('there');
    for (const send of [late, late, good, late, late]) await outcome(pulse.through(send));
    expect(asked()).toBe(0);
    await outcome(pulse.through(late));
    expect(asked()).toBe(1);
    expect(await outcome(pulse.through(good))).toBe('answered');
  });

  test.each(['refused', 'reset', 'protocol'] as const)('what is %s costs no time, and is no silence', async (kind) => {
    const { pulse, asked } = circuitBreakerOf('silent');
    for (const send of [late, late, () => Promise.resolve().then(() => fail(kind)), late, late])
      await outcome(pulse.through(send));
    expect(asked()).toBe(0);
  });

  test('what is not sent at all says nothing of the address, and a defect passes through', async () => {
    const { pulse, asked } = circuitBreakerOf('silent');
    for (const send of [late, late, () => Promise.resolve().then(() => fail('not-sent')), late])
      await outcome(pulse.through(send));
    expect(asked()).toBe(1);
    const other = circuitBreakerOf('there').pulse;
    await expect(other.through(() => Promise.reject(new TypeError('mistake')))).rejects.toThrow('mistake');
  });

  test.each(['refused', 'reset', 'unresolved', 'tls', 'proxy'] as const)(
    'where nobody is reached ten times in a row, and not at any question either, nothing more is sent: %s',
    async (kind) => {
      const { pulse, asked, slept, told } = circuitBreakerOf('away');
      let sent = 0;
      const miss = (): Promise<never> => Promise.resolve(void (sent += 1)).then(() => fail(kind, 'nobody'));
      for (let i = 0; i < 30; i += 1) await outcome(pulse.through(miss));
      expect([sent, asked(), slept, told]).toEqual([10, 5, [1000, 2000, 3000, 4000], ['nobody']]);
    },
  );

  test('one that comes back while it is asked goes on', async () => {
    const { pulse, asked, slept, told } = circuitBreakerOf('away', 'away', 'there');
    for (let i = 0; i < 10; i += 1) await outcome(pulse.through(() => Promise.resolve().then(() => fail('refused'))));
    expect([asked(), slept, told]).toEqual([3, [1000, 2000], []]);
    expect(await outcome(pulse.through(good))).toBe('answered');
  });

  test('what single requests are refused with is no such thing, with an answer in between', async () => {
    const { pulse, asked } = circuitBreakerOf('away');
    for (let i = 0; i < 40; i += 1)
      await outcome(pulse.through(i % 10 === 9 ? good : () => Promise.resolve().then(() => fail('reset'))));
    expect(asked()).toBe(0);
  });

  test('a gateway that answers in place of the service is somebody, until it has let something through', async () => {
    const { pulse, asked, told } = circuitBreakerOf('away');
    const isAway = (answer: string): boolean => answer === 'away';
    const away = (): Promise<string> => Promise.resolve('away');
    for (let i = 0; i < 30; i += 1) await pulse.through(away, isAway);
    expect(asked()).toBe(0);
    await pulse.through(good, isAway);
    const said: string[] = [];
    for (let i = 0; i < 11; i += 1) said.push(await outcome(pulse.through(away, isAway)));
    expect([asked(), told]).toEqual([5, ['it is answered in place of the service']]);
    expect(said.slice(-2)).toEqual(['answered', NOT_SENT_REASONS['stopped-answering']]);
  });

  test('many at once are asked about once', async () => {
    const { pulse, asked } = circuitBreakerOf('silent');
    await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(() => outcome(pulse.through(late))));
    expect(asked()).toBe(1);
  });
});

describe('a service that hangs', () => {
  const open = new Set<Socket>();
  const servers: ReturnType<typeof createServer>[] = [];
  afterEach(() => {
    for (const socket of open) socket.destroy();
    for (const server of servers.splice(0)) server.close();
  });

  test('on real sockets: a handful of requests in all, and every check left is inconclusive with the one cause', async () => {
    let requests = 0;
    const server = createServer((socket) => {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('data', (data) => (requests += data.toString('latin1').split(' HTTP/1.1').length - 1));
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const transport = undiciTransport(1);
    const context = runContext(
      transport,
      { timeoutMs: 200, circuitBreakers: new Map(), clock: Date.now },
      stage({ to: { baseUrl } }).to,
    );
    try {
      for (const name of ['a', 'b', 'c'])
        await runGroup(group([oneCase(name, [step('probe', { request: { path: `/${name}` } })])]), context);
      const before = requests;
      const cases = Array.from({ length: 50 }, (_none, index) => oneCase(`d${index}`, [step('probe')]));
      const planned = group(
        cases.map((c) => ({
          ...c,
          checks: [{ id: `${c.id}/x`, spec: '1.0.0', rule: 'outcome.accepted', given: [], params: {} } as never],
        })),
      );
      const exchanges = await runGroup(planned, context);
      expect(requests).toBe(before);
      expect(new Set(exchanges.map((e) => e.failure?.message))).toEqual(
        new Set([NOT_SENT_REASONS['stopped-answering']]),
      );
      const results = judgeGroup(
        { ...planned, passive: [{ id: 'passive', spec: '1.0.0', rule: 'http.date', given: [], params: {} } as never] },
        exchanges,
        {
          operations: {},
          forbiddenTexts: {},
          passive: {},
        },
      );
      expect(results).toHaveLength(51);
      expect(new Set(results.map((r) => `${r.verdict}: ${r.cause ?? ''}`))).toEqual(
        new Set([`inconclusive: ${NOT_SENT_REASONS['stopped-answering']}`]),
      );
    } finally {
      await transport.close();
    }
  });

  test('one that answers its description goes on being asked', async () => {
    const wire = new Wire((request) => (request.url.endsWith('/about') ? answerOf({}) : fail('timeout')));
    const context = runContext(wire, { circuitBreakers: new Map() });
    await runGroup(group([oneCase('a', [step('one'), step('two'), step('three'), step('four')])]), context);
    expect(wire.sent.map((r) => new URL(r.url).pathname)).toEqual(['/books', '/books', '/books', '/about', '/books']);
  });

  test('one that refuses every connection is asked for one thing after another that its contract has', async () => {
    const wire = new Wire((request) => (request.url.endsWith('/first') ? answerOf({}) : fail('refused')));
    const { to } = stage({
      to: {
        heartbeats: [
          { path: '/about', access: 'token' },
          { path: '/lists', access: 'public' },
        ],
      },
      identityProvider: new Wire(() => fail('refused')),
    });
    const context = runContext(wire, { circuitBreakers: new Map(), sleep: () => Promise.resolve() }, to);
    const steps = Array.from({ length: 20 }, (_none, index) => step(`s${index}`, { request: { method: 'POST' } }));
    const first = step('first', { request: { path: '/first' } });
    await runGroup(group([oneCase('a', [first, ...steps])]), context);
    const asked = wire.lines.filter((line) => line !== 'POST /books');
    expect(asked).toEqual(['GET /first', 'GET /about', 'GET /lists', 'GET /about', 'GET /lists', 'GET /about']);
    expect(wire.lines).toHaveLength(16);
  });

  test('what a read was answered before its address was given up stands', async () => {
    const wire = new Wire((request, index) => (index === 1 ? answerOf({}) : answerOf({}, 503)));
    const context = runContext(wire, { circuitBreakers: new Map(), sleep: () => Promise.resolve() });
    const writes = Array.from({ length: 8 }, (_none, index) => step(`s${index}`, { request: { method: 'POST' } }));
    const steps = [step('first'), ...writes, step('read'), step('late')];
    const exchanges = await runGroup(group([oneCase('a', steps)]), context);
    // The read was given up after its second answer, which was the tenth in a row.
    expect(
      exchanges.slice(-2).map(({ response, failure, attempts }) => [response?.status ?? failure?.why, attempts]),
    ).toEqual([
      [503, 2],
      ['stopped-answering', undefined],
    ]);
  });

  test('an identity provider that hangs is waited for three times', async () => {
    let asked = 0;
    const identityProvider = new Wire(() => {
      asked += 1;
      return fail('timeout', 'late');
    });
    const { signIn } = stage({ identityProvider });
    const said: string[] = [];
    for (let i = 0; i < 5; i += 1) said.push(await outcome(signIn.token('own')));
    expect(said).toEqual([
      'late',
      'late',
      'late',
      'the identity provider stopped responding',
      'the identity provider stopped responding',
    ]);
    expect(asked).toBe(3);
  });
});
