/** A plan is data: the same inputs give the same plan, and what identifies a check never changes by the day or the run. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { isFormRule } from '../../src/rules/model.ts';
import { planHash } from '../../src/plan/plan.ts';
import { answering, casesOf, checksOf, directives, planned, ROOT, target } from './support.ts';

afterEach(() => {
  vi.useRealTimers();
});

const { plan } = planned({ specs: ['1.0.0', '2.1.05', '4.0.1'] });

test('the same inputs give the same plan, whatever the day', () => {
  vi.useFakeTimers({ now: new Date('1999-12-31T23:59:59Z') });
  const once = planned({ services: ['partner-onboarding'] }, { ...target }).plan;
  vi.setSystemTime(new Date('2031-07-01T12:00:00Z'));
  // Another target with the same words, so that nothing which is kept is compared with itself.
  const again = planned({ services: ['partner-onboarding'] }, { ...target }).plan;
  expect(planHash(again)).toBe(planHash(once));
  expect(JSON.stringify(again)).toBe(JSON.stringify(once));
  expect(planHash(once)).toMatch(/^[0-9a-f]{64}$/);
});

test('whatever is asked differently gives another hash', () => {
  const all = planHash(planned({ services: ['partner-onboarding'] }).plan);
  expect(planHash(planned({ services: ['partner-onboarding'], only: 'access' }).plan)).not.toBe(all);
  expect(planHash(planned({ services: ['partner-onboarding'] }, answering({})).plan)).not.toBe(all);
});

describe('ids', () => {
  test('check ids are unique in a version, but for passive ones, which every group of an operation shares', () => {
    const ids = casesOf(plan).flatMap(({ planned: one }) => one.checks.map((c) => `${c.spec} ${c.id}`));
    expect(new Set(ids).size).toBe(ids.length);
    const passive = new Set(plan.groups.flatMap((g) => g.passive.map((c) => `${c.spec} ${c.id}`)));
    expect(ids.filter((id) => passive.has(id))).toEqual([]);
  });

  test('case ids are unique in a version, and group ids altogether', () => {
    const cases = casesOf(plan).map(({ group, planned: one }) => `${group.spec} ${one.id}`);
    expect(new Set(cases).size).toBe(cases.length);
    const groups = plan.groups.map((g) => g.id);
    expect(new Set(groups).size).toBe(groups.length);
  });

  test('no id holds a date, a version, a run or anything that is not a plain word', () => {
    const wrong = checksOf(plan).filter(({ id, service, endpoint, operation, rule }) => {
      // The form of an answer stands beside what judges the answer.
      const place = `${service}/${endpoint}/${operation}/`;
      const begins = isFormRule(rule) ? id.startsWith(place) && id.endsWith('/form') : id.startsWith(`${place}${rule}`);
      // A key is a name of the contract, a code, a number, or a value that a probe sends.
      return !begins || !/^[a-z][\w.~/+-]*$/i.test(id) || /\d{4}-\d{2}-\d{2}|\d{8}T|@|\d\.\d\.\d/.test(id);
    });
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  test('one check has one meaning: the same id has the same rule and requirement in every version', () => {
    const seen = new Map<string, string>();
    const changed: string[] = [];
    for (const check of checksOf(plan)) {
      const meaning = `${check.rule} ${check.requirement}`;
      if ((seen.get(check.id) ?? meaning) !== meaning) changed.push(check.id);
      seen.set(check.id, meaning);
    }
    expect([...new Set(changed)]).toEqual([]);
  });
});

test('a plan holds no address, key or clock reading', () => {
  const text = JSON.stringify(plan.groups);
  for (const word of ['127.0.0.1', 'localhost', 'PRIVATE KEY', ROOT]) expect(text, word).not.toContain(word);
  expect(text).not.toMatch(/"?\b1[789]\d{11}\b"?/);
});

test('what must differ from run to run is a directive', () => {
  const uniques = casesOf(plan).flatMap(({ planned: one }) =>
    directives(one.steps.map((s) => s.request.body)).filter(([name]) => name === '$unique' || name === '$digits'),
  );
  expect(uniques.length).toBeGreaterThan(100);
  // A length, or a text with signs for what is to differ.
  for (const [, form] of uniques) expect(typeof form === 'string' ? /[*#]/.test(form) : Number(form) > 0).toBe(true);
});
