/** The part of a campaign that every change runs: small, another one with each commit, and never without a rule or a kind. */
import { describe, expect, it } from 'vitest';
import { faults } from '../../services/index.ts';
import { drawn, type ProvenRules } from '../../src/prove/sample.ts';
import { tasksOf, type Task } from '../../src/prove/tasks.ts';

const versions = { 'partner-onboarding': ['1.0.0'], 'student-reporting': ['2.1.05', '2.1.06', '3.0.8', '4.0.1'] };
const tasks = tasksOf({}, versions);
const kinds = new Map(faults.map((f) => [f.id, `${f.service} ${f.kind} ${f.what}`]));
const some = faults.find(
  (f) =>
    f.service === 'student-reporting' && f.kind === 'operator' && f.unobservable === undefined && f.since === undefined,
);
const proven: ProvenRules = [
  { rule: 'a.rule', proof: { by: some?.id ?? '', check: 'a check', in: ['2.1.06', '4.0.1'] } },
  { rule: 'unproven', proof: undefined },
] as unknown as ProvenRules;

const of = (seed: string): readonly Task[] => drawn(seed, tasks, faults, proven);
const faultTasks = (part: readonly Task[]): readonly Extract<Task, { kind: 'fault' }>[] =>
  part.flatMap((task) => (task.kind === 'fault' ? [task] : []));

describe('a drawn part', () => {
  it('is a small part of the whole, in the order of the whole', () => {
    const part = of('abc');
    expect(part.length).toBeLessThan(tasks.length / 10);
    expect(part).toEqual(tasks.filter((task) => part.includes(task)));
  });

  it('holds every kind of fault that there is', () => {
    const all = new Set(faultTasks(tasks).map((task) => kinds.get(task.fault)));
    expect(new Set(faultTasks(of('abc')).map((task) => kinds.get(task.fault)))).toEqual(all);
    expect(all.size).toBeGreaterThan(300);
  });

  it('holds what proved each rule, in a version in which it did', () => {
    for (const seed of ['a', 'b', 'c', 'd']) {
      const specs = faultTasks(of(seed))
        .filter((task) => task.fault === some?.id)
        .map((task) => task.spec);
      expect(
        specs.some((spec) => ['2.1.06', '4.0.1'].includes(spec)),
        seed,
      ).toBe(true);
    }
  });

  it('holds a version of each service without faults, and legal variants of each', () => {
    const part = of('abc');
    const baselines = part.flatMap((task) => (task.kind === 'baseline' ? [task.service] : []));
    expect(baselines.toSorted()).toEqual(Object.keys(versions));
    const variants = part.flatMap((task) => (task.kind === 'variant' ? [task] : []));
    for (const service of Object.keys(versions)) {
      expect(variants.filter((task) => task.service === service && task.variant === 'everything')).toHaveLength(1);
      expect(variants.filter((task) => task.service === service && task.variant !== 'everything')).toHaveLength(1);
    }
  });

  it('is the same for the same seed, and another for another', () => {
    expect(of('abc')).toEqual(of('abc'));
    expect(of('abc')).not.toEqual(of('abd'));
  });
});
