/** The cheapest things that a service can be asked: its own description, and reads that need no record. */
import { defined } from '../model/objects.ts';
import type { EndpointContract, Operation } from '../load/model.ts';
import type { Scope } from './scope.ts';

export interface Heartbeat {
  readonly path: string;
  readonly access: 'token' | 'public';
  /** Name of its way in among the others of the service. */
  readonly way?: string;
}

/** Its description of itself, which is small; a published definition is not. */
export function isDescription({ describes }: EndpointContract): boolean {
  return describes !== undefined && describes.definition === undefined;
}

/** What the contract declares of them, the cheapest first. */
export function cheapReads(scope: Scope): readonly Heartbeat[] {
  const own = scope.endpoints().filter((e) => e.base === 'service');
  const isCheap = ({ method, path, server }: Operation): boolean =>
    method === 'GET' && !path.includes('{') && server === undefined;
  const description = own.find(isDescription);
  const others = own.filter((e) => e !== description);
  return [...(description === undefined ? [] : [description]), ...others]
    .flatMap((e) => scope.operations(e).filter(isCheap))
    .map(({ path, access, security }) => ({ path: path === '' ? '/' : path, access, ...defined({ way: security }) }));
}

/** What shows whether the service is there: any answer to it will do. */
export function heartbeatOf(scope: Scope): Heartbeat {
  return cheapReads(scope)[0] ?? { path: '/', access: 'public' };
}
