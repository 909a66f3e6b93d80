/** What is in a group, and how many requests that takes, as far as the plan knows. Pure. */
import type { Check, Group, Step } from './model.ts';

/** Those of its setup first. */
export function stepsOf(group: Group): readonly Step[] {
  return [...group.setup, ...group.cases.flatMap((one) => one.steps)];
}

/** Those of its cases first; each as often as a case has it. */
export function checksIn({ cases, passive }: Pick<Group, 'cases' | 'passive'>): readonly Check[] {
  return [...cases.flatMap(({ checks }) => checks), ...passive];
}

/** What a step sends at least once it is reached. A step that waits for the success of a refused one is not. */
export function exchangesOf(step: Step): number {
  return step.send?.kind === 'burst' ? step.send.times : 1;
}
