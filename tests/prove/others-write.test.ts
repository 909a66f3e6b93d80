/** A service in which others make, change and delete records between any two calls is told nothing that is theirs, and all that is its own. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Group } from '../../src/plan/model.ts';
import { TestBed } from '../../src/prove/test-bed.ts';
import { isCausedByOtherClients } from '../../src/verdict/confirm-by-retry.ts';
import type { CheckResult } from '../../src/verdict/model.ts';
import { everyNth } from '../part.ts';

const root = new URL('../..', import.meta.url).pathname;
const BUSY = ['others-write'];

let stand: TestBed;
let groups: readonly Group[];
beforeAll(async () => {
  const only = 'student-reporting/{campuses,courses}/list/**';
  stand = await TestBed.open(root, undefined, { specs: ['4.0.1'], only });
  groups = stand.plan.groups.filter((g) => /^student-reporting@4\.0\.1\/(campuses|courses)\/list\//.test(g.id));
});
afterAll(async () => {
  await stand.close();
});

const failing = (results: readonly CheckResult[]): readonly string[] =>
  results.flatMap(({ check, verdict }) => (verdict === 'fail' ? [check.replace('student-reporting/', '')] : []));

describe('others write to every list', () => {
  it('no check fails, and what they may have done is said to be so', async () => {
    const results = await stand.run(groups, { faults: [], variants: BUSY });
    expect(failing(results)).toEqual([]);
    const untold = results.filter(({ verdict }) => verdict === 'inconclusive');
    expect(untold.length).toBeGreaterThan(0);
    expect(untold.filter(({ cause }) => !isCausedByOtherClients(cause))).toEqual([]);
    // What each page says by itself is judged, whoever writes.
    expect(results.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(400);
  });

  const FAULTS = [
    ['total-pages-missing', 'page.total-scaled'],
    ['previous-page-wrong', 'page.previous/5'],
    ['page-size-ignored', 'page.size/5'],
  ] as const;
  it.each(everyNth(FAULTS, 2))('%s is found all the same, by %s', async (fault, check) => {
    const faults = [`student-reporting.pagination.campuses.${fault}`];
    expect(failing(await stand.run(groups, { faults, variants: BUSY }))).toContain(`campuses/list/${check}`);
  });
});
