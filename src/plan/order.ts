/** When a group may run, so that nothing that it stores, or changes, is in the way of what others read. */
import { pathParameters } from '../record/path-shape.ts';
import { extended } from '../record/extended.ts';
import { ofSetup } from '../record/step-name.ts';
import { defined } from '../record/defined.ts';
import { pointerFrom } from '../record/pointer.ts';
import { isSafe } from '../record/safe-method.ts';
import type { EndpointContract, Operation } from '../load/model.ts';
import { goodCondition, needsCondition } from './conditions.ts';
import type { OperationContext } from './context.ts';
import type { Group, Step, Undo, Value } from './model.ts';
import type { Scope } from './scope.ts';
import {
  fieldPlace,
  listOperation,
  parentParameter,
  requestOf,
  successOf,
  writableFields,
  writeBody,
  shownPointer,
} from './templates.ts';

/** The group with its turn: those of a resource that is there once go alone, those that may spoil a list that all share go last. */
export function inOrderOf(context: OperationContext, group: Group): Group {
  const { scope, endpoint, operation } = context;
  if (writesOne(scope, endpoint, operation)) {
    const kept = keptStep(scope, endpoint);
    return extended(group, { setup: kept === undefined ? group.setup : [kept, ...group.setup], exclusive: true });
  }
  return group.exclusive !== true && spoils(context, group) ? extended(group, { last: true }) : group;
}

/** Whether the operation writes a resource that has no identifier: there is one of it, and it is not this run's own. */
export function writesOne(scope: Scope, endpoint: EndpointContract, operation: Operation): boolean {
  const writes = operation.kind === 'update' || operation.kind === 'replace' || operation.kind === 'delete';
  return (
    writes &&
    endpoint.base === 'service' &&
    pathParameters(operation.path).length === 0 &&
    scope.operation(endpoint, 'create') === undefined
  );
}

/** Reads it first, and puts back what was read when the group has ended; nothing where the contract lets nobody read it, or write it back. */
export function keptStep(
  scope: Scope,
  endpoint: EndpointContract,
): (Step & { readonly undo: Undo & { readonly body: Value } }) | undefined {
  const [read, update] = [
    scope.operation(endpoint, 'read'),
    scope.operation(endpoint, 'replace') ?? scope.operation(endpoint, 'update'),
  ];
  if (read === undefined || update === undefined || pathParameters(read.path).length > 0) return undefined;
  const shown = shownPointer(scope, endpoint);
  const body = keptBody(scope, endpoint, update, shown);
  const { auth, media, query } = requestOf(endpoint, update, {});
  return {
    name: 'kept',
    request: requestOf(endpoint, read, {}),
    success: successOf(scope, read),
    undo: {
      method: update.method,
      path: update.path,
      parameters: {},
      auth,
      ...(needsCondition(update) ? { headers: goodCondition(update) } : {}),
      body,
      ...defined({ media, query }),
    },
  };
}

/** What the operation is sent that puts back what is shown there; what nobody can read cannot be put back. */
export function keptBody(scope: Scope, endpoint: EndpointContract, operation: Operation, shown: string): Value {
  const fields = writableFields(scope, endpoint, operation).filter((f) => f.writeOnly !== true);
  const members = fields.map(
    (f) => [f.name, { $kept: `${ofSetup('kept')}#${pointerFrom(shown, fieldPlace(endpoint, f.name))}` }] as const,
  );
  return writeBody(scope, endpoint, operation, Object.fromEntries(members));
}

/** Whether what it hopes to see refused would, if it were accepted, stand in a list that other groups read. What only asks stands nowhere. */
function spoils({ scope, endpoint, operation }: OperationContext, group: Group): boolean {
  if (!['create', 'update', 'replace'].includes(operation.kind)) return false;
  const list = listOperation(scope, endpoint);
  const isShared = list !== undefined && parentParameter(endpoint, list.path) === undefined;
  return (
    isShared &&
    group.cases.some(
      ({ steps, checks }) =>
        steps.some((s) => s.via === 'socket') ||
        (steps.some((s) => !isSafe(s.request.method)) && checks.some(({ params }) => 'kind' in params)),
    )
  );
}
