/**
 * A part of a campaign, drawn by a seed: every rule and every kind of fault at least once. The same seed draws the same
 * part on every machine; another seed, such as the next commit, draws another.
 */
import { createHash } from 'node:crypto';
import type { Fault } from '../../services/index.ts';
import type { RuleScore } from '../report/proof.ts';
import type { Task } from './tasks.ts';

/** Which fault proved each rule when the whole was last run: a place to look first. */
export type ProvenRules = readonly Pick<RuleScore, 'rule' | 'proof'>[];

/**
 * Of all tasks of a campaign: one of each kind of fault, what proved each rule, and for each service a version without
 * faults, and one legal variant beside the one that is all of them at once.
 */
export function drawn(
  seed: string,
  tasks: readonly Task[],
  faults: readonly Fault[],
  proven: ProvenRules,
): readonly Task[] {
  const kinds = new Map(faults.map((f) => [f.id, `${f.service} ${f.kind} ${f.what}`]));
  const parts = new Map<string, Task[]>();
  const add = (part: string, task: Task): void => {
    parts.set(part, [...(parts.get(part) ?? []), task]);
  };
  const proofs = new Map<string, string[]>();
  for (const { rule, proof } of proven) {
    for (const spec of proof?.in ?? [])
      proofs.set(`${proof?.by ?? ''}@${spec}`, [...(proofs.get(`${proof?.by ?? ''}@${spec}`) ?? []), rule]);
  }
  for (const task of tasks) {
    switch (task.kind) {
      case 'baseline':
        add(`baseline ${task.service}`, task);
        break;
      case 'variant':
        add(`${task.variant === 'everything' ? 'everything' : 'variant'} ${task.service}`, task);
        break;
      case 'fault':
        add(`kind ${kinds.get(task.fault) ?? ''}`, task);
        for (const rule of proofs.get(`${task.fault}@${task.spec}`) ?? []) add(`rule ${rule}`, task);
        break;
    }
  }
  const chosen = new Set<Task | undefined>();
  const choose = (part: string, list: readonly Task[]): void => {
    chosen.add(list[placeOf(`${seed} ${part}`, list.length)]);
  };
  const [ofRules, others] = [[...parts].filter(isOfRule), [...parts].filter((part) => !isOfRule(part))];
  for (const [part, list] of ofRules) choose(part, list);
  // What proves a rule is of some kind too.
  for (const [part, list] of others) if (!list.some((task) => chosen.has(task))) choose(part, list);
  return tasks.filter((task) => chosen.has(task));
}

function isOfRule([part]: readonly [string, unknown]): boolean {
  return part.startsWith('rule ');
}

/** A place in a list of that length, as evenly spread as a hash is. */
function placeOf(text: string, length: number): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0) % length;
}
