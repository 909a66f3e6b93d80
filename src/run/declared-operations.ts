/** Effects of the declared operations on stored records. Pure. */
import { defined, maybe } from '../model/objects.ts';
import { pointerFrom } from '../model/pointer.ts';
import { ownMember } from '../model/json.ts';
import { pathParameters, pathShape } from '../model/path-template.ts';
import { isId, operationKey } from '../http/request-policy.ts';
import { madeEndpoint } from '../plan/created-by-action.ts';
import { type EndpointContract, LATER, type Operation } from '../load/model.ts';
import { goodCondition, needsCondition } from '../plan/request-headers.ts';
import { authOf } from '../plan/request-auth.ts';
import { toItsEnd } from '../plan/catalogue/pages.ts';
import { isSingleton, keptBody, resourceAt, restoringWrite } from '../plan/group-order.ts';
import { refusalOf } from '../plan/rejection-kinds.ts';
import type {
  Creation,
  DeclaredOperation,
  DeclaredOperations,
  GoneCheck,
  ListTraversal,
  Replaced,
  ShownRecord,
  WritesOne,
} from '../http/declared-operations.ts';
import type { Scope } from '../plan/scope.ts';
import { firstOf, removalOf } from '../plan/undo-requests.ts';
import {
  answeredPointer,
  fieldPlace,
  identifierPointer,
  isChosen,
  listOperation,
  listPointers,
  neededQuery,
  requestOf,
  shownPointer,
  successOf,
  uidPointer,
  writableFields,
} from '../plan/request-templates.ts';

export function catalogueOf(scope: Scope): DeclaredOperations {
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
  const one = writeToExisting(scope, endpoint, operation);
  const base = { endpoint: endpoint.endpoint, parents: endpoint.parents, ...defined({ one }) };
  const doing = requestSettings(operation);
  if (operation.kind === 'delete' && operation.empties === undefined)
    return {
      ...base,
      removes: {
        ...doing,
        check: goneCheckOf(scope, endpoint, operation),
        ...defined({ first: firstOf(scope, endpoint, operation) }),
      },
    };
  if (operation.kind === 'update' || operation.kind === 'replace') return { ...base, changes: doing };
  if (endpoint.base !== 'service') return base;
  if (operation.kind === 'action')
    return { ...base, ...defined({ makes: creationByAction(scope, endpoint, operation) }) };
  if (operation.kind !== 'create') return base;
  const remove = removalOf(scope, endpoint);
  const ids = uidPointer(scope, endpoint, operation).replace(/^\/0\//, '/*/');
  return {
    ...base,
    makes: {
      ids,
      ...(isChosen(endpoint, operation) ? { named: endpoint.uid ?? 'id' } : {}),
      ...(isSingleton(scope, endpoint) ? { isSingleton: true as const } : {}),
      success: successOf(scope, operation),
      ...defined({
        remove: maybe(remove, (it) => ({ method: it.method, path: it.path })),
        shown: isChosen(endpoint, operation)
          ? undefined
          : readOfRecord(scope, endpoint, operation, answeredPointer(scope, endpoint, operation)),
        list: listTraversal(scope, endpoint),
      }),
    },
  };
}

function requestSettings(operation: Operation): NonNullable<DeclaredOperation['changes']> {
  return {
    auth: authOf(operation),
    ...(needsCondition(operation) ? { headers: goodCondition(operation) } : {}),
    ...defined({ query: neededQuery(operation), server: operation.server, media: operation.requestMedia }),
  };
}

/** Records that an action creates: their endpoint, parents and IDs. */
function creationByAction(scope: Scope, endpoint: EndpointContract, operation: Operation): Creation | undefined {
  const made = madeEndpoint(scope, operation);
  if (made === undefined) return undefined;
  const ids = operation.makes?.ids ?? uidPointer(scope, made, operation);
  const { uid = 'id' } = made;
  const names = pathParameters(operation.path);
  const isSource = made === endpoint && names.includes(uid) && !Object.hasOwn(made.parents, uid);
  // If the ID in the response is that of the record, the response shows the created record instead of its source.
  const record = made === endpoint ? answeredPointer(scope, endpoint, operation) : undefined;
  const isAnswered = record !== undefined && pointerFrom(record, identifierPointer(scope, made, operation)) === ids;
  const shown = readOfRecord(scope, made, operation, isAnswered ? record : undefined);
  const alike = writableFields(scope, made, operation).flatMap(({ name, unique, distinct }) => {
    const place = shown?.members[name];
    return place === undefined || (unique ?? distinct) === true ? [] : [[name, place] as const];
  });
  const named = scope.settings?.records?.[made.endpoint]?.members[uid];
  return {
    ids,
    success: successOf(scope, operation),
    ...defined({
      remove: maybe(removalOf(scope, made), (it) => ({ method: it.method, path: it.path })),
      shown,
      list: listTraversal(scope, made),
    }),
    by: {
      through: `${endpoint.endpoint}/${operation.name}`,
      endpoint: made.endpoint,
      parents: made.parents,
      above: parentParameters(made, endpoint, names),
      there: isId(named) ? [named] : [],
      ...(operation.makes?.ids === LATER ? { later: true as const } : {}),
      ...defined({
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
  const named = names.map((name) => [name, ownMember(parents, name) ?? (name === uid ? endpoint : '')] as const);
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
): ShownRecord | undefined {
  const read = scope.operation(endpoint, 'read');
  const shown = read && answeredPointer(scope, endpoint, read);
  if (read === undefined || shown === undefined) return undefined;
  // Different records often share a code.
  const fields = writableFields(scope, endpoint, operation).filter(
    ({ writeOnly, type }) => writeOnly !== true && type !== 'code' && type !== 'boolean',
  );
  const placesFrom = (record: string): Readonly<Record<string, string>> =>
    Object.fromEntries(fields.map(({ name }) => [name, pointerFrom(record, fieldPlace(endpoint, name))]));
  return {
    method: read.method,
    path: read.path,
    auth: authOf(read),
    members: placesFrom(shown),
    ...defined({ query: neededQuery(read), server: read.server, answered: maybe(answered, placesFrom) }),
  };
}

/** The requests that read and restore a resource that may have existed before the run. */
function writeToExisting(scope: Scope, endpoint: EndpointContract, operation: Operation): WritesOne | undefined {
  const resource = resourceAt(scope, endpoint, operation);
  if (resource === undefined) return undefined;
  const { path, endpoint: owner } = resource;
  const read = scope.operation(owner, 'read');
  const restoring = restoringWrite(scope, owner, operation, path);
  const isWrite = operation.kind === 'update' || operation.kind === 'replace';
  return {
    path,
    ...defined({
      read:
        read === undefined || pathShape(read.path) !== pathShape(path)
          ? undefined
          : { ...requestOf(owner, read, {}), path },
      restore: maybe(restoring, ({ operation: write, body }) => ({
        ...requestSettings(write),
        method: write.method,
        body,
        ...(write.kind === 'replace' ? { replaces: replacedBy(scope, owner) } : {}),
      })),
      body: isWrite ? keptBody(scope, owner, operation, '') : undefined,
      shown: isWrite ? answeredPointer(scope, owner, operation) : undefined,
    }),
    ...(scope.operation(owner, 'create') !== undefined && isSingleton(scope, owner)
      ? { isCreated: true as const }
      : {}),
    ...(operation.kind === 'update' ? {} : { isWhole: true as const }),
  };
}

function replacedBy(scope: Scope, endpoint: EndpointContract): Replaced {
  const fields = scope.fields(endpoint.fields).map(({ name }) => fieldPlace(endpoint, name).split('/')[1] ?? name);
  return { record: shownPointer(scope, endpoint), fields: [...fields, endpoint.uid ?? 'id'] };
}

function goneCheckOf(scope: Scope, endpoint: EndpointContract, remove: Operation): GoneCheck {
  const read = scope.operation(endpoint, 'read');
  const isRead = read !== undefined && pathShape(read.path) === pathShape(remove.path);
  const { leaves } = remove;
  return {
    statuses: refusalOf(scope.contracts.errors, 'not-found')?.statuses ?? [],
    ...defined({
      read: isRead ? { ...requestOf(endpoint, read, {}), path: remove.path } : undefined,
      // Soft-deleted records may stay in the list.
      list: leaves === undefined ? listTraversal(scope, endpoint) : undefined,
      mark: maybe(leaves, ({ at, ...mark }) => ({ at: pointerFrom(shownPointer(scope, endpoint), at), ...mark })),
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
    step: toItsEnd({ scope, endpoint, operation: list }, step),
    ids: pointerFrom(`${records}/*`, pointerFrom(record, identifierPointer(scope, endpoint, list))),
  };
}
