/** Pointers into what a request sends, whatever form it is wrapped in. */
import type { OperationContext } from './context.ts';

/** Where a field of the first record stands in the request body. */
export function sentPointer(context: OperationContext, name: string): string {
  const tail = name === '' ? '' : `/${name}`;
  switch (context.resolved.request) {
    case 'items':
      return `/0/${context.endpoint.singular ?? ''}${tail}`;
    case 'item':
      return `/${context.endpoint.singular ?? ''}${tail}`;
    default:
      return tail;
  }
}
