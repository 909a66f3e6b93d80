/** What is asked where a requirement is answered to hold otherwise. */
import { expect, test } from 'vitest';
import { answering, checksOf, planned, project } from './support.ts';

const POINT = 'student-reporting.json.unknown-members';
const REQUIREMENT = 'student-reporting.input.unknown-members';
const ONE = { services: ['student-reporting'], specs: ['4.0.1'] };
const STUDENTS = { ...ONE, only: 'student-reporting/students/**' };

test('what was refused is accepted, is confirmed, and says so', () => {
  const before = checksOf(planned(STUDENTS).plan).filter((check) => check.requirement === REQUIREMENT);
  const { plan, scopes } = planned(STUDENTS, answering({ [POINT]: false }));
  const after = checksOf(plan).filter((check) => check.requirement === REQUIREMENT);
  const probes = (rule: string): readonly string[] =>
    before.filter((check) => check.rule === rule).map(({ id }) => id.replace(`/${rule}`, `/outcome.accepted/${rule}`));
  expect(after.map(({ id }) => id).sort()).toEqual(
    [...probes('input.unknown-member'), ...probes('input.read-only')].sort(),
  );
  expect(new Set(after.map(({ rule, basis }) => `${rule} ${basis}`))).toContain('outcome.accepted confirmed');
  expect(scopes.map((scope) => scope.requirement(REQUIREMENT)?.text)).toEqual([
    project.specs.flatMap(({ requirements }) => requirements).find(({ id }) => id === REQUIREMENT)?.otherwise,
  ]);
});

test('what its document says otherwise is its owner’s word alone', () => {
  const id = 'student-reporting.correlation.spaces';
  const { plan, scopes } = planned(STUDENTS, answering({ 'student-reporting.correlation.spaces-refused': false }));
  expect(scopes.map((scope) => scope.requirement(id)?.basis)).toEqual(['assumed']);
  const asked = checksOf(plan).filter(({ requirement }) => requirement === id);
  expect(new Set(asked.map(({ rule }) => rule))).toEqual(new Set(['outcome.accepted']));
});

test('of what is asked of no refusal nothing is asked, and where no opposite is written nothing at all', () => {
  const plan = planned(
    { ...ONE, only: 'student-reporting/student-disabilities/**' },
    answering({ 'student-reporting.dates.order': false }),
  ).plan;
  const dates = checksOf(plan).filter((check) => check.requirement === 'student-reporting.input.date-order');
  expect(new Set(dates.map(({ rule }) => rule))).toEqual(new Set(['outcome.accepted']));
  expect(dates.every(({ id }) => /outcome\.accepted\/input\.order(?:-stored)?\//.test(id))).toBe(true);
  const order = planned(STUDENTS, answering({ 'student-reporting.pagination.order': false })).plan;
  expect(checksOf(order).filter((check) => check.requirement === 'student-reporting.pagination.order')).toEqual([]);
});

test('what is asked above a number is asked where the answer lies above it', () => {
  const asked = (maximum: number): readonly string[] => {
    const answers = answering({ 'student-reporting.pagination.elsewhere-maximum': maximum });
    const { plan } = planned({ ...ONE, only: 'student-reporting/campuses/*/*/page-past-the-cap' }, answers);
    return checksOf(plan).map(({ id }) => id);
  };
  expect(asked(201).length).toBeGreaterThan(0);
  expect(asked(200)).toEqual([]);
});

test.each(['student-reporting.access.isolation', 'student-reporting.fields.references'])(
  'what is asked where two points are answered so is not asked where %s is not',
  (point) => {
    const asked = (answer: boolean): number => {
      const { plan } = planned(
        { ...ONE, only: 'student-reporting/courses-on-campus/**/input.foreign-reference/**' },
        answering({ [point]: answer }),
      );
      return checksOf(plan).length;
    };
    expect(asked(true)).toBeGreaterThan(0);
    expect(asked(false)).toBe(0);
  },
);
