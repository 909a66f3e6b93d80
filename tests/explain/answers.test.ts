/** What `plumbline answers` writes can be pasted into a target as it stands. */
import { describe, expect, test } from 'vitest';
import { answersYaml } from '../../src/explain/answers.ts';
import { parseYaml } from '../../src/load/yaml-parser.ts';
import { answering, checksOf, planned, project } from '../plan/support.ts';

const header = 'partner-onboarding.access.header';
const target = answering({ [header]: 'x-api-key' });
const { scopes, plan } = planned({ services: ['partner-onboarding'] }, target);
const text = answersYaml(target, scopes, plan);

test('every open point stands there, and what is answered is answered', () => {
  const points = project.specs.find(({ service }) => service === 'partner-onboarding')?.openPoints ?? [];
  for (const { id, question } of points) {
    expect(text).toContain(`${id}: `);
    expect(text).toContain(`# ${question}`);
  }
  expect(parseYaml(text).data).toEqual({ answers: { [header]: 'x-api-key' } });
});

test('without the comment signs before the answers it answers everything by default', () => {
  const whole = parseYaml(text.replaceAll(/^ {2}# (partner-onboarding\.[\w.-]+: )/gm, '  $1')).data;
  const points = project.specs.find(({ service }) => service === 'partner-onboarding')?.openPoints ?? [];
  const defaults = Object.fromEntries(points.map(({ id, default: value }) => [id, value]));
  expect(whole).toEqual({ answers: { ...defaults, [header]: 'x-api-key' } });
});

test('the most weighty one stands first', () => {
  const weights = [...text.matchAll(/# affects ([\d,]+) checks? of /g)].map(([, n = '']) =>
    Number(n.replaceAll(',', '')),
  );
  expect(weights.length).toBeGreaterThan(10);
  expect(weights).toEqual(weights.toSorted((a, b) => b - a));
});

describe('answers for single versions', () => {
  const page = 'student-reporting.pagination.request-page-header';
  const size = 'student-reporting.pagination.request-size-header';
  const own = {
    ...answering({}),
    answersIn: { '3.0.8': { [size]: 'x-size' }, '4.0.1': { [page]: 'x-page', [size]: 'size' } },
  };
  const only = 'student-reporting/courses/**';
  const made = planned({ specs: ['3.0.8', '4.0.1'], only }, own);
  const written = answersYaml(own, made.scopes, made.plan);

  test('are told with the checks that they answer, and stand under answersIn', () => {
    expect(parseYaml(written).data).toEqual({ answers: null, answersIn: own.answersIn });
    const [first = ''] = written.split('\n');
    const points = project.specs.find(({ service }) => service === 'student-reporting')?.openPoints.length ?? 0;
    expect(first).toContain(`${points - 2} without an answer, 1 answered, 1 answered for some versions`);
    expect(written).toContain('# answered in 4.0.1: "x-page"');
  });

  test('leave those of other versions open', () => {
    const of = (version: string): number =>
      checksOf(made.plan).filter(({ restsOn, spec }) => restsOn.includes(page) && spec === version).length;
    expect(of('3.0.8')).toBeGreaterThan(0);
    expect(written).toContain(`# answered for ${of('4.0.1')} of these checks, not for ${of('3.0.8')}`);
    expect(written.match(/# answered for \d/g)).toHaveLength(1);
  });
});
