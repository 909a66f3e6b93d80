/** A group of which nothing was sent: each of its checks is accounted for, with the cause. */
import type { Group } from '../plan/model.ts';
import { checksIn } from '../plan/in-group.ts';
import { OVERTIME } from '../report/next-step.ts';
import { resultOf } from '../verdict/check-result.ts';
import type { CheckResult } from '../verdict/model.ts';

export function unsentGroup(group: Group, cause: string): readonly CheckResult[] {
  return checksIn(group).map((check) => resultOf(check, { kind: 'inconclusive', cause }, []));
}

/** Why nothing was sent when `limits.minutes` had passed. */
export function overtime(minutes: number): string {
  return `${OVERTIME}: limits.minutes of the target is ${minutes}`;
}
