/** What a verdict rests on: the documents, a standard, the target's word, or a default that we chose. */
import { describe, expect, test } from 'vitest';
import type { OpenPoint, Requirement } from '../../src/load/model.ts';
import type { Check } from '../../src/plan/model.ts';
import { answering, checksOf, planned, plannedEndpoints, project } from './support.ts';

const NOTHING = answering({});

/** One version of each service: what is asked here does not depend on the version. */
const SPECS = { specs: ['1.0.0', '4.0.1'] } as const;
const unanswered = planned(SPECS, NOTHING);
const specs = project.specs;

function requirementOf(check: Check): Requirement {
  const known = specs.find((s) => s.service === check.service)?.requirements.find((r) => r.id === check.requirement);
  return known ?? expect.fail(check.requirement);
}

describe('without answers', () => {
  test('a check that rests on an open point is assumed, whatever the requirement says of itself', () => {
    const others = checksOf(unanswered.plan).filter(
      (check) => check.basis !== (check.restsOn.length > 0 ? 'assumed' : requirementOf(check).basis),
    );
    expect(others.map(({ id }) => id)).toEqual([]);
  });

  test('a check rests on every open point that its requirement names', () => {
    const others = checksOf(unanswered.plan).filter((check) =>
      requirementOf(check).openPoints.some((point) => !check.restsOn.includes(point)),
    );
    expect(others.map(({ id }) => id)).toEqual([]);
  });

  test('that a token was granted shows nothing of how the service is called with it', () => {
    const usable = checksOf(unanswered.plan).filter(({ rule }) => rule === 'token.usable');
    expect(usable).toHaveLength(3);
    for (const { restsOn } of usable)
      expect(restsOn).toEqual(
        expect.arrayContaining([
          'student-reporting.access.header',
          'student-reporting.access.scheme',
          'student-reporting.campuses.paths',
          'student-reporting.envelope.response',
        ]),
      );
  });

  test('nor does one rest on what another try of its row needs, or on the paths of operations that might have stood for it', () => {
    const restsOn = (end: string): readonly string[] =>
      checksOf(unanswered.plan).find(({ id }) => id === `student-reporting/${end}`)?.restsOn ?? expect.fail(end);
    // Of the same row: a list of media types is tried on the first protected read, and needs JSON.
    expect(restsOn('campuses/list/media.accept-any/any')).toEqual([]);
    expect(restsOn('campuses/list/media.accept-any/listed')).toEqual(['student-reporting.media.json']);
    expect(restsOn('campuses/list/access.expired')).not.toContain('student-reporting.loans.paths');
    // A page of no number has nothing to do with a page past the end, which the row tries too.
    expect(restsOn('courses/list/page.refused/page-abc')).not.toContain('student-reporting.pagination.past-the-end');
  });

  test('nothing is confirmed', () => {
    expect(checksOf(unanswered.plan).filter((c) => c.basis === 'confirmed')).toEqual([]);
  });
});

describe('with every open point answered', () => {
  const answers = Object.fromEntries(specs.flatMap((s) => s.openPoints.map((p) => [p.id, p.default])));
  const { plan } = planned(SPECS, answering(answers));

  test('whatever was made with a guess is confirmed, and nothing else', () => {
    const others = checksOf(plan).filter((check) => {
      const { basis } = requirementOf(check);
      const expected = check.restsOn.length > 0 && basis !== 'practice' ? 'confirmed' : basis;
      return check.basis !== expected || check.basis === 'assumed';
    });
    expect(others.map(({ id }) => id)).toEqual([]);
  });

  test('answering with the defaults changes what checks rest on, and not one check', () => {
    // The codes of a sample are asked of those alone who say that they are the list, and sent to them alone.
    const isList = (p: OpenPoint): boolean => p.sample === true && Array.isArray(p.default);
    const samples = new Set(specs.flatMap((s) => s.openPoints).flatMap((p) => (isList(p) ? [p.id] : [])));
    const members = project.contracts.flatMap(({ open, endpoints }) =>
      open.flatMap(({ point, place }) => {
        const [, of = '', one = ''] = /^\/endpoints\/(\d+)\/fields\/(\d+)\/values$/.exec(place) ?? [];
        return samples.has(point) ? [endpoints[Number(of)]?.fields[Number(one)]?.name] : [];
      }),
    );
    const isOfSample = ({ rule, restsOn, key }: Check): boolean =>
      (rule === 'input.each-listed' && restsOn.some((id) => samples.has(id))) ||
      (rule === 'lifecycle.update-alone' && members.includes(key));
    const asked = checksOf(plan).filter((check) => !isOfSample(check));
    expect(asked.map((c) => `${c.spec} ${c.id}`)).toEqual(checksOf(unanswered.plan).map((c) => `${c.spec} ${c.id}`));
  });
});

describe('one answer', () => {
  const point = 'student-reporting.access.no-store';

  test('confirms the checks that rest on it alone, and no others', () => {
    const endpoints = ['students', 'campuses'];
    const before = checksOf(plannedEndpoints(endpoints, NOTHING));
    const after = checksOf(plannedEndpoints(endpoints, answering({ [point]: true })));
    const changed = after.filter((c, i) => c.basis !== before[i]?.basis);
    expect(changed.length).toBeGreaterThan(0);
    expect(changed).toEqual(after.filter((c) => c.restsOn.length === 1 && c.restsOn[0] === point));
    expect(new Set(changed.map((c) => c.basis))).toEqual(new Set(['confirmed']));
  });

  test('another answer than the default changes what is sent', () => {
    const page = 'student-reporting.pagination.request-page-header';
    const asked = specs.flatMap((s) => s.openPoints).find((p) => p.id === page);
    expect(asked).toBeDefined();
    const headers = (value: string): ReadonlySet<string> =>
      new Set(
        planned(
          { services: ['student-reporting'], specs: ['4.0.1'], only: 'student-reporting/courses/list/page.refused/**' },
          answering({ [page]: value }),
        ).plan.groups.flatMap((g) => g.cases.flatMap((c) => c.steps.flatMap((s) => Object.keys(s.request.headers)))),
      );
    expect(headers('x-other-page').has('x-other-page')).toBe(true);
    expect(headers(String(asked?.default)).has('x-other-page')).toBe(false);
  });
});

test('an owner who says that the definition is not aligned is not held to it', () => {
  const aligned = (answer: boolean): readonly unknown[] =>
    checksOf(
      planned(
        { specs: ['4.0.1'], only: 'student-reporting/published-definition/read/definition.*' },
        answering({ 'student-reporting.definition.aligned': answer }),
      ).plan,
    ).map(({ rule, params }) => [rule, params['aligned']]);
  expect(aligned(false)).toEqual([
    ['definition.version', false],
    ['definition.operations', false],
    ['definition.document', undefined],
    ['definition.request-forms', false],
  ]);
  expect(aligned(true)).toContainEqual(['definition.version', true]);
});

test('how a record is removed again is nothing that a check rests on', () => {
  const calls = checksOf(unanswered.plan).filter(
    ({ rule, service }) => service === 'student-reporting' && (rule === 'access.none' || rule === 'access.garbage'),
  );
  expect(calls.length).toBeGreaterThan(100);
  expect(new Set(calls.flatMap(({ restsOn }) => restsOn))).toEqual(new Set(['student-reporting.access.required']));
});

test('where the Location of a create may lead is nothing that its calls rest on', () => {
  const { groups } = unanswered.plan;
  const making = groups.flatMap(({ service, setup }) => (service === 'partner-onboarding' ? setup : []));
  const located = making.flatMap(({ success }) => success.located ?? []);
  expect(located[0]).toMatchObject({ path: '/partners/{id}', pointer: '/id', unasked: true });
});
