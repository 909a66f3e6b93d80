/** What the operations of a contract do to what is stored. Pure. */
import { defined, maybe } from '../record/defined.ts';
import { pointerFrom } from '../record/pointer.ts';
import { placeOf } from '../exchange/guard.ts';
import type { DeclaredOperations, DeclaredOperation, ShownRecord, WritesOne } from '../exchange/ledger.ts';
import type { EndpointContract, Operation } from '../load/model.ts';
import { goodCondition, needsCondition } from '../plan/conditions.ts';
import { authOf } from '../plan/who-asks.ts';
import { keptBody, keptStep, writesOne } from '../plan/order.ts';
import type { Scope } from '../plan/scope.ts';
import { firstOf } from '../plan/undo-of.ts';
import {
  answeredPointer,
  fieldPlace,
  isChosen,
  neededQuery,
  successOf,
  uidPointer,
  writableFields,
} from '../plan/templates.ts';

export function catalogueOf(scope: Scope): DeclaredOperations {
  const all = scope
    .endpoints()
    .flatMap((endpoint) =>
      scope
        .operations(endpoint)
        .map((o) => [placeOf(endpoint.base, o.method, o.path), effectOf(scope, endpoint, o)] as const),
    );
  // One address may make and replace: then what it was sent may have made something.
  return new Map([
    ...all.filter(([, { makes }]) => makes === undefined),
    ...all.filter(([, { makes }]) => makes !== undefined),
  ]);
}

function effectOf(scope: Scope, endpoint: EndpointContract, operation: Operation): DeclaredOperation {
  const one = writesOne(scope, endpoint, operation) ? oneOf(scope, endpoint, operation) : undefined;
  const base = { endpoint: endpoint.endpoint, parents: endpoint.parents, ...defined({ one }) };
  const doing = {
    auth: authOf(operation),
    ...(needsCondition(operation) ? { headers: goodCondition(operation) } : {}),
    ...defined({ query: neededQuery(operation), server: operation.server, media: operation.requestMedia }),
  };
  if (operation.kind === 'delete' && operation.empties === undefined)
    return { ...base, removes: { ...doing, ...defined({ first: firstOf(scope, endpoint, operation) }) } };
  if (operation.kind === 'update' || operation.kind === 'replace') return { ...base, changes: doing };
  if (operation.kind !== 'create' || endpoint.base !== 'service') return base;
  const remove = scope.operation(endpoint, 'delete');
  const ids = uidPointer(scope, endpoint, operation).replace(/^\/0\//, '/*/');
  return {
    ...base,
    makes: {
      ids,
      ...(isChosen(endpoint, operation) ? { named: endpoint.uid ?? 'id' } : {}),
      success: successOf(scope, operation),
      ...defined({
        remove: maybe(remove, (it) => ({ method: it.method, path: it.path })),
        shown: isChosen(endpoint, operation) ? undefined : shownBy(scope, endpoint, operation),
      }),
    },
  };
}

/** How a record that an operation makes is read. */
function shownBy(scope: Scope, endpoint: EndpointContract, create: Operation): ShownRecord | undefined {
  const read = scope.operation(endpoint, 'read');
  const shown = read && answeredPointer(scope, endpoint, read);
  if (read === undefined || shown === undefined) return undefined;
  const answered = answeredPointer(scope, endpoint, create);
  const fields = writableFields(scope, endpoint, create).filter((field) => field.writeOnly !== true);
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

function oneOf(scope: Scope, endpoint: EndpointContract, operation: Operation): WritesOne | undefined {
  const kept = keptStep(scope, endpoint);
  const isRemoval = operation.kind === 'delete';
  return (
    kept && {
      kept,
      isWhole: operation.kind !== 'update',
      ...defined({
        body: isRemoval ? undefined : keptBody(scope, endpoint, operation, ''),
        shown: isRemoval ? undefined : answeredPointer(scope, endpoint, operation),
      }),
    }
  );
}
