/** What is sent again, and what never is. */
import { describe, expect, test } from 'vitest';
import { Semaphore } from '../../src/http/rate-limit.ts';
import { runGroup } from '../../src/run/run-group.ts';
import type { Step } from '../../src/plan/model.ts';
import { type Answerer, answerOf, fail, group, oneCase, provider, runContext, stage, step, Wire } from './support.ts';

const busy = (
  status: number,
  headers: Readonly<Record<string, string>> = { 'retry-after': '0' },
): ReturnType<typeof answerOf> => answerOf({}, status, headers);

async function sentFor(
  probe: Step,
  answer: Answerer,
  to = stage().to,
): Promise<{
  readonly lines: readonly string[];
  readonly statuses: readonly (number | undefined)[];
  readonly attempts: number | undefined;
}> {
  const wire = new Wire(answer);
  const exchanges = await runGroup(group([oneCase('a', [probe])]), runContext(wire, {}, to));
  return { lines: wire.lines, statuses: exchanges.map((e) => e.response?.status), attempts: exchanges[0]?.attempts };
}

// Each of them waits for seconds, and they need not wait for each other.
describe.concurrent('a service that asks for patience', () => {
  test.each([429, 503])('a read that is answered %i with a short Retry-After is sent again', async (status) => {
    const result = await sentFor(step('probe'), (_request, index) => (index < 3 ? busy(status) : answerOf({})));
    expect(result).toEqual({ lines: ['GET /books', 'GET /books', 'GET /books'], statuses: [200], attempts: 3 });
  });

  test('each time in its turn, where the target limits the rate, and a second later at least', async () => {
    let turns = 0;
    const at: number[] = [];
    const wire = new Wire((_request, index) => {
      at.push(performance.now());
      return index < 3 ? busy(503) : answerOf({});
    });
    await runGroup(
      group([oneCase('a', [step('probe')])]),
      runContext(wire, { pace: () => Promise.resolve(void (turns += 1)) }, stage().to),
    );
    expect(turns).toBe(3);
    // Timers may be a little early, never much.
    expect((at[2] ?? 0) - (at[0] ?? 0)).toBeGreaterThan(1900);
  });

  test('but not for ever: the last answer is the record', async () => {
    expect(await sentFor(step('probe'), () => busy(503))).toEqual({
      lines: ['GET /books', 'GET /books', 'GET /books'],
      statuses: [503],
      attempts: 3,
    });
  });

  test.each(['POST', 'PATCH', 'DELETE'])(
    '%s is not sent again after a 503: it may have taken effect',
    async (method) => {
      expect((await sentFor(step('probe', { request: { method } }), () => busy(503))).lines).toEqual([
        `${method} /books`,
      ]);
    },
  );

  test.each(['POST', 'PATCH', 'DELETE'])('%s is after a 429: it was refused for its time alone', async (method) => {
    const probe = step('probe', { request: { method } });
    expect(await sentFor(probe, (_request, index) => (index < 2 ? busy(429) : answerOf({})))).toEqual({
      lines: [`${method} /books`, `${method} /books`],
      statuses: [200],
      attempts: 2,
    });
    expect((await sentFor(probe, () => busy(429))).lines).toHaveLength(3);
    expect((await sentFor(probe, () => busy(429, {}))).lines).toHaveLength(1);
  });

  test('a long wait is not waited for, and a limit that tells none is not guessed', async () => {
    for (const status of [429, 502, 503, 504])
      expect((await sentFor(step('probe'), () => busy(status, { 'retry-after': '120' }))).lines).toHaveLength(1);
    expect((await sentFor(step('probe'), () => busy(429, {}))).lines).toHaveLength(1);
  });

  test('a burst is not softened: it asks whether the service throttles', async () => {
    const result = await sentFor(step('probe', { send: { kind: 'burst', times: 2 } }), () => busy(429));
    expect(result.lines).toHaveLength(2);
  });
});

describe.concurrent('a service that is away, and does not say for how long', () => {
  test.each([502, 503, 504])('is asked again for a read a second later: %i', async (status) => {
    const result = await sentFor(step('probe'), (_request, index) => (index < 2 ? busy(status, {}) : answerOf({})));
    expect(result).toEqual({ lines: ['GET /books', 'GET /books'], statuses: [200], attempts: 2 });
  });

  test('is judged by that where it stays, and where it is away for more than a few reads', async () => {
    expect(await sentFor(step('probe'), () => busy(503, {}))).toMatchObject({ statuses: [503], attempts: 3 });
    const wire = new Wire(() => busy(503, {}));
    const cases = Array.from({ length: 40 }, (_none, place) => oneCase(`a${place}`, [step('probe')]));
    await runGroup(group(cases), runContext(wire, { sleep: () => Promise.resolve() }, stage().to));
    expect(wire.lines.length).toBeLessThan(50);
  });

  test('is known of one run, and not of another to the same service', async () => {
    const { to } = stage();
    const cases = Array.from({ length: 40 }, (_none, place) => oneCase(`a${place}`, [step('probe')]));
    const sentIn = async (): Promise<number> => {
      const wire = new Wire(() => busy(503, {}));
      await runGroup(group(cases), runContext(wire, { sleep: () => Promise.resolve() }, to));
      return wire.lines.length;
    };
    const first = await sentIn();
    expect(first).toBeGreaterThan(40);
    expect(await sentIn()).toBe(first);
  });

  test.each(['POST', 'PATCH', 'DELETE'])('%s is never sent again', async (method) => {
    expect((await sentFor(step('probe', { request: { method } }), () => busy(502, {}))).lines).toHaveLength(1);
  });

  test('another failure of it is as it is', async () => {
    expect((await sentFor(step('probe'), () => busy(500, {}))).lines).toHaveLength(1);
  });
});

describe('a connection that is reset before any answer', () => {
  test('is no reason to give up a read: it is sent again, once', async () => {
    expect(await sentFor(step('probe'), (_request, index) => (index < 2 ? fail('reset') : answerOf({})))).toEqual({
      lines: ['GET /books', 'GET /books'],
      statuses: [200],
      attempts: 2,
    });
    expect(await sentFor(step('probe'), () => fail('reset'))).toEqual({
      lines: ['GET /books', 'GET /books'],
      statuses: [undefined],
      attempts: undefined,
    });
  });

  test.each(['POST', 'PATCH', 'DELETE'])('%s is never sent again: it may have taken effect', async (method) => {
    expect((await sentFor(step('probe', { request: { method } }), () => fail('reset'))).lines).toEqual([
      `${method} /books`,
    ]);
  });

  test.each(['truncated', 'timeout', 'refused', 'protocol'] as const)('what was %s is as it is', async (kind) => {
    expect((await sentFor(step('probe'), () => fail(kind))).lines).toEqual(['GET /books']);
  });
});

describe('a token that ends in mid-run', () => {
  const signedIn = (name: string, method = 'POST'): Step => step(name, { request: { method, auth: { kind: 'good' } } });

  test('is renewed once, and the call that was refused is sent again', async () => {
    const identityProvider = provider();
    const { to } = stage({ identityProvider });
    const wire = new Wire((_request, index) => (index === 2 ? answerOf({}, 401) : answerOf({}, 201)));
    const exchanges = await runGroup(
      group([oneCase('a', [signedIn('first'), signedIn('second')])]),
      runContext(wire, {}, to),
    );
    expect(exchanges.map((e) => [e.response?.status, e.attempts])).toEqual([
      [201, undefined],
      [201, 2],
    ]);
    expect(identityProvider.sent).toHaveLength(2);
    // What the run was spared is in the record all the same.
    expect(exchanges[1]?.earlier?.map(({ response, token }) => [response.status, token])).toEqual([
      [401, { age: 0, life: 300, call: 2 }],
    ]);
  });

  test('what was answered before is masked like any other answer, by what was sent too', async () => {
    const { to } = stage({ identityProvider: provider('good-access-token') });
    const wire = new Wire((_request, index) =>
      index === 2 ? answerOf({ detail: '865414088 with good-access-token' }, 401) : answerOf({}, 201),
    );
    const sent = step('second', {
      request: { method: 'POST', auth: { kind: 'good' }, body: { kind: 'json', value: { tfn: '865414088' } } },
    });
    const exchanges = await runGroup(group([oneCase('a', [signedIn('first'), sent])]), runContext(wire, {}, to));
    const shown = JSON.stringify(exchanges[1]);
    expect(exchanges[1]?.earlier).toHaveLength(1);
    expect(shown).not.toContain('865414088');
    expect(shown).not.toContain('good-access-token');
  });

  test('calls that were under way with it are sent again with the one new token', async () => {
    let granted = 0;
    const identityProvider = new Wire(() =>
      answerOf({ access_token: `token-number-${(granted += 1)}`, expires_in: 300 }),
    );
    const { to } = stage({ identityProvider });
    let taken = 0;
    const wire = new Wire((request) => {
      const isFirst = request.headers.some(([, value]) => value.endsWith('token-number-1'));
      return isFirst && (taken += 1) > 1 ? answerOf({}, 401) : answerOf({}, 201);
    });
    const cases = ['a', 'b', 'c'].map((id) => oneCase(id, [signedIn('probe')]));
    const exchanges = await runGroup(
      { ...group(cases), setup: [signedIn('first')] },
      runContext(wire, { slots: new Semaphore(8) }, to),
    );
    expect(exchanges.map((e) => [e.response?.status, e.attempts])).toEqual([
      [201, undefined],
      [201, 2],
      [201, 2],
      [201, 2],
    ]);
    expect(granted).toBeLessThanOrEqual(4);
  });

  test('one that was never accepted is not: the service is simply refusing', async () => {
    const identityProvider = provider();
    const result = await sentFor(signedIn('probe'), () => answerOf({}, 401), stage({ identityProvider }).to);
    expect(result).toEqual({ lines: ['POST /books'], statuses: [401], attempts: undefined });
    expect(identityProvider.sent).toHaveLength(1);
  });

  test('a fault of the token is never mended', async () => {
    const { to } = stage();
    const wire = new Wire((request) =>
      request.headers.some(([, value]) => value === 'not-a-token') ? answerOf({}, 401) : answerOf({}, 201),
    );
    const faulty = step('probe', { request: { auth: { kind: 'fault', fault: 'garbage' } } });
    const exchanges = await runGroup(group([oneCase('a', [signedIn('first'), faulty])]), runContext(wire, {}, to));
    expect(exchanges.map((e) => e.response?.status)).toEqual([201, 401]);
    expect(wire.lines).toHaveLength(2);
  });
});
