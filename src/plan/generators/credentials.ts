/** Credentials that are doubled, spelled otherwise or forged, and whether who calls is judged before anything else. */
import type { CaseRuleId } from '../../rules/registry.ts';
import type { OperationContext } from '../context.ts';
import type { Auth, Case, Group, RequestTemplate } from '../model.ts';
import { Fixtures } from '../fixtures.ts';
import { controlRequest } from '../control.ts';
import { pathParameters, undoOf } from '../templates.ts';
import { UNKNOWN } from './strangers.ts';
import { AFTER_CONTROL, controlStep, probeCase } from './negative.ts';

const ASPECT = 'access';

export function credentials(context: OperationContext): Group | undefined {
  const { scope, endpoint, operation } = context;
  if (operation.access !== 'token' || endpoint.base !== 'service') return undefined;
  const fixtures = new Fixtures(scope);
  const control = controlStep(context, fixtures);
  const good = controlRequest(scope, endpoint, operation, fixtures);
  const forged = (rule: CaseRuleId, title: string, fault: string): Case | undefined =>
    probeCase(context, ASPECT, {
      rule,
      title,
      request: { ...good, auth: { kind: 'fault', fault } },
      refusal: 'unauthenticated',
    });
  return context.group(
    ASPECT,
    [...fixtures.steps, control],
    [
      doubled(context, { ...good, auth: { kind: 'fault', fault: 'doubled' } }),
      forged('access.own-key', 'the token brings the key that it is signed with', 'own-key'),
      forged('access.alg-spelling', 'the token is unsigned and says so in another spelling', 'alg-spelling'),
      forged('access.assertion', 'the assertion of the sign-in is sent as a token', 'assertion'),
      ...schemes(context, good),
      ...first(context, good),
    ],
  );
}

/** Tokens of two organisations: whose request it is, nobody could tell afterwards. */
function doubled(context: OperationContext, request: RequestTemplate): Case | undefined {
  const params = context.refusal('unauthenticated');
  if (params === undefined) return undefined;
  const statuses = [...new Set([...(params['statuses'] as readonly number[]), 400])];
  const undo =
    context.operation.kind === 'create'
      ? undoOf(context.scope, context.endpoint, context.operation, request.parameters, 'probe')
      : undefined;
  return context.case(
    ASPECT,
    'access.doubled',
    'tokens of two organisations are sent',
    [
      {
        name: 'probe',
        operation: context.path,
        request,
        success: context.success,
        ...(undo === undefined ? {} : { undo }),
      },
    ],
    [
      context.check(ASPECT, {
        rule: 'access.doubled',
        title: 'two tokens are refused',
        params: { ...params, statuses },
        given: AFTER_CONTROL,
      }),
    ],
  );
}

function schemes(context: OperationContext, good: RequestTemplate): readonly (Case | undefined)[] {
  const { token } = context.scope.contracts;
  if (token === undefined) return [];
  // Without a scheme there is nothing to try, which is said once for the service and not at every operation.
  const bare = context.scope.open(token.carrier.scheme) === '';
  if (bare && (context.operation.kind !== 'read' || pathParameters(context.operation.path).length > 0)) return [];
  return (bare ? ['lower'] : ['lower', 'upper']).map((spelling) =>
    probeCase(context, ASPECT, {
      rule: 'access.scheme-case',
      key: spelling,
      title: `the scheme is written in ${spelling} case`,
      request: { ...good, auth: { kind: 'fault', fault: `scheme-${spelling}` } },
    }),
  );
}

/** Two faults at a time, since the question is which of them is answered. */
function first(context: OperationContext, good: RequestTemplate): readonly (Case | undefined)[] {
  const { operation } = context;
  const none: Auth = { kind: 'none' };
  const probe = (rule: CaseRuleId, title: string, request: RequestTemplate): Case | undefined =>
    probeCase(context, ASPECT, { rule, title, request: { ...request, auth: none }, refusal: 'unauthenticated' });
  const last = pathParameters(operation.path).at(-1);
  const writes = operation.kind === 'create' || operation.kind === 'update';
  return [
    last === undefined
      ? undefined
      : probe('access.before-id', 'a stranger asks for what does not exist', {
          ...good,
          parameters: { ...good.parameters, [last]: UNKNOWN },
        }),
    ...(writes
      ? [
          probe('access.before-media-type', 'a stranger sends another media type', {
            ...good,
            headers: { ...good.headers, 'content-type': 'text/plain' },
          }),
          probe('access.before-body', 'a stranger sends what is not JSON', {
            ...good,
            body: { kind: 'text', text: '{"plumbline":' },
          }),
        ]
      : []),
  ];
}
