/** What a plan does to a target, known before anything is sent. Pure. */
import { isRead } from '../model/exchange.ts';
import { operationKey } from '../http/request-policy.ts';
import { type DeclaredOperations, remainReason, type RemainReason } from '../cleanup/created-resources.ts';
import { type Group, type Step, stepsOf, type Value } from '../plan/model.ts';
import { isMap } from '../model/json.ts';

/** Whether a group sends anything to the service that may change it. */
export function writes(group: Group): boolean {
  return stepsOf(group).some(({ request }) => request.base === 'service' && !isRead(request.method));
}

/** Whether a group calls as somebody: with a token, good or spoiled, or by asking for one. */
export function signsIn(group: Group): boolean {
  return stepsOf(group).some(({ request }) => request.base === 'identity-provider' || request.auth.kind !== 'none');
}

/** Records of one kind that a plan makes and nothing can remove. */
export interface StayingRecords {
  readonly service: string;
  readonly spec: string;
  readonly endpoint: string;
  readonly count: number;
  readonly why: RemainReason;
}

/** What will be made and stay, since nothing removes it: about, since a service may refuse some and accept others. */
export function staying(
  groups: readonly Group[],
  catalogueOf: (service: string, spec: string) => DeclaredOperations,
): readonly StayingRecords[] {
  const counts = new Map<string, StayingRecords>();
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

/** The steps that no check of their case expects to be refused. */
function acceptedSteps(group: Group): readonly Step[] {
  const ofCases = group.cases.flatMap(({ steps, checks }) => {
    const refused = new Set(checks.flatMap(({ params }) => ('kind' in params ? [params['step']] : [])));
    return steps.filter((step) => !refused.has(step.name) && step.via !== 'socket');
  });
  return [...group.setup, ...ofCases];
}

/** How many records a body holds, where its answer tells of several: it is a list of them, or has one. */
function itemsIn(body: Step['request']['body'], ids: string): number {
  const value = body?.kind === 'json' ? body.value : undefined;
  const isOfSeveral = ids.includes('/*') && isMap(value) && !('$repeat' in value);
  return Math.max(1, ...(isOfSeveral ? Object.values(value) : [value]).map(lengthOf));
}

function lengthOf(value: Value | undefined): number {
  if (Array.isArray(value)) return value.length;
  return isMap(value) && '$repeat' in value ? (value['$repeat'] as { readonly times: number }).times : 0;
}
