/** Pointers into what a request sends, whatever form it is wrapped in. */
import type { EndpointContract, Form } from '../load/model.ts';
import type { OperationContext } from './context.ts';

/** Where a field of the first record stands in the request body. */
export function sentPointer({ endpoint, resolved }: OperationContext, name: string): string {
  return sentPointerOf(endpoint, resolved.request, name);
}

/** The same, of another operation of the endpoint. */
export function sentPointerOf({ singular = '' }: EndpointContract, form: Form, name: string): string {
  const tail = name === '' ? '' : `/${name}`;
  switch (form) {
    case 'items':
      return `/0/${singular}${tail}`;
    case 'item':
      return `/${singular}${tail}`;
    default:
      return tail;
  }
}
