/** Methods that a path does not have: tried only where the contract says that it is the whole of the interface. */
import type { OperationContext } from '../context.ts';
import type { Group } from '../model.ts';
import { Fixtures } from '../fixtures.ts';
import { controlRequest } from '../control.ts';
import { pathParameters } from '../templates.ts';
import { siblings, speaksForPath } from './methods.ts';
import { controlStep, probeCase } from './negative.ts';

/** Of the checks; the group has a name of its own, since nothing else may use the records that it gives away. */
const ASPECT = 'methods';

// Those that would do the most come last. LINK stands for a method that the service has nowhere; one unknown to HTTP
// libraries would never reach the service.
const PROBED = ['GET', 'LINK', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;

export function undeclared(context: OperationContext): Group | undefined {
  if (context.scope.contracts.methods !== 'complete' || !speaksForPath(context)) return undefined;
  const { scope, endpoint, operation } = context;
  const fixtures = new Fixtures(scope);
  const control = controlStep(context, fixtures);
  const declared = new Set(siblings(context).map((o) => o.method));
  const { body: _body, ...bare } = controlRequest(scope, endpoint, operation, fixtures);
  const group = context.group(
    'undeclared',
    [...fixtures.steps, control],
    PROBED.filter((m) => !declared.has(m)).map((method) =>
      probeCase(context, ASPECT, {
        rule: 'method.unsupported',
        key: method,
        title: `${method} is not a method of ${operation.path || 'the token endpoint'}`,
        request: { ...bare, method },
        refusal: 'method',
        undo: false,
      }),
    ),
  );
  // What is accepted at a path without a record of its own may change what everybody sees: nobody else looks meanwhile.
  const shared = pathParameters(operation.path).length === 0 && endpoint.base === 'service';
  return group === undefined ? undefined : { ...group, inTurn: true, ...(shared ? { exclusive: true } : {}) };
}
