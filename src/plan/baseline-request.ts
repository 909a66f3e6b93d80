/** The baseline request of each operation: it must succeed, and every faulty request differs from it in one way. */
import { BASELINE, BASELINE_STEP } from '../model/exchange.ts';
import type { EndpointContract, Operation } from '../load/model.ts';
import { omitUndefined } from '../model/objects.ts';
import type { OperationContext } from './context.ts';
import type { Fixtures } from './fixtures.ts';
import type { RequestTemplate, Step } from './model.ts';
import type { Scope } from './scope.ts';
import { asBaseline } from './open-question-uses.ts';
import { type BodyChange, bodyOf, requestOf, tokenBody, updateFields } from './request-templates.ts';
import { cleanupRequest } from './undo-requests.ts';

const UNCHANGED: BodyChange = {};
const ON_RECORDS: ReadonlySet<string> = new Set(['read', 'update', 'replace', 'delete']);

/** Precondition of a case that differs from the baseline request in one way. */
export const AFTER_BASELINE_REQUEST = [{ step: BASELINE_STEP, is: 'success' }] as const;

/** The baseline request in a group's setup. If it fails, every case that depends on it is inconclusive. */
export function baselineStep({ scope, endpoint, operation, success }: OperationContext, fixtures: Fixtures): Step {
  const request = baselineRequest(scope, endpoint, operation, fixtures);
  const undo =
    operation.kind === 'create' ? cleanupRequest(scope, endpoint, operation, request.parameters, BASELINE) : undefined;
  return { name: BASELINE, request, success, ...omitUndefined({ undo }) };
}

/** The request of an operation that succeeds according to the contract. */
export function baselineRequest(
  scope: Scope,
  endpoint: EndpointContract,
  operation: Operation,
  fixtures: Fixtures,
  change = UNCHANGED,
): RequestTemplate {
  return change === UNCHANGED
    ? fixtures.baselineRequest(operation, (own) => changedControl(scope, endpoint, operation, own, UNCHANGED))
    : asBaseline(() => changedControl(scope, endpoint, operation, fixtures, change));
}

function changedControl(
  scope: Scope,
  endpoint: EndpointContract,
  operation: Operation,
  fixtures: Fixtures,
  change: BodyChange,
): RequestTemplate {
  // A singleton below a parent has no ID in its path, so the path's parameters do not create it.
  const needsRecord = ON_RECORDS.has(operation.kind);
  // A DELETE of parts needs a record that has parts.
  if (needsRecord && fixtures.canMake(endpoint)) fixtures.record(endpoint.endpoint, operation.empties);
  switch (operation.kind) {
    case 'create':
    case 'replace':
    case 'action':
      if (operation.request === 'none') break;
      return requestOf(
        endpoint,
        operation,
        fixtures.parameters(endpoint, operation),
        bodyOf(scope, endpoint, operation, fixtures.valid(endpoint, 'least'), change),
      );
    case 'update':
      return requestOf(
        endpoint,
        operation,
        fixtures.parameters(endpoint, operation),
        bodyOf(scope, endpoint, operation, updateFields(scope, endpoint, operation), change),
      );
    case 'token': {
      const body = tokenBody(scope);
      return {
        base: endpoint.base,
        method: operation.method,
        path: operation.path,
        parameters: {},
        headers: {},
        auth: { kind: body.client === true ? 'good' : 'none' },
        body,
      };
    }
    default:
  }
  return requestOf(endpoint, operation, fixtures.parameters(endpoint, operation));
}
