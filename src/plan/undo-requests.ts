/** How what a create made is removed again. */
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

/** How what a step made is removed, and what that was made of. */
interface KnownUndo {
  readonly method: string;
  readonly path: string;
  readonly uid: string;
  readonly undo: Undo;
}

/** By the parameters of the request, by the name of the step. */
const undos = new WeakMap<Readonly<Record<string, Value>>, Map<string, KnownUndo>>();

/** How to remove what a create made, where the service offers it. `$each` stands for every uid in the answer. */
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
  // Most requests of an operation share their parameters, and then their undo too.
  let bySteps = undos.get(parameters);
  if (bySteps === undefined) undos.set(parameters, (bySteps = new Map<string, KnownUndo>()));
  const known = bySteps.get(step);
  if (known?.method === method && known.path === path && known.uid === uid) return known.undo;
  const undo = undoAt(scope, endpoint, remove, parameters, { $each: `${step}#${uid.replace(/^\/0\//, '/*/')}` });
  bySteps.set(step, { method, path, uid, undo });
  return undo;
}

/** The DELETE that removes one record; one without its ID would remove all of them, unless there is only one. */
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

/** What is done to a record that is not removed otherwise, with what names it called as in the path of the removal. */
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
