/** What `plumbline answers` writes can be pasted into a target as it stands. */
import { expect, test } from 'vitest';
import { answersYaml } from '../../src/explain/answers.ts';
import { readFullYaml } from '../../src/load/yaml-full.ts';
import { planAll } from '../../src/project/make-plan.ts';
import { answering, project } from '../plan/support.ts';

const header = 'partner-onboarding.access.header';
const target = answering({ [header]: 'x-api-key' });
const { scopes, plan } = planAll(project, target, { services: ['partner-onboarding'] });
const text = answersYaml(target, scopes, plan);

test('every open point stands there, and what is answered is answered', () => {
  const points = project.specs.find(({ service }) => service === 'partner-onboarding')?.openPoints ?? [];
  for (const { id, question } of points) {
    expect(text).toContain(`${id}: `);
    expect(text).toContain(`# ${question}`);
  }
  expect(readFullYaml(text).data).toEqual({ answers: { [header]: 'x-api-key' } });
});

test('without the comment signs before the answers it answers everything by default', () => {
  const whole = readFullYaml(text.replaceAll(/^ {2}# (partner-onboarding\.[\w.-]+: )/gm, '  $1')).data;
  const points = project.specs.find(({ service }) => service === 'partner-onboarding')?.openPoints ?? [];
  const defaults = Object.fromEntries(points.map(({ id, default: value }) => [id, value]));
  expect(whole).toEqual({ answers: { ...defaults, [header]: 'x-api-key' } });
});

test('the most weighty one stands first', () => {
  const weights = [...text.matchAll(/# ([\d,]+) checks? rests? on it/g)].map(([, n = '']) =>
    Number(n.replaceAll(',', '')),
  );
  expect(weights.length).toBeGreaterThan(10);
  expect(weights).toEqual(weights.toSorted((a, b) => b - a));
});
