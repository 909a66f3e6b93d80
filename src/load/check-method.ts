/** A method that nobody has registered and that is nearly a common one: what it would be sent for, a typing mistake, is tried on the service. */
import type { EndpointScope } from './check-endpoint.ts';
import { nearest } from './suggest.ts';

/** No registered method is near to one of them but itself. */
const COMMON = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

export function checkMethod({ document }: EndpointScope, written: { readonly method?: string }): void {
  const { method } = written;
  const meant = method === undefined || COMMON.includes(method) ? undefined : nearest(method, COMMON);
  if (meant !== undefined)
    document.report('wrong-value', `${method} is no method`, written, 'method', 'value', `did you mean "${meant}"?`);
}
