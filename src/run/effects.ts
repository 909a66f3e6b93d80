/** What a plan does to a target, known before anything is sent. Pure. */
import { isRead } from '../exchange/guard.ts';
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
