/** Every fault that the project's own plan names can be made: a misspelt one would turn a check into a defect of ours. */
import { describe, expect, test } from 'vitest';
import { sendOnce } from '../../src/exchange/sender.ts';
import type { RequestTemplate } from '../../src/plan/model.ts';
import { planned } from '../plan/support.ts';
import { NOW, provider, resolution, stage, step, Wire } from './support.ts';

const { plan } = planned();
const requests = plan.groups.flatMap((g) => [...g.setup, ...g.cases.flatMap((c) => c.steps)].map((s) => s.request));
const spoiled = { expired: { file: 'a' }, notYetValid: { file: 'b' }, otherIssuer: { file: 'c' } } as const;
const party = { issuer: '555', device: 'device-2', kid: 'key-2', key: { file: 'other' } } as const;
const known = stage({
  identityProvider: provider('eyJhbGciOiJSUzI1NiJ9.eyJleHAiOjF9.c2ln'),
  service: { other: party, unlinked: party, spoiled, otherAudience: 'https://elsewhere.test' },
  files: { a: 'an-expired-token', b: 'an-early-token', c: 'a-strange-token' },
  to: { carrier: { header: 'authorization', scheme: 'Bearer' } },
});

async function send(request: RequestTemplate): Promise<string> {
  const wire = new Wire();
  const { exchange } = await sendOnce(step('probe', { request }), { id: 'case#probe', group: 'g', step: 'probe' }, known.to, resolution({ setting: () => 'x' }), {
    transport: wire,
    plain: wire,
    clock: () => NOW,
    timeoutMs: 1000,
  });
  return exchange.failure?.message ?? wire.lines.join();
}

const auths = new Map(requests.flatMap((r) => (r.auth.kind === 'fault' ? [[r.auth.fault, r.auth] as const] : [])));
const assertions = new Map(requests.flatMap((r) => (r.body?.kind === 'form' && r.body.assertion?.fault !== undefined ? [[r.body.assertion.fault, r.body] as const] : [])));

describe('faults of access tokens', () => {
  test.each([...auths])('%s', async (_fault, auth) => {
    expect(await send({ base: 'service', method: 'GET', path: '/books', parameters: {}, headers: {}, auth })).toBe('GET /books');
  });
});

describe('faults of assertions', () => {
  test.each([...assertions])('%s', async (_fault, body) => {
    const request: RequestTemplate = { base: 'service', method: 'POST', path: '/oauth/token', parameters: {}, headers: {}, auth: { kind: 'none' }, body };
    expect(await send(request)).toBe('POST /oauth/token');
  });
});

test('the plan has both kinds', () => {
  expect(auths.size).toBeGreaterThan(8);
  expect(assertions.size).toBeGreaterThan(15);
});
