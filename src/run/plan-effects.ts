/** Effects of a plan on a target, computed before anything is sent. Pure. */
import { isReadMethod } from '../model/exchange.ts';
import { operationKey } from '../http/request-policy.ts';
import { remainReason, type RemainReason } from '../cleanup/created-resources.ts';
import type { DeclaredOperations } from '../http/declared-operations.ts';
import { stepsOf } from '../plan/model.ts';
import type { Group, Step, Value } from '../plan/model.ts';
import { isMap } from '../model/json.ts';

/** Whether a group writes to the service. */
export function writesToService(group: Group): boolean {
  return stepsOf(group).some(({ request }) => request.base === 'service' && !isReadMethod(request.method));
}

/** Whether a group uses or requests a token, valid or faulty. */
export function usesToken(group: Group): boolean {
  return stepsOf(group).some(({ request }) => request.base === 'identity-provider' || request.auth.kind !== 'none');
}

/** Records of an endpoint that nothing can delete. */
export interface RemainingRecords {
  readonly service: string;
  readonly spec: string;
  readonly endpoint: string;
  readonly count: number;
  readonly why: RemainReason;
}

/** Estimates the records that will remain, since a service may reject some. */
export function remainingRecords(
  groups: readonly Group[],
  catalogueOf: (service: string, spec: string) => DeclaredOperations,
): readonly RemainingRecords[] {
  const counts = new Map<string, RemainingRecords>();
  for (const group of groups) {
    const { service, spec } = group;
    const catalogue = catalogueOf(service, spec);
    for (const { request, send } of acceptedSteps(group)) {
      const operation = catalogue.get(operationKey(request.base, request.method, request.path));
      const { makes } = operation ?? {};
      const why = makes && remainReason(makes);
      if (operation === undefined || makes === undefined || why === undefined) continue;
      const { endpoint } = makes.by ?? operation;
      const key = `${service}@${spec} ${endpoint} ${why}`;
      const many = (send?.kind === 'burst' ? send.times : 1) * itemsIn(request.body, makes.ids);
      const count = (counts.get(key)?.count ?? 0) + many;
      counts.set(key, { service, spec, endpoint, count, why });
    }
  }
  return [...counts.values()];
}

/** Steps that no check of their case expects to be rejected. */
function acceptedSteps(group: Group): readonly Step[] {
  const ofCases = group.cases.flatMap(({ steps, checks }) => {
    const refused = new Set(checks.flatMap(({ params }) => ('kind' in params ? [params['step']] : [])));
    return steps.filter((step) => !refused.has(step.name) && step.via !== 'socket');
  });
  return [...group.setup, ...ofCases];
}

/** Number of records in a request body: the length of its list. */
function itemsIn(body: Step['request']['body'], ids: string): number {
  const value = body?.kind === 'json' ? body.value : undefined;
  const isOfSeveral = ids.includes('/*') && isMap(value) && !('$repeat' in value);
  return Math.max(1, ...(isOfSeveral ? Object.values(value) : [value]).map(lengthOf));
}

function lengthOf(value: Value | undefined): number {
  if (Array.isArray(value)) return value.length;
  return isMap(value) && '$repeat' in value ? (value['$repeat'] as { readonly times: number }).times : 0;
}
