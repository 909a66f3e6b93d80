/** Services that are right but not what was assumed of them block nobody whose owner has confirmed nothing. */
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { Check, Group } from '../../src/plan/model.ts';
import { TestBed } from '../../src/prove/test-bed.ts';
import { blocking, judgedIn } from '../../scripts/points/judged.ts';
import { everyNth } from '../part.ts';

const root = new URL('../..', import.meta.url).pathname;

/** Groups that take long and say nothing of what differs here. */
const ELSEWHERE = ['raw', 'load', 'undeclared'];

/** Per variant, the groups that meet what differs, and a rule that sees it. */
const DIFFERING = [
  ['habit-mapping-error', /^student-reporting@4\.0\.1\/identity-provider\//, 'outcome.form'],
  ['habit-server-error', /^student-reporting@4\.0\.1\/identity-provider\//, 'outcome.form'],
  ['habit-api-key', /^partner-onboarding@1\.0\.0\//, 'access.none'],
  [
    'habit-validation-422',
    /^student-reporting@4\.0\.1\/(students|student-\w+|campuses|courses-on-campus-tac-offers|loans)\//,
    'outcome.form',
  ],
  ['habit-token-403', /^(student-reporting@4\.0\.1|partner-onboarding@1\.0\.0)\/.*\/access$/, 'outcome.form'],
  ['habit-sites', /^student-reporting@4\.0\.1\/(campuses|courses-on-campus|unit-enrolments)\//, 'outcome.accepted'],
] as const;

let stand: TestBed;

beforeAll(async () => {
  stand = await TestBed.open(root, {}, { specs: ['1.0.0', '4.0.1'] });
});

afterAll(async () => {
  await stand.close();
});

async function red(variant: string, groups: readonly Group[]): Promise<readonly Check[]> {
  const results = await stand.run(groups, { faults: [], variants: [variant] });
  return judgedIn(groups, results).filter(({ verdict }) => verdict === 'fail');
}

test('a definition in Swagger 2.0 is read like any other', async () => {
  const groups = stand.plan.groups.filter(({ id }) =>
    /@4\.0\.1\/published-definition\/read\/(success|definition)$/.test(id),
  );
  expect(groups.flatMap(({ cases }) => cases.flatMap(({ checks }) => checks)).map(({ rule }) => rule)).toContain(
    'definition.request-forms',
  );
  expect((await red('habit-swagger', groups)).map(({ id }) => id)).toEqual([]);
});

describe('on a target that has answered nothing', () => {
  it.each(everyNth(DIFFERING, 4))('%s does not block, but is reported', async (variant, where, seenBy) => {
    const found = await red(
      variant,
      stand.plan.groups.filter(({ id, aspect }) => where.test(id) && !ELSEWHERE.includes(aspect)),
    );
    expect(
      found
        .filter(({ basis }) => basis !== 'assumed' && basis !== 'practice')
        .map((c) => `${c.level} ${c.basis} ${c.id}`),
    ).toEqual([]);
    expect(found.map(({ rule }) => rule)).toContain(seenBy);
  });
});

/** Per service that uses other names and ignores what it does not know: faults that make it lenient, endpoints, aspects. */
const IGNORING = [
  [
    'habit-type-renamed',
    ['shape.unknown-member-accepted', 'validation.students.student_types.required.off'],
    ['students'],
  ],
  ['habit-tfn-renamed', ['shape.unknown-member-accepted'], ['students']],
  [
    'habit-disability-renamed',
    ['shape.unknown-member-accepted', 'validation.student-disabilities.disability_code.required.off'],
    ['student-disabilities'],
  ],
  ['habit-page-headers-ignored', [], ['campuses', 'unit-enrolments']],
  ['habit-any-path', [], ['campuses', 'identity-provider']],
] as const;

const VERIFYING = ['success', 'access', 'methods', 'input', 'lifecycle', 'listing', 'warnings', 'pagination', 'token'];

describe('what a service ignores verifies nothing', () => {
  it.each(everyNth(IGNORING, 2))('%s does not block', async (variant, lenient, endpoints) => {
    const groups = stand.plan.groups.filter(
      ({ spec, endpoint, aspect }) =>
        spec === '4.0.1' && endpoints.some((one) => one === endpoint) && VERIFYING.includes(aspect),
    );
    const faults = lenient.map((fault) => `student-reporting.${fault}`);
    const results = await stand.run(groups, { faults, variants: [variant] });
    expect(blocking(groups, results).map(({ level, basis, id }) => `${level} ${basis} ${id}`)).toEqual([]);
  });

  it('while the same evidence of the reference service verifies the token header, the fields and the paging', async () => {
    const groups = stand.plan.groups.filter(
      ({ id, aspect }) =>
        /^student-reporting@4\.0\.1\/(campuses|courses|identity-provider)\//.test(id) && VERIFYING.includes(aspect),
    );
    const judged = judgedIn(groups, await stand.run(groups, { faults: [] }));
    const kinds = new Set(judged.flatMap(({ verifiedBy = [] }) => verifiedBy.map(({ kind }) => kind)));
    expect([...kinds].sort()).toEqual(['auth', 'fields', 'page-ends', 'page-header', 'paging']);
    const raised = judged.filter(({ verifiedBy }) => verifiedBy !== undefined);
    expect(raised.every(({ basis }) => basis === 'documented' || basis === 'standard')).toBe(true);
  });
});
