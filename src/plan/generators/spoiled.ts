/** Access tokens that only the owner of the identity provider can make: over, not yet valid, or of another issuer. */
import type { CaseRuleId } from '../../rules/registry.ts';
import type { OperationContext } from '../context.ts';
import type { Group } from '../model.ts';
import { Fixtures } from '../fixtures.ts';
import { controlRequest } from '../control.ts';
import { controlStep, probeCase } from './negative.ts';

const ASPECT = 'access';

const TOKENS: readonly (readonly [CaseRuleId, string, string])[] = [
  ['access.expired', 'the token has expired', 'expired'],
  ['access.not-yet-valid', 'the token is not valid yet', 'notYetValid'],
  ['access.other-issuer', 'the token names another issuer', 'otherIssuer'],
];

/**
 * At one operation of a service: whoever reads tokens reads them for all of its operations, and a target that has none
 * of these tokens should not be told so at each of them.
 */
export function spoiled(context: OperationContext): Group | undefined {
  const { scope, endpoint, operation } = context;
  const door = scope
    .endpoints()
    .filter((e) => e.base === 'service')
    .flatMap((e) => scope.operations(e).map((o) => ({ path: `${e.endpoint}/${o.name}`, operation: o })))
    .find(({ operation: o }) => o.method === 'GET' && o.access === 'token' && !o.path.includes('{'));
  if (door?.path !== context.path) return undefined;
  const fixtures = new Fixtures(scope);
  const control = controlStep(context, fixtures);
  const good = controlRequest(scope, endpoint, operation, fixtures);
  return context.group(
    ASPECT,
    [...fixtures.steps, control],
    TOKENS.map(([rule, title, fault]) =>
      probeCase(context, ASPECT, {
        rule,
        title,
        request: { ...good, auth: { kind: 'fault', fault } },
        refusal: 'unauthenticated',
      }),
    ),
  );
}
