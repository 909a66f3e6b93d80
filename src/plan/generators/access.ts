/** Access tokens with one fault, at every operation that needs one. */
import type { CaseRuleId } from '../../rules/registry.ts';
import type { OperationContext } from '../context.ts';
import type { Auth, Group } from '../model.ts';
import { Fixtures } from '../fixtures.ts';
import { controlRequest } from '../control.ts';
import { controlStep, probeCase } from './negative.ts';

const FAULTS: readonly (readonly [CaseRuleId, string, Auth])[] = [
  ['access.none', 'no token is sent', { kind: 'none' }],
  ['access.garbage', 'the token is no JWT', { kind: 'fault', fault: 'garbage' }],
  ['access.other-key', 'the token is signed with another key', { kind: 'fault', fault: 'other-key' }],
  ['access.alg-none', 'the token is unsigned and says so', { kind: 'fault', fault: 'alg-none' }],
  [
    'access.hs256-public-key',
    'the token is signed with the public key as secret',
    { kind: 'fault', fault: 'hs256-public-key' },
  ],
  ['access.tampered', 'the claims are changed after signing', { kind: 'fault', fault: 'tampered' }],
  ['access.signature-removed', 'the signature is left out', { kind: 'fault', fault: 'signature-removed' }],
  ['access.other-audience', 'the token was asked for another service', { kind: 'fault', fault: 'other-audience' }],
  ['access.wrong-header', 'the token is in another header', { kind: 'fault', fault: 'wrong-header' }],
  ['access.in-query', 'the token is in the query', { kind: 'fault', fault: 'in-query' }],
];

export function access(context: OperationContext): Group | undefined {
  const { scope, endpoint, operation } = context;
  if (operation.access !== 'token' || endpoint.base !== 'service') return undefined;
  const fixtures = new Fixtures(scope);
  const control = controlStep(context, fixtures);
  const good = controlRequest(scope, endpoint, operation, fixtures);
  return context.group(
    'access',
    [...fixtures.steps, control],
    FAULTS.map(([rule, title, auth]) =>
      probeCase(context, 'access', { rule, title, request: { ...good, auth }, refusal: 'unauthenticated' }),
    ),
  );
}
