/** Cleanup requests for created records. */
import { fillPath, pathParameters } from '../model/path-template.ts';
import { ownProperty } from '../model/json.ts';
import { omitUndefined } from '../model/objects.ts';
import type { EndpointContract, Operation } from '../load/model.ts';
import { requiredCondition, needsCondition } from './request-headers.ts';
import type { CleanupRequest, Value } from './model.ts';
import { isSingleton } from './group-order.ts';
import type { Scope } from './scope.ts';
import { identifierOf, hasClientChosenId, neededQuery, uidPointer } from './request-templates.ts';
import { operationAuth } from './request-auth.ts';

/** The request that deletes a created record, if the service has one. `$each` represents every ID in the response. */
export function cleanupRequest(
  scope: Scope,
  endpoint: EndpointContract,
  create: Operation,
  parameters: Readonly<Record<string, Value>>,
  step: string,
): CleanupRequest | undefined {
  const remove = recordDeletion(scope, endpoint);
  if (remove === undefined) return undefined;
  const uid = uidPointer(scope, endpoint, create).replace(/^\/0\//, '/*/');
  const own = hasClientChosenId(endpoint, create)
    ? identifierOf(scope, endpoint, create, step)
    : { $each: `${step}#${uid}` };
  let known = undos.get(parameters);
  if (known === undefined) undos.set(parameters, (known = new Map<string, CleanupRequest>()));
  const key = [step, remove.method, remove.path, uid].join(' ');
  const undo = known.get(key) ?? undoAt(scope, endpoint, remove, parameters, own);
  known.set(key, undo);
  return undo;
}

/** Shared, because most creates of an operation have the same path parameters. */
const undos = new WeakMap<Readonly<Record<string, Value>>, Map<string, CleanupRequest>>();

function undoAt(
  scope: Scope,
  endpoint: EndpointContract,
  remove: Operation,
  parameters: Readonly<Record<string, Value>>,
  own: Value,
): CleanupRequest {
  const values = pathParameters(remove.path).map(
    (name) => [name, Object.hasOwn(endpoint.parents, name) ? (parameters[name] ?? null) : own] as const,
  );
  return {
    method: remove.method,
    path: remove.path,
    parameters: Object.fromEntries(values),
    ...howAsked(remove),
    ...omitUndefined({ first: requestBeforeDeletion(scope, endpoint, remove) }),
  };
}

/**
 * The DELETE of one record. Without an ID in its path it would delete all records, unless the resource is a singleton.
 */
export function recordDeletion(scope: Scope, endpoint: EndpointContract): Operation | undefined {
  const remove = scope.operation(endpoint, 'delete');
  const isOfOne =
    remove !== undefined &&
    (isSingleton(scope, endpoint) ||
      pathParameters(remove.path).some((name) => !Object.hasOwn(endpoint.parents, name)));
  return isOfOne ? remove : undefined;
}

function howAsked(operation: Operation): Pick<CleanupRequest, 'server' | 'query' | 'auth' | 'headers'> {
  return {
    ...omitUndefined({ server: operation.server, query: neededQuery(operation) }),
    ...(operation.access === 'token' && operation.security === undefined ? {} : { auth: operationAuth(operation) }),
    ...(needsCondition(operation) ? { headers: requiredCondition(operation) } : {}),
  };
}

/** The operation before a delete that is rejected otherwise. Its path has the parameter names of the delete. */
export function requestBeforeDeletion(
  scope: Scope,
  endpoint: EndpointContract,
  remove: Operation,
): CleanupRequest['first'] {
  const found = remove.after === undefined ? undefined : scope.operationNamed(endpoint, remove.after);
  if (found === undefined) return undefined;
  const { endpoint: owner, operation } = found;
  const own = pathParameters(remove.path).find((name) => !Object.hasOwn(endpoint.parents, name));
  const path = fillPath(operation.path, (name) => {
    const isOwn = (ownProperty(owner.parents, name) ?? owner.endpoint) === endpoint.endpoint;
    return `{${isOwn ? (own ?? name) : name}}`;
  });
  return { method: operation.method, path, ...howAsked(operation) };
}
