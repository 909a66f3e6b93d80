/** Assertions at and far beyond the limits of their lifetime, and what a refusal gives away. */
import type { OperationContext } from '../context.ts';
import type { AssertionTemplate, Case, Group, RequestTemplate, Step } from '../model.ts';
import { Fixtures } from '../fixtures.ts';
import { controlRequest } from '../control.ts';
import { requestOf, successOf, tokenBody } from '../templates.ts';
import { AFTER_CONTROL, controlStep, probeCase } from './negative.ts';

const ASPECT = 'token';
/** Seconds that a request may be under way before the limit itself is passed. */
const UNDER_WAY = 30;

export function tokenLimits(context: OperationContext): Group | undefined {
  const { scope, endpoint, operation } = context;
  const block = scope.contracts.token;
  if (operation.kind !== 'token' || block === undefined) return undefined;
  const fixtures = new Fixtures(scope);
  const control = controlStep(context, fixtures);
  const asking = (assertion: AssertionTemplate): RequestTemplate => ({
    ...controlRequest(scope, endpoint, operation, fixtures),
    body: { ...tokenBody(scope), assertion },
  });
  const lifetime = scope.open(block.maximumLifetime);
  const accepted = (key: string, title: string, assertion: AssertionTemplate): Case | undefined =>
    probeCase(context, ASPECT, { rule: 'token.boundary', key, title, request: asking(assertion) });
  const refused = (key: string, exp: number): Case | undefined =>
    probeCase(context, ASPECT, {
      rule: 'token.expiry-extreme',
      key,
      title: `the expiry is ${exp}`,
      request: asking({ claims: { exp } }),
      refusal: 'assertion',
    });
  const step = (name: string, assertion: AssertionTemplate): Step => ({
    name,
    operation: context.path,
    request: asking(assertion),
    success: context.success,
  });
  return context.group(
    ASPECT,
    [...fixtures.steps, control],
    [
      accepted('longest', 'the assertion lives as long as is allowed', {
        claims: { exp: { $now: lifetime - UNDER_WAY } },
      }),
      accepted('older', 'the assertion was made an hour ago', { claims: { iat: { $now: -3600 }, exp: { $now: 300 } } }),
      refused('negative', -1),
      refused('huge', 1e30),
      usable(context, fixtures),
      context.case(
        ASPECT,
        'token.same-refusal',
        'a device that nobody knows, and one that is known',
        [step('unknown', { header: { kid: 'no-such-device' } }), step('known', { fault: 'other-key' })],
        [
          context.check(ASPECT, {
            rule: 'token.same-refusal',
            title: 'both are refused alike',
            params: { unknown: 'unknown', known: 'known' },
            given: AFTER_CONTROL,
          }),
        ],
      ),
    ],
  );
}

/** The service is called with the very token that was granted; only where the token is the whole of its field. */
function usable(context: OperationContext, fixtures: Fixtures): Case | undefined {
  const { scope, endpoint, operation } = context;
  const block = scope.contracts.token;
  const [used] = scope
    .endpoints()
    .filter((e) => e.base === 'service')
    .flatMap((e) => scope.operations(e).map((o) => ({ endpoint: e, operation: o })))
    .filter(
      ({ operation: o }) => (o.kind === 'read' || o.kind === 'list') && o.access === 'token' && !o.path.includes('{'),
    );
  if (block === undefined || used === undefined || scope.open(block.carrier.scheme) !== '') return undefined;
  const probe: Step = {
    name: 'probe',
    operation: context.path,
    request: controlRequest(scope, endpoint, operation, fixtures),
    success: context.success,
  };
  const success = successOf(scope, used.operation);
  const request: RequestTemplate = {
    ...requestOf(used.endpoint, used.operation, {}),
    auth: { kind: 'none' },
    headers: { [scope.open(block.carrier.header)]: { $ref: 'probe#/access_token' } },
  };
  return context.case(
    ASPECT,
    'token.usable',
    'the service is called with the token',
    [probe, { name: 'use', request, success }],
    [
      context.check(ASPECT, {
        rule: 'token.usable',
        title: 'the token opens the service',
        params: { step: 'use', success },
        given: [{ step: 'probe', is: 'success' }],
      }),
    ],
  );
}
