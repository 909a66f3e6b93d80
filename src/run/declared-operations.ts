/** Effects of the declared operations on stored records. Pure. */
import { omitUndefined, mapOptional } from '../model/objects.ts';
import { resolvePointer } from '../model/pointer.ts';
import { ownProperty } from '../model/json.ts';
import { pathParameters, pathWithoutNames } from '../model/path-template.ts';
import { isRecordId, operationKey } from '../http/request-policy.ts';
import { endpointCreatedByAction } from '../plan/created-by-action.ts';
import { type EndpointContract, CREATED_LATER, type Operation } from '../load/model.ts';
import { requiredCondition, needsCondition } from '../plan/request-headers.ts';
import { operationAuth } from '../plan/request-auth.ts';
import { fetchAllPages } from '../plan/catalogue/pages.ts';
import { isSingleton, restoringBody, changedResource, restoringWrite } from '../plan/group-order.ts';
import { declaredRejection } from '../plan/rejection-kinds.ts';
import type {
  DeclaredCreation,
  DeclaredOperation,
  DeclaredOperations,
  DeletionCheck,
  ListTraversal,
  ReplacingWrite,
  RecordRead,
  ExistingResourceWrite,
} from '../http/declared-operations.ts';
import type { Scope } from '../plan/scope.ts';
import { requestBeforeDeletion, recordDeletion } from '../plan/undo-requests.ts';
import {
  responseRecordPointer,
  fieldPointer,
  identifierPointer,
  hasClientChosenId,
  listOperation,
  listPointers,
  neededQuery,
  requestOf,
  readRecordPointer,
  successOf,
  uidPointer,
  writableFields,
} from '../plan/request-templates.ts';

export function declaredOperationsOf(scope: Scope): DeclaredOperations {
  const all = scope
    .endpoints()
    .flatMap((endpoint) =>
      scope
        .operations(endpoint)
        .map((o) => [operationKey(endpoint.base, o.method, o.path), effectOf(scope, endpoint, o)] as const),
    );
  // An address may both create and replace: then each request may create a record.
  const weight = ({ makes }: DeclaredOperation): number => (makes === undefined ? 0 : makes.by === undefined ? 2 : 1);
  return new Map(all.toSorted(([, one], [, other]) => weight(one) - weight(other)));
}

function effectOf(scope: Scope, endpoint: EndpointContract, operation: Operation): DeclaredOperation {
  const writesExisting = writeToExisting(scope, endpoint, operation);
  const base = { endpoint: endpoint.endpoint, parents: endpoint.parents, ...omitUndefined({ writesExisting }) };
  const doing = requestSettings(operation);
  if (operation.kind === 'delete' && operation.empties === undefined)
    return {
      ...base,
      removes: {
        ...doing,
        check: goneCheckOf(scope, endpoint, operation),
        ...omitUndefined({ first: requestBeforeDeletion(scope, endpoint, operation) }),
      },
    };
  if (operation.kind === 'update' || operation.kind === 'replace') return { ...base, changes: doing };
  if (endpoint.base !== 'service') return base;
  if (operation.kind === 'action')
    return { ...base, ...omitUndefined({ makes: creationByAction(scope, endpoint, operation) }) };
  if (operation.kind !== 'create') return base;
  const remove = recordDeletion(scope, endpoint);
  const ids = uidPointer(scope, endpoint, operation).replace(/^\/0\//, '/*/');
  return {
    ...base,
    makes: {
      ids,
      ...(hasClientChosenId(endpoint, operation) ? { named: endpoint.uid ?? 'id' } : {}),
      ...(isSingleton(scope, endpoint) ? { isSingleton: true as const } : {}),
      success: successOf(scope, operation),
      ...omitUndefined({
        remove: mapOptional(remove, (it) => ({ method: it.method, path: it.path })),
        shown: hasClientChosenId(endpoint, operation)
          ? undefined
          : readOfRecord(scope, endpoint, operation, responseRecordPointer(scope, endpoint, operation)),
        list: listTraversal(scope, endpoint),
      }),
    },
  };
}

function requestSettings(operation: Operation): NonNullable<DeclaredOperation['changes']> {
  return {
    auth: operationAuth(operation),
    ...(needsCondition(operation) ? { headers: requiredCondition(operation) } : {}),
    ...omitUndefined({ query: neededQuery(operation), server: operation.server, media: operation.requestMedia }),
  };
}

/** Records that an action creates: their endpoint, parents and IDs. */
function creationByAction(
  scope: Scope,
  endpoint: EndpointContract,
  operation: Operation,
): DeclaredCreation | undefined {
  const made = endpointCreatedByAction(scope, operation);
  if (made === undefined) return undefined;
  const ids = operation.makes?.ids ?? uidPointer(scope, made, operation);
  const { uid = 'id' } = made;
  const names = pathParameters(operation.path);
  const isSource = made === endpoint && names.includes(uid) && !Object.hasOwn(made.parents, uid);
  // If the ID in the response is that of the record, the response shows the created record instead of its source.
  const record = made === endpoint ? responseRecordPointer(scope, endpoint, operation) : undefined;
  const isAnswered = record !== undefined && resolvePointer(record, identifierPointer(scope, made, operation)) === ids;
  const shown = readOfRecord(scope, made, operation, isAnswered ? record : undefined);
  const alike = writableFields(scope, made, operation).flatMap(({ name, unique, distinct }) => {
    const place = shown?.members[name];
    return place === undefined || (unique ?? distinct) === true ? [] : [[name, place] as const];
  });
  const named = scope.settings?.records?.[made.endpoint]?.members[uid];
  return {
    ids,
    success: successOf(scope, operation),
    ...omitUndefined({
      remove: mapOptional(recordDeletion(scope, made), (it) => ({ method: it.method, path: it.path })),
      shown,
      list: listTraversal(scope, made),
    }),
    by: {
      through: `${endpoint.endpoint}/${operation.name}`,
      endpoint: made.endpoint,
      parents: made.parents,
      above: parentParameters(made, endpoint, names),
      there: isRecordId(named) ? [named] : [],
      ...(operation.makes?.ids === CREATED_LATER ? { later: true as const } : {}),
      ...omitUndefined({
        listed: listOperation(scope, made)?.path,
        source: isSource ? { parameter: uid, alike: Object.fromEntries(alike) } : undefined,
      }),
    },
  };
}

/** Parameters of the action that name parents of the created records: those of the same name or endpoint. */
function parentParameters(
  made: EndpointContract,
  { endpoint, uid = 'id', parents }: EndpointContract,
  names: readonly string[],
): Readonly<Record<string, string>> {
  const named = names.map((name) => [name, ownProperty(parents, name) ?? (name === uid ? endpoint : '')] as const);
  const found = Object.entries(made.parents).flatMap(([parameter, parent]) => {
    const known = made.endpoint === endpoint ? named.filter(([name]) => Object.hasOwn(parents, name)) : named;
    const fitting = known.filter(([, of]) => of === parent).map(([name]) => name);
    const own = fitting.includes(parameter) ? parameter : fitting.at(-1);
    return own === undefined ? [] : [[parameter, own] as const];
  });
  return Object.fromEntries(found);
}

/** The read of a created record. `answered`: pointer to the record in the response of the operation */
function readOfRecord(
  scope: Scope,
  endpoint: EndpointContract,
  operation: Operation,
  answered: string | undefined,
): RecordRead | undefined {
  const read = scope.operation(endpoint, 'read');
  const shown = read && responseRecordPointer(scope, endpoint, read);
  if (read === undefined || shown === undefined) return undefined;
  // Different records often share a code.
  const fields = writableFields(scope, endpoint, operation).filter(
    ({ writeOnly, type }) => writeOnly !== true && type !== 'code' && type !== 'boolean',
  );
  const placesFrom = (record: string): Readonly<Record<string, string>> =>
    Object.fromEntries(fields.map(({ name }) => [name, resolvePointer(record, fieldPointer(endpoint, name))]));
  return {
    method: read.method,
    path: read.path,
    auth: operationAuth(read),
    members: placesFrom(shown),
    ...omitUndefined({ query: neededQuery(read), server: read.server, answered: mapOptional(answered, placesFrom) }),
  };
}

/** The requests that read and restore a resource that may have existed before the run. */
function writeToExisting(
  scope: Scope,
  endpoint: EndpointContract,
  operation: Operation,
): ExistingResourceWrite | undefined {
  const resource = changedResource(scope, endpoint, operation);
  if (resource === undefined) return undefined;
  const { path, endpoint: owner } = resource;
  const read = scope.operation(owner, 'read');
  const restoring = restoringWrite(scope, owner, operation, path);
  const isWrite = operation.kind === 'update' || operation.kind === 'replace';
  return {
    path,
    ...omitUndefined({
      read:
        read === undefined || pathWithoutNames(read.path) !== pathWithoutNames(path)
          ? undefined
          : { ...requestOf(owner, read, {}), path },
      restore: mapOptional(restoring, ({ operation: write, body }) => ({
        ...requestSettings(write),
        method: write.method,
        body,
        ...(write.kind === 'replace' ? { replaces: replacedBy(scope, owner) } : {}),
      })),
      body: isWrite ? restoringBody(scope, owner, operation, '') : undefined,
      shown: isWrite ? responseRecordPointer(scope, owner, operation) : undefined,
    }),
    ...(scope.operation(owner, 'create') !== undefined && isSingleton(scope, owner)
      ? { isCreated: true as const }
      : {}),
    ...(operation.kind === 'update' ? {} : { isWhole: true as const }),
  };
}

function replacedBy(scope: Scope, endpoint: EndpointContract): ReplacingWrite {
  const fields = scope.fields(endpoint.fields).map(({ name }) => fieldPointer(endpoint, name).split('/')[1] ?? name);
  return { record: readRecordPointer(scope, endpoint), fields: [...fields, endpoint.uid ?? 'id'] };
}

function goneCheckOf(scope: Scope, endpoint: EndpointContract, remove: Operation): DeletionCheck {
  const read = scope.operation(endpoint, 'read');
  const isRead = read !== undefined && pathWithoutNames(read.path) === pathWithoutNames(remove.path);
  const { leaves } = remove;
  return {
    statuses: declaredRejection(scope.contracts.errors, 'not-found')?.statuses ?? [],
    ...omitUndefined({
      read: isRead ? { ...requestOf(endpoint, read, {}), path: remove.path } : undefined,
      // Soft-deleted records may stay in the list.
      list: leaves === undefined ? listTraversal(scope, endpoint) : undefined,
      mark: mapOptional(leaves, ({ at, ...mark }) => ({
        at: resolvePointer(readRecordPointer(scope, endpoint), at),
        ...mark,
      })),
    }),
  };
}

function listTraversal(scope: Scope, endpoint: EndpointContract): ListTraversal | undefined {
  const list = listOperation(scope, endpoint);
  if (list === undefined) return undefined;
  const { records, record } = listPointers(scope, endpoint, list);
  const step = {
    name: 'listed',
    operation: `${endpoint.endpoint}/${list.name}`,
    request: requestOf(endpoint, list, {}),
    success: successOf(scope, list),
  };
  return {
    step: fetchAllPages({ scope, endpoint, operation: list }, step),
    ids: resolvePointer(`${records}/*`, resolvePointer(record, identifierPointer(scope, endpoint, list))),
  };
}
