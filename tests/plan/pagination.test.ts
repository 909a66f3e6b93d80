/** The rows on paging follow pagination.yaml: its cap, its answers, and where the records of a list hang. */
import { describe, expect, test } from 'vitest';
import { loadProject } from '../../src/load/load-project.ts';
import type { OpenValue, PaginationBlock, Project } from '../../src/load/model.ts';
import type { Case, Group, Plan } from '../../src/plan/model.ts';
import { projectWith } from '../load/support.ts';
import { answering, casesOf, checksOf, planned, plannedEndpoints, project, target } from './support.ts';

const SPECS = { specs: ['4.0.1'] } as const;
const LIST = 'student-reporting/unit-enrolments/list';
/** Endpoints whose lists have pages. */
const PAGED = ['campuses', 'courses', 'unit-enrolments'];

const ASK = project.contracts.find(({ pagination }) => pagination !== undefined)?.pagination?.ask ?? expect.fail();
const OVER = '/pagination/ask/size/over';

/** The project, with something else in the pagination.yaml of student-reporting. */
function paged(change: Partial<PaginationBlock>): Project {
  const isChanged = ({ place }: OpenValue): boolean =>
    Object.keys(change).some((name) => place === `/pagination/${name}` || (name === 'ask' && place === OVER));
  return {
    ...project,
    contracts: project.contracts.map((contracts) =>
      contracts.pagination === undefined
        ? contracts
        : {
            ...contracts,
            pagination: { ...contracts.pagination, ...change },
            open: contracts.open.filter((value) => !isChanged(value)),
          },
    ),
  };
}

function idsIn(plan: Plan, rule: string): readonly string[] {
  return checksOf(plan).flatMap(({ id }) => (id.startsWith(`${LIST}/${rule}`) ? [id.slice(LIST.length + 1)] : []));
}

function caseOf(plan: Plan, name: string): Case {
  return casesOf(plan).find((one) => one.planned.id === `${LIST}/${name}`)?.planned ?? expect.fail(name);
}

function groupOf(plan: Plan, path: string): Group {
  return plan.groups.find((group) => group.id === `student-reporting@4.0.1/${path}`) ?? expect.fail(path);
}

describe('another cap', () => {
  const plan = plannedEndpoints(
    ['unit-enrolments'],
    target,
    paged({ ask: { ...ASK, size: { ...ASK.size, maximum: 50, over: 'clamp' } } }),
  );

  test('is how many records are made', () => {
    const walks = idsIn(plan, 'page.walk-complete/').map((id) => id.split('/')[1] ?? '');
    const sizes = walks.filter((key) => /^\d+$/.test(key ?? '')).map(Number);
    expect(sizes.sort((a, b) => a - b)).toEqual([0, 1, 15, 49, 50, 51, 101]);
    const fill = caseOf(plan, 'pagination/walk/101').steps.find(({ name }) => name === 'fill');
    expect(fill?.request.body).toMatchObject({ value: { $repeat: { times: 101 } } });
    const [law] = caseOf(plan, 'pagination/walk/101').checks;
    expect(law).toMatchObject({ params: { size: 50, cap: 50, filled: 'fill', shared: false } });
  });

  test('is what a size over it is measured by', () => {
    expect(idsIn(plan, 'page.clamped')).toEqual(['page.clamped']);
    const [probe] = caseOf(plan, 'pagination/page.clamped').steps;
    expect(Object.values(probe?.request.headers ?? {})).toEqual(['1', '51']);
    expect(caseOf(plan, 'pagination/page.cap/over').title).toBe('55 records, page size 51 requested');
  });
});

test('what the contract says of sizes over the cap and pages past the end is what is asked', () => {
  const plan = plannedEndpoints(
    ['unit-enrolments'],
    target,
    paged({ ask: { ...ASK, size: { ...ASK.size, over: 'refuse' } }, pastTheEnd: 'not-found' }),
  );
  expect(idsIn(plan, 'page.clamped')).toEqual([]);
  expect(idsIn(plan, 'page.past-the-end')).toEqual([]);
  const refused = idsIn(plan, 'page.refused').filter((id) => !id.endsWith('/form'));
  expect(refused).toEqual([
    ...['0', '-1', 'abc'].map((value) => `page.refused/page-${value}`),
    ...['0', '-1', 'abc'].map((value) => `page.refused/size-${value}`),
    'page.refused/size-201',
    'page.refused/past-the-end',
  ]);
  const [past] = caseOf(plan, 'pagination/page.refused/past-the-end').checks;
  expect(past?.params).toMatchObject({ kind: 'not-found' });
});

test('the refusal of a size names what it was asked by', () => {
  const answers = { 'student-reporting.pagination.request-size-header': 'X-How-Many' };
  const plan = plannedEndpoints(['unit-enrolments'], answering({ ...target.answers, ...answers }));
  const [check] = caseOf(plan, 'pagination/page.refused/size-abc').checks;
  expect(check?.params).toMatchObject({ kind: 'page', field: { name: 'X-How-Many' } });
});

describe('where a page or a size alone asks for no paging', () => {
  const POINT = 'student-reporting.pagination.one-header-enables';
  const ALONE = /\/(page|size)-alone$/;
  const HEADERS = ['tcsi-pagination-page', 'tcsi-pagination-pagesize'];
  const plan = plannedEndpoints(PAGED, answering({ ...target.answers, [POINT]: false }));
  const usual = planned(SPECS).plan;
  /** Of all that is sent to lists, by case: what asks for paging. */
  const asked = (of: Plan): readonly (readonly [string, readonly unknown[]])[] =>
    casesOf(of).flatMap(({ planned: { id, steps } }) =>
      steps.flatMap(({ request }) => {
        const sent = HEADERS.map((name) => request.headers[name]);
        return sent.every((value) => value === undefined) ? [] : [[id, sent] as const];
      }),
    );

  test('both are sent, with the first page or the usual size for the other', () => {
    const half = asked(plan).filter(([, sent]) => sent.includes(undefined));
    expect(half.filter(([id]) => !ALONE.test(id))).toEqual([]);
    const [walk] = asked(plan).filter(([id]) => id.endsWith('unit-enrolments/list/pagination/walk/201'));
    expect(walk?.[1]).toEqual(['1', '200']);
    const [refused] = asked(plan).filter(([id]) => id.endsWith('courses/list/pagination/page.refused/page-abc'));
    expect(refused?.[1]).toEqual(['abc', '200']);
  });

  test('one of them alone is asked for, and is as none', () => {
    const alone = asked(plan).filter(([id]) => ALONE.test(id));
    expect(alone.map(([id, sent]) => [id.split('/')[1], ...sent])).toEqual(
      expect.arrayContaining(
        PAGED.flatMap((name) => [
          [name, '2', undefined],
          [name, undefined, '1'],
        ]),
      ),
    );
    expect(
      idsIn(plan, 'page.')
        .filter((id) => ALONE.test(id))
        .sort(),
    ).toEqual([
      'page.no-headers/page-alone',
      'page.no-headers/size-alone',
      'page.walk-complete/page-alone',
      'page.walk-complete/size-alone',
    ]);
    for (const { id, params, restsOn, basis } of checksOf(plan).filter((check) => ALONE.test(check.id)))
      expect([params, restsOn, basis], id).toMatchObject([
        { step: 'plain' },
        expect.arrayContaining([POINT]),
        'confirmed',
      ]);
  });

  test('pages of the size that was asked for are judged as ever, and so is the cap', () => {
    for (const rule of ['page.size/', 'page.cap/']) expect(idsIn(plan, rule)).toEqual(idsIn(usual, rule));
  });

  test('nothing of that is planned where one of them is enough, and what is sent together rests on nothing of it', () => {
    expect(checksOf(usual).filter(({ id }) => ALONE.test(id))).toEqual([]);
    const rests = (id: string): boolean =>
      checksOf(usual)
        .find((check) => check.id === `${LIST}/${id}`)
        ?.restsOn.includes(POINT) ?? expect.fail(id);
    expect(['page.size/201', 'page.headers/201', 'page.size/15', 'page.cap/201'].map(rests)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('a collection', () => {
  const { plan } = planned(SPECS);

  test('that hangs on a record has one of its own, and nothing is made that it does not need', () => {
    const { steps } = caseOf(plan, 'page-sizes/page.total-scaled');
    expect(steps.slice(0, 3).map(({ name }) => name)).toEqual(['parent', 'fill', 'plain']);
    for (const aspect of ['page-sizes', 'page-changes']) {
      const { setup, exclusive } = groupOf(plan, `unit-enrolments/list/${aspect}`);
      expect([setup.map(({ name }) => name), exclusive]).toEqual([['units-of-study'], undefined]);
    }
  });

  test('that the organisation shares is judged when nothing else runs', () => {
    for (const aspect of ['pagination', 'page-sizes', 'page-others', 'page-order'])
      expect(groupOf(plan, `courses/list/${aspect}`).exclusive).toBe(true);
    expect(plan.groups.map(({ id }) => id)).not.toContain('student-reporting@4.0.1/courses/list/page-changes');
  });

  test('that grows meanwhile gets records that differ from those that it has', () => {
    const { steps } = caseOf(plan, 'page-changes/page.added-during-walk');
    expect(steps.map(({ name }) => name)).toEqual(['parent', 'fill', 'page-1', 'add', 'page-2', 'page-3', 'page-4']);
    const add = steps.find(({ name }) => name === 'add');
    expect(add?.request.body).toMatchObject({ value: { $repeat: { times: 1 } } });
    expect(JSON.stringify(add)).not.toContain('"fill#');
  });

  test('whose last record is removed loses the last that was made', () => {
    const remove = caseOf(plan, 'page-changes/page.removed-during-walk').steps.find(({ name }) => name === 'remove');
    expect(Object.values(remove?.request.parameters ?? {})).toEqual([{ $ref: 'fill#/5/result/unit_enrolments_uid' }]);
  });
});

test('a service asks for pages in rows of its own', () => {
  const text = `add:
  ours.second-page:
    when: the second page is asked for
    applies: { endpoint: books, operation: list }
    page: 2
    size: 3
    expect: accepted
    requirement: library.books.title
`;
  const [contracts] = loadProject(projectWith({ 'contracts/library/catalogue.yaml': text })).contracts;
  const [row] = contracts?.catalogue.add ?? [];
  const needs = [{ endpoint: 'courses', operation: 'list' }];
  const add = row === undefined ? [] : [{ ...row, needs, requirement: 'student-reporting.pagination.walk' }];
  const ours: Project = {
    ...project,
    contracts: project.contracts.map((c) =>
      c.service === 'student-reporting' ? { ...c, catalogue: { off: [], add } } : c,
    ),
  };
  const found = casesOf(plannedEndpoints(['courses'], target, ours)).find((one) =>
    one.planned.id.endsWith('ours.second-page'),
  );
  expect(Object.values(found?.planned.steps[0]?.request.headers ?? {})).toEqual(['2', '3']);
});

describe('lists on which paging is not enforced', () => {
  const past = ({ aspect }: Group): boolean => aspect === 'past-the-cap';
  const groups = planned({ services: ['student-reporting'], specs: ['4.0.1'] }).plan.groups.filter(past);

  test('come whole with more records than the cap, wherever so many can be made', () => {
    // TAC offers are no more than codes, and a citizenship of a student begins on a day of its own.
    const other = project.contracts
      .find(({ service }) => service === 'student-reporting')
      ?.endpoints.filter(({ operations }) =>
        operations.some(({ kind, pagination }) => kind === 'list' && pagination !== 'enforced'),
      )
      .map(({ endpoint }) => endpoint)
      .filter((name) => name !== 'courses-on-campus-tac-offers' && name !== 'student-citizenships');
    const asked = groups.flatMap(({ endpoint, cases }) =>
      cases.flatMap(({ checks }) =>
        checks.filter(({ id }) => id.endsWith('/page.walk-complete/whole-past-the-cap')).map(() => endpoint),
      ),
    );
    expect(asked.sort()).toEqual([...(other ?? [])].sort());
    for (const { checks } of groups.flatMap(({ cases }) => cases))
      expect(checks.map(({ requirement }) => requirement)).toContain('student-reporting.pagination.enforced-once');
  });

  test('are filled once for all that is asked of them: the whole list, a page of more than the cap, POSTs at once', () => {
    const fills = groups.map(({ endpoint, cases }) => [
      endpoint,
      cases.flatMap(({ steps }) => steps.filter(({ name }) => name === 'fill')).length,
    ]);
    expect(fills.filter(([, count]) => count !== 1)).toEqual([]);
    const asks = (endpoint: string): readonly string[] =>
      groups
        .filter((group) => group.endpoint === endpoint)
        .flatMap(({ cases }) => cases.flatMap((c) => c.checks.map(({ id }) => id.split('/').slice(-2).join('/'))));
    expect(asks('campuses')).toEqual([
      'page.walk-complete/whole-past-the-cap',
      'burst.not-throttled/writes',
      'page.walk-complete/page-past-the-cap',
    ]);
    expect(asks('courses')).not.toContain('burst.not-throttled/writes');
    expect(asks('students')).toEqual(['page.walk-complete/whole-past-the-cap', 'input.large-batch/whole-past-the-cap']);
  });

  test('are not asked to where their owner says that they end after the first 200: what fills them is sent for its length', () => {
    const answers = { 'student-reporting.pagination.others-whole': false };
    const rules = (endpoint: string): readonly string[] => {
      const only = `student-reporting/${endpoint}/*/*/whole-past-the-cap`;
      return checksOf(planned({ ...SPECS, only }, answering(answers)).plan).map(({ rule }) => rule);
    };
    expect([...new Set(rules('students')), ...rules('campuses')]).toEqual(['input.large-batch']);
  });
});

test('bursts send what writes too, on records of this run that are removed or told', () => {
  const { plan } = planned({ services: ['partner-onboarding'] });
  const bursts = plan.groups.flatMap(({ operation, cases }) =>
    cases.flatMap(({ steps, checks }) =>
      checks.some(({ rule }) => rule === 'burst.not-throttled')
        ? steps.filter(({ send }) => send?.kind === 'burst').map((s) => [operation, s.request.method])
        : [],
    ),
  );
  for (const one of [
    ['create', 'POST'],
    ['update', 'PATCH'],
    ['read', 'GET'],
  ])
    expect(bursts).toContainEqual(one);
  const fill = planned({
    ...SPECS,
    only: 'student-reporting/campuses/*/burst.not-throttled/writes',
  }).plan.groups.flatMap(({ cases }) =>
    cases.flatMap(({ steps }) => steps.filter(({ send }) => send?.kind === 'burst')),
  );
  expect(fill.length).toBeGreaterThan(0);
  for (const step of fill) expect([step.request.method, step.undo?.method]).toEqual(['POST', 'DELETE']);
});

describe('a record that is deleted', () => {
  const { plan } = planned(SPECS);

  test('is the first of those that were made, and the laws of the walk know that it is gone', () => {
    const walked = caseOf(plan, 'pagination/walk-on/one-deleted');
    expect(walked.steps.map(({ name }) => name)).toEqual(['parent', 'fill', 'remove', 'walk']);
    expect(walked.steps[2]?.request.parameters).toEqual({
      unit_enrolments_uid: { $ref: 'fill#/0/result/unit_enrolments_uid' },
    });
    expect(walked.checks.map(({ id }) => id.slice(LIST.length + 1))).toEqual(
      ['walk-complete', 'size', 'total', 'next'].map((law) => `page.${law}/one-deleted`),
    );
    for (const { params, given } of walked.checks) {
      expect(params['isFirstGone']).toBe(true);
      expect(given).toContainEqual({ step: 'remove', is: 'success' });
    }
  });

  test('is counted out in the case that counts what is added', () => {
    const grown = caseOf(plan, 'page-growth/page.total-grown');
    expect(grown.steps.map(({ name }) => name)).toEqual([
      'parent',
      'fill',
      'before',
      'more',
      'after',
      'remove',
      'left',
    ]);
    const [added, shrunk] = grown.checks.map(({ params }) => params);
    expect(added).toMatchObject({ before: 'before', after: 'after', added: 2 });
    expect(shrunk).toMatchObject({ before: 'after', after: 'left', deleted: 1 });
  });

  test('is no part of the case where nothing deletes', () => {
    const kept = plannedEndpoints(['unit-enrolments'], target, {
      ...project,
      contracts: project.contracts.map((contracts) => ({
        ...contracts,
        endpoints: contracts.endpoints.map((one) =>
          one.endpoint === 'unit-enrolments'
            ? { ...one, operations: one.operations.filter(({ kind }) => kind !== 'delete') }
            : one,
        ),
      })),
    });
    const grown = caseOf(kept, 'page-growth/page.total-grown');
    expect(grown.steps.map(({ name }) => name)).toEqual(['parent', 'fill', 'before', 'more', 'after']);
    expect(grown.checks.map(({ rule }) => rule)).toEqual(['page.total-grown']);
    expect(idsIn(kept, 'page.walk-complete/one-deleted')).toEqual([]);
    expect(idsIn(kept, 'page.removed-during-walk')).toEqual([]);
  });
});

test('where any order will do, no walk has one, and none is asked for', () => {
  const plan = plannedEndpoints(PAGED, answering({ ...target.answers, 'student-reporting.pagination.order': false }));
  const styles = checksOf(plan).flatMap(({ params }) => (params['style'] === undefined ? [] : [params['style']]));
  expect(styles.length).toBeGreaterThan(20);
  expect(styles.filter((style) => 'order' in (style as object))).toEqual([]);
  expect(idsIn(plan, 'page.order')).toEqual(['page.order-kept']);
});
