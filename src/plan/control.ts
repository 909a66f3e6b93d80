/** The request of each operation that must succeed: what every fault is one step away from. */
import type { EndpointContract, Operation } from '../load/model.ts';
import type { Fixtures } from './fixtures.ts';
import type { RequestTemplate } from './model.ts';
import type { Scope } from './scope.ts';
import { type BodyChange, requestOf, tokenBody, updateFields, writeBody } from './templates.ts';

const UNCHANGED: BodyChange = {};

/** The positive control of an operation: the request that the contract says succeeds. */
export function controlRequest(
  scope: Scope,
  endpoint: EndpointContract,
  operation: Operation,
  fixtures: Fixtures,
  change = UNCHANGED,
): RequestTemplate {
  return change === UNCHANGED
    ? fixtures.control(operation, (own) => changedControl(scope, endpoint, operation, own, UNCHANGED))
    : changedControl(scope, endpoint, operation, fixtures, change);
}

function changedControl(
  scope: Scope,
  endpoint: EndpointContract,
  operation: Operation,
  fixtures: Fixtures,
  change: BodyChange,
): RequestTemplate {
  // The one record that hangs on a parent has no uid in its path, so asking for the path's parameters does not make it.
  const needsRecord = operation.kind === 'read' || operation.kind === 'update' || operation.kind === 'delete';
  if (needsRecord && fixtures.canMake(endpoint)) fixtures.record(endpoint.endpoint);
  switch (operation.kind) {
    case 'create':
      return requestOf(endpoint, operation, fixtures.parameters(endpoint, operation), {
        kind: 'json',
        value: writeBody(scope, endpoint, operation, fixtures.valid(endpoint, 'least'), change),
      });
    case 'update':
      return requestOf(endpoint, operation, fixtures.parameters(endpoint, operation), {
        kind: 'json',
        value: writeBody(scope, endpoint, operation, updateFields(scope, endpoint, operation), change),
      });
    case 'token':
      return {
        base: endpoint.base,
        method: operation.method,
        path: operation.path,
        parameters: {},
        headers: {},
        auth: { kind: 'none' },
        body: tokenBody(scope),
      };
    default:
      return requestOf(endpoint, operation, fixtures.parameters(endpoint, operation));
  }
}
