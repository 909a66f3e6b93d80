/** How much a plan holds: groups, cases, checks and exchanges, for each endpoint in each version. Pure. */
import { exchangesOf, stepsOf } from '../plan/in-group.ts';
import type { Group, Plan } from '../plan/model.ts';

export interface PlanSize {
  readonly groups: number;
  readonly cases: number;
  /** By id: a check that every group of its operation judges counts once, as in the report. */
  readonly checks: number;
  /** Requests with their answers, setups included; what follows from an answer is not known before (see `open`). */
  readonly exchanges: number;
  /** The number of exchanges depends on answers: pages are followed to the end. */
  readonly open: boolean;
}

export interface EndpointCounts extends PlanSize {
  readonly service: string;
  readonly spec: string;
  readonly endpoint: string;
}

export interface PlanCounts {
  readonly total: PlanSize;
  /** In plan order. */
  readonly endpoints: readonly EndpointCounts[];
}

export function countPlan(plan: Plan): PlanCounts {
  const byEndpoint = new Map<string, Group[]>();
  for (const group of plan.groups) {
    const key = `${group.service}@${group.spec}/${group.endpoint}`;
    byEndpoint.set(key, [...(byEndpoint.get(key) ?? []), group]);
  }
  const endpoints = [...byEndpoint.values()].flatMap((groups): readonly EndpointCounts[] => {
    const first = groups[0];
    return first === undefined
      ? []
      : [{ service: first.service, spec: first.spec, endpoint: first.endpoint, ...countGroups(groups) }];
  });
  return { total: countGroups(plan.groups), endpoints };
}

export function countGroups(groups: readonly Group[]): PlanSize {
  const checks = new Set(
    groups.flatMap((g) => [...g.passive, ...g.cases.flatMap((c) => c.checks)]).map((c) => `${c.spec} ${c.id}`),
  );
  const steps = groups.flatMap(stepsOf);
  return {
    groups: groups.length,
    cases: groups.reduce((sum, g) => sum + g.cases.length, 0),
    checks: checks.size,
    exchanges: steps.reduce((sum, step) => sum + exchangesOf(step), 0),
    open: steps.some((step) => step.send?.kind === 'walk'),
  };
}
