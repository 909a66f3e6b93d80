/** Cleanup requests for created records. */
import { filledPath, pathParameters } from '../model/path-template.ts';
import { ownMember } from '../model/json.ts';
import { defined } from '../model/objects.ts';
import type { EndpointContract, Operation } from '../load/model.ts';
import { goodCondition, needsCondition } from './request-headers.ts';
import type { Undo, Value } from './model.ts';
import { isSingleton } from './group-order.ts';
import type { Scope } from './scope.ts';
import { identifierOf, isChosen, neededQuery, uidPointer } from './request-templates.ts';
import { authOf } from './request-auth.ts';

/** A cleanup request, with the values it was built from. */
interface KnownUndo {
  readonly method: string;
  readonly path: string;
  readonly uid: string;
  readonly undo: Undo;
}

/** By the path parameters of the create, then by step name. */
const undos = new WeakMap<Readonly<Record<string, Value>>, Map<string, KnownUndo>>();

/** The request that deletes a created record, if the service has one. `$each` represents every ID in the response. */
export function undoOf(
  scope: Scope,
  endpoint: EndpointContract,
  create: Operation,
  parameters: Readonly<Record<string, Value>>,
  step: string,
): Undo | undefined {
  const remove = removalOf(scope, endpoint);
  if (remove === undefined) return undefined;
  const { method, path } = remove;
  const uid = uidPointer(scope, endpoint, create);
  if (isChosen(endpoint, create))
    return undoAt(scope, endpoint, remove, parameters, identifierOf(scope, endpoint, create, step));
  // Shared: most creates of an operation have the same path parameters.
  let bySteps = undos.get(parameters);
  if (bySteps === undefined) undos.set(parameters, (bySteps = new Map<string, KnownUndo>()));
  const known = bySteps.get(step);
  if (known?.method === method && known.path === path && known.uid === uid) return known.undo;
  const undo = undoAt(scope, endpoint, remove, parameters, { $each: `${step}#${uid.replace(/^\/0\//, '/*/')}` });
  bySteps.set(step, { method, path, uid, undo });
  return undo;
}

/**
 * The DELETE of one record. Without an ID in its path it would delete all records, unless the resource is a singleton.
 */
export function removalOf(scope: Scope, endpoint: EndpointContract): Operation | undefined {
  const remove = scope.operation(endpoint, 'delete');
  const isOfOne =
    remove !== undefined &&
    (isSingleton(scope, endpoint) ||
      pathParameters(remove.path).some((name) => !Object.hasOwn(endpoint.parents, name)));
  return isOfOne ? remove : undefined;
}

function undoAt(
  scope: Scope,
  endpoint: EndpointContract,
  remove: Operation,
  parameters: Readonly<Record<string, Value>>,
  own: Value,
): Undo {
  const names = pathParameters(remove.path).map((name) => [
    name,
    Object.hasOwn(endpoint.parents, name) ? (parameters[name] ?? null) : own,
  ]);
  return {
    method: remove.method,
    path: remove.path,
    parameters: Object.fromEntries(names) as Undo['parameters'],
    ...howAsked(remove),
    ...defined({ first: firstOf(scope, endpoint, remove) }),
  };
}

function howAsked(operation: Operation): Pick<Undo, 'server' | 'query' | 'auth' | 'headers'> {
  return {
    ...defined({ server: operation.server, query: neededQuery(operation) }),
    ...(operation.access === 'token' && operation.security === undefined ? {} : { auth: authOf(operation) }),
    ...(needsCondition(operation) ? { headers: goodCondition(operation) } : {}),
  };
}

/** The operation before a delete that is rejected otherwise. Its path has the parameter names of the delete. */
export function firstOf(scope: Scope, endpoint: EndpointContract, remove: Operation): Undo['first'] {
  const found = remove.after === undefined ? undefined : scope.operationNamed(endpoint, remove.after);
  if (found === undefined) return undefined;
  const { endpoint: owner, operation } = found;
  const own = pathParameters(remove.path).find((name) => !Object.hasOwn(endpoint.parents, name));
  const path = filledPath(operation.path, (name) => {
    const isOwn = (ownMember(owner.parents, name) ?? owner.endpoint) === endpoint.endpoint;
    return `{${isOwn ? (own ?? name) : name}}`;
  });
  return { method: operation.method, path, ...howAsked(operation) };
}
