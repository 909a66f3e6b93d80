/** Services that are right but not what was assumed of them block nobody whose owner has confirmed nothing. */
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { Check, Group } from '../../src/plan/model.ts';
import { Stand } from '../../src/prove/stand.ts';
import { everyNth } from '../part.ts';

const root = new URL('../..', import.meta.url).pathname;

/** Groups that take long and say nothing of what differs here. */
const ELSEWHERE = ['raw', 'load', 'undeclared'];

/** Per variant, the groups that meet what differs, and a rule that sees it. */
const DIFFERING = [
  ['habit-mapping-error', /^student-reporting@4\.0\.1\/identity-provider\//, 'outcome.form'],
  ['habit-server-error', /^student-reporting@4\.0\.1\/identity-provider\//, 'outcome.form'],
  ['habit-token-403', /^(student-reporting@4\.0\.1|partner-onboarding@1\.0\.0)\/.*\/access$/, 'outcome.form'],
  ['habit-api-key', /^partner-onboarding@1\.0\.0\//, 'access.none'],
  [
    'habit-validation-422',
    /^student-reporting@4\.0\.1\/(students|student-\w+|campuses|courses-on-campus-tac-offers|loans)\//,
    'outcome.form',
  ],
  ['habit-sites', /^student-reporting@4\.0\.1\/(campuses|courses-on-campus|unit-enrolments)\//, 'outcome.accepted'],
] as const;

let stand: Stand;

beforeAll(async () => {
  stand = await Stand.open(root, {});
});

afterAll(async () => {
  await stand.close();
});

async function red(variant: string, groups: readonly Group[]): Promise<readonly Check[]> {
  const checks = new Map(
    groups.flatMap((g) => [...g.cases.flatMap((c) => c.checks), ...g.passive]).map((check) => [check.id, check]),
  );
  const results = await stand.run(groups, { faults: [], variants: [variant] });
  const failed = new Set(results.flatMap(({ verdict, check }) => (verdict === 'fail' ? [check] : [])));
  return [...failed].flatMap((id) => checks.get(id) ?? []);
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
  it.each(everyNth(DIFFERING, 2))('%s blocks nobody, and is seen all the same', async (variant, where, seenBy) => {
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
