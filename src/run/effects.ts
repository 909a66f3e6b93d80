/** What a plan does to a target, known before anything is sent. Pure. */
import { isRead } from '../record/safe-method.ts';
import { placeOf } from '../exchange/guard.ts';
import type { DeclaredOperations } from '../exchange/ledger.ts';
import type { Group, Step } from '../plan/model.ts';

function stepsOf(group: Group): readonly Step[] {
  return [...group.setup, ...group.cases.flatMap((c) => c.steps)];
}

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
}

/** What will be made and stay, since the contract declares no DELETE for it: about, since a service may refuse some and accept others. */
export function staying(
  groups: readonly Group[],
  catalogueOf: (service: string, spec: string) => DeclaredOperations,
): readonly StayingRecords[] {
  const counts = new Map<string, StayingRecords>();
  for (const group of groups) {
    const { service, spec } = group;
    const catalogue = catalogueOf(service, spec);
    for (const { request, send } of acceptedSteps(group)) {
      const operation = catalogue.get(placeOf(request.base, request.method, request.path));
      if (operation?.makes === undefined || operation.makes.remove !== undefined) continue;
      const key = `${service}@${spec} ${operation.endpoint}`;
      const many = send?.kind === 'burst' ? send.times : itemsOf(request.body);
      counts.set(key, { service, spec, endpoint: operation.endpoint, count: (counts.get(key)?.count ?? 0) + many });
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

/** How many records a body holds. */
function itemsOf(body: Step['request']['body']): number {
  const value = body?.kind === 'json' ? body.value : undefined;
  if (Array.isArray(value)) return value.length;
  if (typeof value !== 'object' || value === null || !('$repeat' in value)) return 1;
  return (value['$repeat'] as { readonly times: number }).times;
}
