/** Every fault that the project's own plan names can be made: a misspelt one would turn a check into a defect of ours. */
import { describe, expect, test } from 'vitest';
import { omitUndefined } from '../../src/model/objects.ts';
import { NOT_SENT_REASONS } from '../../src/model/failure.ts';
import { sendAndRecord } from '../../src/http/send-exchange.ts';
import type { RequestTemplate, TokenFault } from '../../src/plan/model.ts';
import { planned } from '../plan/support.ts';
import { answerOf, NOW, provider, resolution, stage, step, Wire } from './support.ts';

const { plan } = planned();
const requests = plan.groups.flatMap((g) => [...g.setup, ...g.cases.flatMap((c) => c.steps)].map((s) => s.request));
const spoiled = { expired: { file: 'a' }, notYetValid: { file: 'b' }, otherIssuer: { file: 'c' } } as const;
const party = { issuer: '555', device: 'device-2', kid: 'key-2', key: { file: 'other' } } as const;
const service = { other: party, unlinked: party, spoiled, otherAudience: 'https://elsewhere.test' };
const to = { carrier: { in: 'header', name: 'authorization', scheme: 'Bearer', isBasic: false } } as const;
const jwt = (header: object, claims: object): string =>
  `${[header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.c2ln`;
const files = { a: 'an-expired-token', b: 'an-early-token', c: 'a-strange-token' };

/** An identity provider that names each token's audience in it. */
let audience = 0;
const naming = new Wire(() =>
  answerOf({
    access_token: jwt({ alg: 'RS256', typ: 'at+jwt' }, { aud: `a${(audience += 1)}` }),
    token_type: 'Bearer',
    expires_in: 300,
  }),
);
const known = stage({ identityProvider: naming, service, files, to });

async function send(request: RequestTemplate, on = known): Promise<string> {
  const wire = new Wire();
  const { exchange } = await sendAndRecord(
    step('probe', { request }),
    { id: 'case#probe', group: 'g', step: 'probe' },
    on.to,
    resolution({ setting: () => 'x' }),
    {
      transport: wire,
      plain: wire,
      clock: () => NOW,
      timeoutMs: 1000,
    },
  );
  return exchange.failure?.message ?? wire.lines.join();
}

const auths = new Map(requests.flatMap((r) => (r.auth.kind === 'fault' ? [[r.auth.fault, r.auth] as const] : [])));
const assertions = new Map(
  requests.flatMap((r) => {
    if (r.body?.kind !== 'form' || r.body.assertion === undefined) return [];
    const { signature, keyInHeader, written, header } = r.body.assertion;
    const name = [signature, signature && header?.['alg'], keyInHeader, written].filter(Boolean).join(' ');
    return name === '' ? [] : [[name, r.body] as const];
  }),
);

describe('faults of access tokens', () => {
  test.each([...auths])('%s', async (_fault, auth) => {
    expect(await send({ base: 'service', method: 'GET', path: '/books', parameters: {}, headers: {}, auth })).toBe(
      'GET /books',
    );
  });
});

describe('a fault that the tokens of a service cannot have is not sent', () => {
  const faulty = (
    fault: TokenFault,
    token: string,
    accessToken?: NonNullable<Parameters<typeof stage>[0]>['accessToken'],
  ): Promise<string> =>
    send(
      { base: 'service', method: 'GET', path: '/books', parameters: {}, headers: {}, auth: { kind: 'fault', fault } },
      stage({ identityProvider: provider(token), service, files, to, ...omitUndefined({ accessToken }) }),
    );
  const profiled = jwt({ alg: 'RS256', typ: 'at+jwt' }, { iss: 'one', aud: 'library', exp: 1 });

  test.each([
    'other-key',
    'alg-none',
    'hs256-public-key',
    'tampered',
    'signature-removed',
    'own-key',
    'alg-spelling',
    'assertion',
    'other-audience',
    'otherIssuer',
  ] as const)('%s of an opaque token', async (fault) => {
    expect(await faulty(fault, 'an-opaque-token-of-32-characters')).toBe(NOT_SENT_REASONS['no-jwt']);
  });

  test.each(['other-key', 'tampered', 'alg-none', 'assertion', 'other-audience', 'otherIssuer'] as const)(
    '%s of a token that looks like a JWT, and is none by the word of its owner',
    async (fault) => {
      const told = await faulty(fault, profiled, { kind: 'opaque', issuer: 'identity-provider' });
      expect(told).toBe(NOT_SENT_REASONS['no-jwt']);
      expect(await faulty(fault, profiled, { kind: 'jwt', issuer: 'identity-provider' })).not.toBe(
        NOT_SENT_REASONS['no-jwt'],
      );
    },
  );

  test.each(['assertion', 'other-audience', 'otherIssuer'] as const)(
    '%s of a token that somebody else makes',
    async (fault) => {
      expect(await faulty(fault, profiled, { kind: 'jwt', issuer: 'another' })).toBe(NOT_SENT_REASONS['no-issuer']);
      expect(await faulty('tampered', profiled, { kind: 'jwt', issuer: 'another' })).toBe('GET /books');
    },
  );

  test('what is no token at all is sent in any case', async () => {
    expect(await faulty('garbage', 'an-opaque-token-of-32-characters')).toBe('GET /books');
  });

  test('a token without an audience, or with the same for every service, is good for all of them', async () => {
    expect(await faulty('other-audience', jwt({ alg: 'RS256' }, { exp: 1 }))).toBe(NOT_SENT_REASONS['no-audience']);
    expect(await faulty('other-audience', jwt({ alg: 'RS256' }, { aud: 'all' }))).toBe(NOT_SENT_REASONS['no-audience']);
  });

  test('only tokens of the JWT profile have one issuer', async () => {
    expect(await faulty('otherIssuer', jwt({ alg: 'RS256', typ: 'JWT' }, { iss: 'one' }))).toBe(
      NOT_SENT_REASONS['no-profile'],
    );
  });
});

describe('faults of assertions', () => {
  test.each([...assertions])('%s', async (_fault, body) => {
    const request: RequestTemplate = {
      base: 'service',
      method: 'POST',
      path: '/oauth/token',
      parameters: {},
      headers: {},
      auth: { kind: 'none' },
      body,
    };
    expect(await send(request)).toBe('POST /oauth/token');
  });
});

test('the plan has both kinds', () => {
  expect(auths.size).toBeGreaterThan(8);
  expect(assertions.size).toBeGreaterThan(15);
});
