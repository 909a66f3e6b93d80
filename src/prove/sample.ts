/** A fixed part of a campaign, small enough for every change: one fault for each rule. */
import type { RuleScore } from '../report/proof.ts';
import type { Task } from './tasks.ts';

/** The fault that proved each rule in the last whole campaign, with the spec versions. */
export type ProvenRules = readonly Pick<RuleScore, 'rule' | 'proof'>[];

/**
 * Selects from all tasks: for each rule the fault that proves it, in the newest version in which it does; for each
 * service its newest version without faults, and with all legal variants at once.
 */
export function selectSample(tasks: readonly Task[], proven: ProvenRules): readonly Task[] {
  const proofs = new Set(
    proven.flatMap(({ proof }) => (proof === undefined ? [] : [`${proof.by}@${proof.in.at(-1)}`])),
  );
  const newest = new Map(tasks.map((task) => [partOf(task), task]));
  return tasks.filter((task) =>
    task.kind === 'fault'
      ? proofs.has(`${task.fault}@${task.spec}`)
      : partOf(task) !== undefined && newest.get(partOf(task)) === task,
  );
}

/** Tasks of one part differ in the version only, oldest first. The sample contains only the variant `everything`. */
function partOf(task: Task): string | undefined {
  if (task.kind === 'baseline') return `baseline ${task.service}`;
  if (task.kind === 'variant' && task.variant === 'everything') return `variant ${task.service}`;
  return undefined;
}
