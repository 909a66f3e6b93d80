/** Scheduling of groups, so that writes of one group do not disturb reads of another. */
import { pathParameters, pathWithoutNames } from '../model/path-template.ts';
import { mergeObjects } from '../model/objects.ts';
import { resolvePointer } from '../model/pointer.ts';
import { isReadMethod, isSafeMethod } from '../model/exchange.ts';
import type { EndpointContract, Operation } from '../load/model.ts';
import type { OperationContext } from './context.ts';
import { type Group, stepsOf, type Value } from './model.ts';
import { computeOnce } from './open-question-uses.ts';
import type { Scope } from './scope.ts';
import {
  fieldPointer,
  listOperation,
  parentParameter,
  readRecordPointer,
  writableFields,
  writeBody,
} from './request-templates.ts';

/**
 * The group with its schedule: writes to a singleton run alone, and cases that could add invalid records to a shared
 * list run last.
 */
export function scheduleGroup(context: OperationContext, group: Group): Group {
  const writes = singletonWrites(context.scope);
  const requests = stepsOf(group).flatMap(({ request }) => (request.base === 'service' ? [request] : []));
  const written = requests.find(({ method, path }) => writes.has(`${method} ${path}`));
  const addresses = new Set(writes.values());
  const singleton =
    requests.find(({ path }) => addresses.has(path))?.path ??
    (written && writes.get(`${written.method} ${written.path}`));
  const placed = singleton === undefined ? group : mergeObjects(group, { singleton });
  if (written !== undefined) return mergeObjects(placed, { exclusive: true });
  return group.exclusive !== true && spoils(context, group) ? mergeObjects(placed, { last: true }) : placed;
}

/**
 * Method and path of every operation that writes to a resource without an ID, with its address. The resource may exist
 * before the run.
 */
const singletonWrites = computeOnce(
  (scope: Scope): ReadonlyMap<string, string> =>
    new Map(
      scope.endpoints().flatMap((endpoint) =>
        scope.operations(endpoint).flatMap((operation) => {
          const { method, path } = operation;
          const resource = pathParameters(path).length === 0 ? changedResource(scope, endpoint, operation) : undefined;
          return resource === undefined ? [] : [[`${method} ${path}`, resource.path] as const];
        }),
      ),
    ),
);

/** Methods that replace, change or remove the resource at their address (RFC 9110 §9.3, RFC 5789 §2). */
const CHANGES: readonly string[] = ['PUT', 'PATCH', 'DELETE'];

/** Address and endpoint of the resource that an operation changes, if it may exist before the run. */
export function changedResource(
  scope: Scope,
  endpoint: EndpointContract,
  operation: Operation,
): { readonly path: string; readonly endpoint: EndpointContract } | undefined {
  const { kind, method, path } = operation;
  if (endpoint.base !== 'service' || isReadMethod(method)) return undefined;
  if (kind === 'create') return isSingleton(scope, endpoint) ? { path, endpoint } : undefined;
  if (kind !== 'action') return { path, endpoint };
  const above = scope.endpoints().find((one) => {
    const read = scope.operation(one, 'read');
    return (
      read !== undefined &&
      isSingleton(scope, one) &&
      pathParameters(path).length === 0 &&
      path.startsWith(`${read.path}/`)
    );
  });
  if (above !== undefined) return { path: scope.operation(above, 'read')?.path ?? path, endpoint: above };
  return CHANGES.includes(method) ? { path, endpoint } : undefined;
}

/** Whether a resource has no ID: it is read and written at one address. */
export function isSingleton(scope: Scope, endpoint: EndpointContract): boolean {
  const read = scope.operation(endpoint, 'read');
  if (read === undefined || pathParameters(read.path).some((name) => !Object.hasOwn(endpoint.parents, name)))
    return false;
  return (['create', 'update', 'replace', 'delete'] as const).some((kind) => {
    const write = scope.operation(endpoint, kind);
    return write !== undefined && pathWithoutNames(write.path) === pathWithoutNames(read.path);
  });
}

/** The write that restores every field that an operation may change; undefined if the service has none. */
export function restoringWrite(
  scope: Scope,
  endpoint: EndpointContract,
  operation: Operation,
  path: string,
): { readonly operation: Operation; readonly body: Value } | undefined {
  const isWhole = operation.kind !== 'update' && operation.kind !== 'replace';
  const changed = isWhole ? scope.fields(endpoint.fields) : writableFields(scope, endpoint, operation);
  const ways = isWhole ? (['replace'] as const) : (['replace', 'update'] as const);
  for (const way of ways) {
    const write = scope.operation(endpoint, way);
    if (write === undefined || pathWithoutNames(write.path) !== pathWithoutNames(path)) continue;
    const all = writableFields(scope, endpoint, write);
    const writable = all.filter((field) => field.writeOnly !== true);
    // A replacement would remove a field that no read shows.
    if (way === 'replace' && writable.length < all.length) continue;
    const inPath = pathParameters(path);
    const isCovered = changed.every(
      ({ name }) => writable.some((field) => field.name === name) || inPath.includes(name),
    );
    if (isCovered)
      return { operation: write, body: restoringBody(scope, endpoint, write, readRecordPointer(scope, endpoint)) };
  }
  return undefined;
}

/** The body that restores a resource: `$kept` is the value of each field before the run. */
export function restoringBody(scope: Scope, endpoint: EndpointContract, operation: Operation, shown: string): Value {
  const fields = writableFields(scope, endpoint, operation).filter((f) => f.writeOnly !== true);
  const members = fields.map(
    (f) => [f.name, { $kept: `former#${resolvePointer(shown, fieldPointer(endpoint, f.name))}` }] as const,
  );
  return writeBody(scope, endpoint, operation, Object.fromEntries(members));
}

/** Whether an accepted faulty request would leave a record in a list that other groups read. */
function spoils({ scope, endpoint, operation }: OperationContext, group: Group): boolean {
  if (!['create', 'update', 'replace'].includes(operation.kind)) return false;
  const list = listOperation(scope, endpoint);
  const isShared = list !== undefined && parentParameter(endpoint, list.path) === undefined;
  return (
    isShared &&
    group.cases.some(
      ({ steps, checks }) =>
        steps.some((s) => s.via === 'socket') ||
        (steps.some((s) => !isSafeMethod(s.request.method)) && checks.some(({ params }) => 'kind' in params)),
    )
  );
}
