/** The part of a campaign that every change runs: one fault for each rule. */
import { describe, expect, it } from 'vitest';
import { faults } from '../../services/index.ts';
import { selectSample, type ProvenRules } from '../../src/prove/sample.ts';
import { campaignTasks, type Task } from '../../src/prove/tasks.ts';

const versions = { 'partner-onboarding': ['1.0.0'], 'student-reporting': ['2.1.05', '2.1.06', '3.0.8', '4.0.1'] };
const tasks = campaignTasks({}, versions);
const some = faults.find(
  (f) =>
    f.service === 'student-reporting' && f.kind === 'operator' && f.unobservable === undefined && f.since === undefined,
);
const proven: ProvenRules = [
  { rule: 'a.rule', proof: { by: some?.id ?? '', check: 'a check', in: ['2.1.06', '4.0.1'] } },
  { rule: 'unproven', proof: undefined },
] as unknown as ProvenRules;

const sample = selectSample(tasks, proven);
const faultTasks = (part: readonly Task[]): readonly Extract<Task, { kind: 'fault' }>[] =>
  part.flatMap((task) => (task.kind === 'fault' ? [task] : []));

describe('a sample', () => {
  it('has what proved each rule, in the newest version in which it did, and no other fault', () => {
    expect(faultTasks(sample)).toEqual([{ kind: 'fault', fault: some?.id, spec: '4.0.1' }]);
  });

  it('has the newest version of each service without faults, and with all legal variants at once', () => {
    const newest = ['partner-onboarding 1.0.0', 'student-reporting 4.0.1'];
    const of = (kind: Task['kind']): readonly string[] =>
      sample.flatMap((task) => (task.kind === kind && 'service' in task ? [`${task.service} ${task.spec}`] : []));
    expect(of('baseline').toSorted()).toEqual(newest);
    expect(of('variant').toSorted()).toEqual(newest);
    expect(sample.every((task) => task.kind !== 'variant' || task.variant === 'everything')).toBe(true);
  });

  it('is in the order of the whole', () => {
    expect(sample).toEqual(tasks.filter((task) => sample.includes(task)));
  });
});
