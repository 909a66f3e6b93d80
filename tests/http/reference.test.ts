/** The whole road in one process: the reference is conformant, in whatever order it is asked, and is left as it was found. */
import { describe, expect, test } from 'vitest';
import { NOT_SENT_REASONS } from '../../src/model/failure.ts';
import { orderGroups } from '../../src/run/group-scheduler.ts';
import { everyNth } from '../part.ts';
import { checksOf } from '../plan/support.ts';
import { type Played, referenceStage, type ReferenceStage } from './reference-stage.ts';

/** @param isAlone only one request is under way at a time: what needs two at once does not apply */
function verdicts({ results }: Played, isAlone = false): Readonly<Record<string, string>> {
  const kept = [...results].filter(([key]) => !isAlone || !key.includes('-at-once@'));
  return Object.fromEntries(
    kept.map(([key, { verdict }]) => [key, verdict] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** What is neither right nor out of scope, with its reason; raw traffic needs a socket, which there is none of here. */
function open({ results }: Played): readonly string[] {
  return [...results]
    .filter(
      ([, r]) =>
        r.verdict !== 'pass' &&
        r.verdict !== 'inapplicable' &&
        r.cause?.includes(NOT_SENT_REASONS['not-carried']) !== true,
    )
    .map(([key, r]) => `${r.verdict} ${key}: ${r.cause ?? JSON.stringify(r.findings[0])}`);
}

/** Ids of the records that lists of an organisation show. */
async function listed(stage: ReferenceStage, path: string): Promise<unknown> {
  const { results, exchanges } = await stage.play(
    stage.planned.plan.groups.filter((g) => g.id.endsWith(`/${path}/list/success`)),
    1,
  );
  const answer = exchanges.find((e) => e.step === 'probe')?.response?.body ?? '{}';
  expect(results.size).toBeGreaterThan(0);
  return (JSON.parse(answer) as { result?: unknown }).result;
}

describe('partner-onboarding', () => {
  test('every planned check is judged, every one holds, and holds in any order', async () => {
    const stage = await referenceStage({ services: ['partner-onboarding'] });
    const played = await stage.play(stage.planned.plan.groups, 8);
    expect(open(played)).toEqual([]);
    expect([...played.results.keys()].sort()).toEqual(
      [...new Set(checksOf(stage.planned.plan).map((c) => `${c.id}@${c.spec}`))].sort(),
    );
    expect(new Set(played.exchanges.map((e) => e.id)).size).toBe(played.exchanges.length);

    // The order of groups, and how many requests are under way, change no verdict.
    const orders = [
      [1, 1],
      [2, 3],
      [3, 64],
    ] as const;
    for (const [seed, width] of everyNth(orders, 2))
      expect(
        verdicts(await stage.play(orderGroups(stage.planned.plan.groups, seed), width), width === 1),
        `seed ${seed}, width ${width}`,
      ).toEqual(verdicts(played, width === 1));
  });

  const FAULTS = [
    ['partner-onboarding.token.audience.off', /\/access\.other-audience@/],
    ['partner-onboarding.token.alg-none.off', /\/access\.(alg-none|alg-spelling)@/],
    ['partner-onboarding.partners.read.date-missing', /\/partners\/read\/http\.date@/],
    [
      'partner-onboarding.partners.read.body-member-added',
      /\/(partners\/read\/http\.body-schema|lifecycle\.nothing-added)@/,
    ],
    ['partner-onboarding.lifecycle.partners.patch-ignored', /\/partners\/update\//],
    [
      'partner-onboarding.partners.create.error-stack-leak',
      /\/partners\/create\/http\.(no-leak|error-shape|body-schema)@/,
    ],
    [
      'partner-onboarding.validation.partners.abn.pattern.off',
      /\/(input\.pattern\/abn(?:\/line)?|input\.beyond-pattern\/abn\/behind|outcome\.refused\/(?:refused-update|abn-[a-z-]+)|body\.equals\/refused-update\/\w+|lifecycle\.update-atomic|http\.body-schema)@/,
    ],
  ] as const;
  test.each(everyNth(FAULTS, 3))('%s fails its own checks and no others', async (fault, about) => {
    const stage = await referenceStage({ services: ['partner-onboarding'] }, [fault]);
    const { results } = await stage.play(stage.planned.plan.groups, 8);
    const red = [...results].filter(([, r]) => r.verdict === 'fail').map(([key]) => key);
    expect(red.length).toBeGreaterThan(0);
    expect(red.filter((key) => !about.test(key))).toEqual([]);
  });
});

describe('student-reporting', () => {
  const only = '*/{students,unit-enrolments,student-citizenships}/*/{outcome,lifecycle}.*{,/**}';

  test.each(everyNth(['4.0.1', '2.1.05'], 2))(
    '%s: outcomes and lifecycles pass, and a run removes its records',
    async (spec) => {
      const stage = await referenceStage({ services: ['student-reporting'], specs: [spec], only });
      const played = await stage.play(stage.planned.plan.groups, 8);
      expect(open(played)).toEqual([]);
      expect(played.results.size).toBeGreaterThan(40);
      expect(await listed(stage, 'students')).toEqual([]);
    },
  );
});

const VERSIONS = [
  ['partner-onboarding', '1.0.0'],
  ['student-reporting', '2.1.05'],
  ['student-reporting', '2.1.06'],
  ['student-reporting', '3.0.8'],
  ['student-reporting', '4.0.1'],
] as const;

// Cases of one group go side by side, and some of them share a record.
test.each(everyNth(VERSIONS, 5))(
  'every documented requirement is judged and holds, in the reverse order of cases too: %s %s',
  async (service, spec) => {
    const stage = await referenceStage({ services: [service], specs: [spec] });
    const { plan, scopes } = stage.planned;
    const reversed = plan.groups.map((group) => ({ ...group, cases: group.cases.toReversed() }));
    // One request at a time, so that the order is the one that was given.
    const played = await stage.play(reversed, 1);
    expect(open(played)).toEqual([]);
    const proven = new Set(
      checksOf(plan)
        .filter((check) => played.results.get(`${check.id}@${check.spec}`)?.verdict === 'pass')
        .map((check) => check.requirement),
    );
    const documented = scopes.flatMap((scope) =>
      scope.requirements().filter((r) => r.basis === 'documented' && r.excluded === undefined),
    );
    expect(documented.length).toBeGreaterThan(service === 'student-reporting' ? 40 : 5);
    expect(documented.map((r) => r.id).filter((id) => !proven.has(id))).toEqual([]);
  },
);
