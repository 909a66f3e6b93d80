/** What services of other people do by default is nowhere against a standard, nor against a document. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { habitNames } from '../../services/index.ts';
import type { Check, Group } from '../../src/plan/model.ts';
import { TestBed } from '../../src/prove/test-bed.ts';
import { everyNth } from '../part.ts';

const root = new URL('../..', import.meta.url).pathname;
/** Groups of one version: all of one service; of the other campuses, sign-in and description. `npm test` leaves out campuses. */
const PATTERNS = [
  /^partner-onboarding@1\.0\.0\//,
  /^student-reporting@4\.0\.1\/campuses\//,
  /^student-reporting@4\.0\.1\/(identity-provider|service-description)\//,
];
const SEEN = everyNth(PATTERNS, 2);

let stand: TestBed;
let groups: readonly Group[];
let checks: ReadonlyMap<string, Check>;

beforeAll(async () => {
  stand = await TestBed.open(root, undefined, { specs: ['1.0.0', '4.0.1'] });
  // What only a socket carries is answered before any habit has a say.
  groups = stand.plan.groups.filter(
    (g) => g.aspect !== 'raw' && g.aspect !== 'load' && SEEN.some((pattern) => pattern.test(g.id)),
  );
  checks = new Map(
    groups
      .flatMap((g) => [...g.cases.flatMap((c) => c.checks), ...g.passive])
      .map((check) => [`${check.id}@${check.spec}`, check]),
  );
});

afterAll(async () => {
  await stand.close();
});

async function red(habit: string, faults: readonly string[] = []): Promise<readonly Check[]> {
  const results = await stand.run(groups, { faults, variants: habit === '' ? [] : [habit] });
  return [...new Set(results.flatMap((r) => (r.verdict === 'fail' ? [`${r.check}@${r.spec}`] : [])))].flatMap(
    (key) => checks.get(key) ?? [],
  );
}

describe('a habit', () => {
  // The owner of the reference target has confirmed another address: tests/prove/differing.test.ts tries it where nobody has.
  const tried = habitNames.filter((habit) => habit !== 'habit-sites');
  it.each(everyNth(tried, 8))('%s', async (habit) => {
    const found = await red(habit);
    expect(
      found
        .filter((check) => check.basis === 'standard' || check.basis === 'documented')
        // A service that does not serve HEAD breaks a SHOULD (RFC 9110 §9.1), and no MUST.
        .filter((check) => !(check.requirement === 'http.head-offered' && check.level === 'SHOULD'))
        .map((check) => `${check.level} ${check.requirement}: ${check.id}`),
    ).toEqual([]);
  });

  // RFC 8259 §8.1: who sends JSON must not put a byte order mark before it, and who reads it may pass over one.
  it('that no standard allows is told once, and JSON behind a byte order mark is read on', async () => {
    const rules = (await red('', ['partner-onboarding.habit.byte-order-mark'])).map((check) => check.rule);
    expect([...new Set(rules)]).toEqual(['http.json']);
  });

  it('is seen all the same, where it is not what was assumed', async () => {
    expect((await red('habit-token-403')).map((check) => check.rule)).toContain('outcome.form');
  });
});
