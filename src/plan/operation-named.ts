import type { EndpointContract } from '../load/model.ts';
import type { OwnedOperation } from './model.ts';
import type { Scope } from './scope.ts';

/** `operation` of an endpoint, or `endpoint/operation`; undefined where there is none of that name. */
export function operationNamed(scope: Scope, own: EndpointContract, written: string): OwnedOperation | undefined {
  const [first = '', second] = written.split('/');
  const endpoint = second === undefined ? own : scope.endpoint(first);
  const operation = scope.operations(endpoint).find(({ name }) => name === (second ?? first));
  return operation === undefined ? undefined : { endpoint, operation };
}
