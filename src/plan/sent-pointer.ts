/** Pointers into what a request sends, whatever form it is wrapped in. */
import type { EndpointContract, Operation } from '../load/model.ts';
import type { OperationContext } from './context.ts';
import type { Scope } from './scope.ts';
import { pointerFrom } from '../model/pointer.ts';
import { fieldPlace, sentPlace } from './templates.ts';

/** Where a field of the first record stands in the request body. */
export function sentPointer({ scope, endpoint, operation }: OperationContext, name: string): string {
  return sentPointerOf(scope, endpoint, operation, name);
}

/** The same, of another operation of the endpoint. */
export function sentPointerOf(scope: Scope, endpoint: EndpointContract, operation: Operation, name: string): string {
  const { singular = '' } = endpoint;
  const tail = name === '' ? '' : `/${name}`;
  switch (operation.request) {
    case 'items':
      return `/0/${singular}${tail}`;
    case 'item':
      return `/${singular}${tail}`;
    default:
      return name === ''
        ? sentPlace(scope, operation)
        : pointerFrom(sentPlace(scope, operation), fieldPlace(endpoint, name));
  }
}
