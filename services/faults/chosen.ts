/** Things of which every so many is chosen, and what is answered where a service breaks down at those. */
import { GatewayError } from '../http/gateway-error.ts';

/** In the order in which they first come among their like: one that is chosen stays so. */
export function everyOf(count: number): (name: string, like?: string) => boolean {
  const orders = new Map<string, Map<string, number>>();
  return (name, like = '') => {
    const order = orders.get(like) ?? new Map<string, number>();
    orders.set(like, order);
    const place = order.get(name) ?? order.size;
    order.set(name, place);
    return place % count === 1;
  };
}

/** Whether a fault is of a family: of one, or of all of them. */
export function isMeant(name: string, family: string | undefined): boolean {
  return family === undefined || name === family;
}

export function brokenDown(): GatewayError {
  return new GatewayError(500, { code: 'internal_error', detail: 'The service could not handle the request.' });
}
