/** After malformed requests one valid read is sent; a group after which the service stopped is sent once more, alone. */
import { describe, expect, test } from 'vitest';
import { runGroup } from '../../src/run/run-group.ts';
import type { WireRequest } from '../../src/http/transport.ts';
import type { Group } from '../../src/plan/model.ts';
import { judgeGroup } from '../../src/verdict/judge.ts';
import type { CheckResult } from '../../src/verdict/model.ts';
import { answerOf, fail, group, oneCase, runContext, stage, step, Wire } from './support.ts';

const CHECK = { id: 'x', spec: '1.0.0', rule: 'raw.still-responds', given: [], params: { step: 'still' } };
const STILL = step('still', { send: { kind: 'liveness' }, request: { path: '/about' } });
const planned = (...names: readonly string[]): Group => ({
  ...group([
    ...names.map((name) => oneCase(name, [step(name, { request: { method: 'POST', path: `/${name}` } })])),
    { ...oneCase('still', [STILL]), checks: [CHECK as never] },
  ]),
});

/** A service that `isFatal` requests stop: it is down for so many requests. */
function service(isFatal: (request: WireRequest, turn: number) => boolean, downFor = 2): Wire {
  let down = 0;
  return new Wire((request, turn) => {
    if (down > 0) {
      down -= 1;
      return fail('refused', 'refused');
    }
    if (isFatal(request, turn)) down = downFor;
    return down > 0 ? fail('reset', 'reset') : answerOf({});
  });
}

interface Ended {
  readonly result: CheckResult | undefined;
  readonly wire: Wire;
}

async function run(wire: Wire, of = planned('malformed'), environment: 'test' | 'production' = 'test'): Promise<Ended> {
  const { to } = stage();
  const permission = { ...to.permission, environment, allowWrites: true };
  let now = 0;
  const more = { circuitBreakers: new Map(), sleep: () => Promise.resolve(), clock: () => (now += 1) };
  const context = { ...runContext(wire, {}, { ...to, permission }), ...more };
  const exchanges = await runGroup(of, context);
  const [result] = judgeGroup(of, exchanges, { operations: {}, forbiddenTexts: {}, passive: {} });
  return { result, wire };
}

const isMalformed = ({ url }: WireRequest): boolean => url.endsWith('/malformed');

describe('a service that', () => {
  test('goes on responding costs one read', async () => {
    const { result, wire } = await run(service(() => false));
    expect([result?.verdict, wire.lines]).toEqual(['pass', ['POST /malformed', 'GET /about']]);
  });

  test('stops, and stops again when the group is sent alone, fails with the request after which it stopped', async () => {
    const { result } = await run(service(isMalformed), planned('fine', 'malformed'));
    expect(result).toMatchObject({
      verdict: 'fail',
      findings: [{ actual: expect.stringContaining('stopped responding twice after POST /malformed') as string }],
    });
  });

  test('stops while an earlier request still waits for its connection fails with the request that stopped it', async () => {
    let stop = (): void => undefined;
    const stopped = new Promise<void>((resolve) => (stop = resolve));
    const fatal = service(isMalformed, 100);
    const wire = new Wire(async (request) => {
      if (request.url.endsWith('/waiting')) await stopped;
      else if (isMalformed(request)) stop();
      return fatal.send(request);
    });
    const { result } = await run(wire, planned('waiting', 'malformed'));
    expect(result).toMatchObject({
      verdict: 'inconclusive',
      cause: expect.stringContaining('stopped responding after POST /malformed') as string,
    });
  });

  test('stops once is judged by the second time', async () => {
    const { result, wire } = await run(service((request, turn) => isMalformed(request) && turn === 1));
    expect([result?.verdict, wire.lines.filter((line) => line.startsWith('POST'))]).toEqual([
      'pass',
      ['POST /malformed', 'POST /malformed'],
    ]);
  });

  test.each([
    ['does not come back', service(isMalformed, 100), 'test'],
    ['is in production', service(isMalformed), 'production'],
  ] as const)('%s is sent nothing again, and nothing is known', async (_what, wire, environment) => {
    const { result } = await run(wire, undefined, environment);
    expect(result).toMatchObject({
      verdict: 'inconclusive',
      cause: expect.stringContaining('stopped responding after POST /malformed') as string,
    });
    expect(wire.lines.filter((line) => line.startsWith('POST'))).toHaveLength(1);
  });
});
