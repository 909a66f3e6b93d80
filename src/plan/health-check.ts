/**
 * Cheap requests that show whether a service responds: its description, and reads that need no record. Groups with
 * malformed, aborted or huge requests end with one.
 */
import { omitUndefined } from '../model/objects.ts';
import type { EndpointContract, Operation } from '../load/model.ts';
import type { Scope } from './scope.ts';
import type { OperationContext } from './context.ts';
import type { PlannedOperation } from './coverage.ts';
import type { Group, RequestTemplate, Step } from './model.ts';

export interface HealthCheck {
  readonly path: string;
  readonly access: 'token' | 'public';
  /** Name of the auth scheme, if it is not the default. */
  readonly scheme?: string;
}

/** A description is small; a published definition is not. */
export function isServiceDescription({ describes }: EndpointContract): boolean {
  return describes !== undefined && describes.definition === undefined;
}

/** Cheap reads of the contract, cheapest first. */
export function cheapReads(scope: Scope): readonly HealthCheck[] {
  const own = scope.endpoints().filter((e) => e.base === 'service');
  const isCheap = ({ method, path, server }: Operation): boolean =>
    method === 'GET' && !path.includes('{') && server === undefined;
  const description = own.find(isServiceDescription);
  const others = own.filter((e) => e !== description);
  return [...(description === undefined ? [] : [description]), ...others]
    .flatMap((e) => scope.operations(e).filter(isCheap))
    .map(({ path, access, security }) => ({
      path: path === '' ? '/' : path,
      access,
      ...omitUndefined({ scheme: security }),
    }));
}

/** Any response to it shows that the service is running. */
export function healthCheckOf(scope: Scope): HealthCheck {
  return cheapReads(scope)[0] ?? { path: '/', access: 'public' };
}

const NAME = 'still-responds';

/** Adds a case to each group that sends malformed requests. */
export function addHealthChecks(made: readonly PlannedOperation[]): readonly PlannedOperation[] {
  return made.map(({ context, groups }) => ({
    context,
    groups: groups.map((group) => (sendsMalformed(group) ? checked(context, group) : group)),
  }));
}

function sendsMalformed({ cases }: Group): boolean {
  return cases.some(({ steps }) => steps.some(({ via, request: { body } }) => via === 'socket' || isMalformed(body)));
}

function isMalformed(body: RequestTemplate['body']): boolean {
  return body?.kind === 'text' || (body?.kind === 'json' && (body.mutation ?? body.raw) !== undefined);
}

function checked(context: OperationContext, group: Group): Group {
  const { scope, endpoint, operation, rules } = context;
  const isOfService = endpoint.base === 'service' && operation.server === undefined;
  const read: HealthCheck = (isOfService ? cheapReads(scope)[0] : undefined) ?? {
    path: isOfService ? '/' : '',
    access: 'public',
  };
  const title = rules.find('raw.still-responds')?.title ?? '';
  const step: Step = {
    name: NAME,
    send: { kind: 'liveness' },
    request: {
      base: endpoint.base,
      method: 'GET',
      path: read.path,
      parameters: {},
      headers: {},
      auth: { kind: read.access === 'token' ? 'good' : 'none', ...omitUndefined({ scheme: read.scheme }) },
      ...omitUndefined({ server: operation.server }),
    },
    // Any response shows that the service is running; whether it is the right one is checked elsewhere.
    success: { statuses: [200] },
  };
  const check = context.check(group.aspect, {
    rule: 'raw.still-responds',
    key: group.aspect,
    title,
    params: { step: NAME },
  });
  const last = context.case(group.aspect, NAME, title, [step], [check]);
  return last === undefined ? group : { ...group, cases: [...group.cases, last] };
}
