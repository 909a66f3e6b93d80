/** What a target bears holds for all that is sent to it: by shards side by side, and for signing in. */
import { expect, test } from 'vitest';
import { PRIVATE_MASK } from '../../src/model/jwt.ts';
import { sharedTokens } from '../../src/http/token-provider.ts';
import type { Destination } from '../../src/http/model.ts';
import { bindDestinations } from '../../src/run/destinations.ts';
import { Scope } from '../../src/plan/scope.ts';
import { scopesOf } from '../../src/plan/plan.ts';
import { withShardLimits } from '../../src/project/session.ts';
import { project, target } from '../plan/support.ts';
import { IDENTITY_PROVIDER, OWN, provider, SERVICE } from './support.ts';

const scopes = scopesOf(project, target);

test.each([
  [undefined, 8, 20],
  ['1/1', 8, 20],
  ['2/4', 2, 5],
  ['1/3', 3, 20 / 3],
  ['3/3', 2, 20 / 3],
  ['1/100', 1, 0.2],
])('shard %s', (shard, concurrency, requestsPerSecond) => {
  const { limits } = withShardLimits(shard, {
    ...target,
    limits: { concurrency: 8, requestsPerSecond: 20, timeoutMs: 1 },
  });
  expect(limits).toEqual({ concurrency, requestsPerSecond, timeoutMs: 1 });
});

function bound(options: Pick<Parameters<typeof bindDestinations>[0], 'plain' | 'pace' | 'tokens'>): Destination {
  const scope = scopes.find((s) => s.service === 'student-reporting');
  if (scope === undefined) throw new Error('the project has no student-reporting');
  const destination = bindDestinations({
    ...options,
    scopes: [scope],
    target: {
      ...target,
      secrets: ['a-secret-of-the-target'],
      services: [
        {
          ...SERVICE,
          service: scope.service,
          addresses: [{ spec: scope.version, baseUrl: 'http://library.test' }],
          identityProvider: IDENTITY_PROVIDER,
        },
      ],
    },
    allowWrites: false,
    secrets: { read: () => OWN.privateKey },
    clock: Date.now,
  });
  return destination(scope.service, scope.version);
}

test('a sign-in waits for its turn, and so does a key set', async () => {
  let turns = 0;
  const plain = provider('eyJhbGciOiJSUzI1NiJ9.eyJleHAiOjF9.c2ln');
  const to = bound({ plain, pace: () => Promise.resolve(void (turns += 1)) });
  await to.signIn.token('own');
  await to.signIn.token('own');
  // The second one was kept.
  expect(turns).toBe(1);
  // So does the set of keys that the identity provider publishes.
  await to.signIn.faulty('hs256-public-key');
  expect(turns).toBe(2);
  expect(to.redactor.text('so a-secret-of-the-target is out')).toBe(`so ${PRIVATE_MASK} is out`);
});

test('versions that are asked for a token alike share a sign-in, and one whose claims differ has its own', () => {
  const [first, second, third] = scopes.filter((s) => s.service === 'student-reporting');
  const token = third?.contracts.token;
  if (first === undefined || second === undefined || third === undefined || token === undefined)
    throw new Error('the project has no three versions with a token');
  const contracts = { ...third.declared, token: { ...token, claims: token.claims.slice(1) } };
  const changed = new Scope(third.spec, contracts, third.version, {}, third.settings);
  const to = bindDestinations({
    scopes: [first, second, changed],
    target: { ...target, services: [{ ...SERVICE, service: first.service, identityProvider: IDENTITY_PROVIDER }] },
    allowWrites: false,
    plain: provider(),
    secrets: { read: () => OWN.privateKey },
    clock: Date.now,
  });
  const signIns = [first, second, third].map(({ service, version }) => to(service, version).signIn);
  expect(signIns[1]).toBe(signIns[0]);
  expect(signIns[2]).not.toBe(signIns[0]);
});

test('what one part of a run sent is masked by the others too, in whatever form a service repeats it', async () => {
  const [plain, tokens] = [provider('eyJhbGciOiJSUzI1NiJ9.eyJleHAiOjF9.c2ln'), sharedTokens()];
  const [preflight, run] = [bound({ plain, tokens }), bound({ plain, tokens })];
  const [, claims = '', signature = ''] = (await preflight.signIn.assertion('own')).toLowerCase().split('.');
  const shown = run.redactor.text(`${claims} and ${signature}`);
  expect(shown).not.toContain(signature.slice(-40));
  expect(shown).not.toContain(claims.slice(-40));
});
