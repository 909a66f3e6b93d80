/** How many requests a group takes, as far as the plan knows. Pure. */
import type { Group, Step } from './model.ts';

/** Those of its setup first. */
export function stepsOf(group: Group): readonly Step[] {
  return [...group.setup, ...group.cases.flatMap((one) => one.steps)];
}

/** What a step sends at least once it is reached. A step that waits for the success of a refused one is not. */
export function exchangesOf(step: Step): number {
  return step.send?.kind === 'burst' ? step.send.times : 1;
}
