/** Test data that is cleared in mid-run is recognised, and is not taken for a service that loses records. */
import { describe, expect, test } from 'vitest';
import type { GroupRecord } from '../../src/run/group-record.ts';
import { runInProcess } from './in-process.ts';

/** Runs the courses of student-reporting in process, one call after the other, so that it is always the same one before which all is cleared. */
async function runCourses(
  faults: readonly string[],
  before: (count: number, clear: () => void) => void,
): Promise<readonly GroupRecord[]> {
  const { records } = await runInProcess({
    service: 'student-reporting',
    spec: '4.0.1',
    only: '/courses/update/',
    faults,
    limits: { concurrency: 1 },
    before: (count, world) => before(count, () => world.clear()),
  });
  return records;
}

const verdicts = (records: readonly GroupRecord[]): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const { verdict } of records.flatMap((r) => r.results)) counts[verdict] = (counts[verdict] ?? 0) + 1;
  return counts;
};

describe('test data that is cleared in mid-run', () => {
  test('without it everything passes', async () => {
    const counts = verdicts(await runCourses([], () => undefined));
    expect(counts['fail']).toBeUndefined();
    expect(counts['inconclusive']).toBeUndefined();
    expect(counts['pass']).toBeGreaterThan(5);
  });

  test('what fails meanwhile is inconclusive, with the cause', async () => {
    const records = await runCourses([], (count, clear) => {
      // In the midst of the cases that change records.
      if (count === 40) clear();
    });
    const counts = verdicts(records);
    expect(counts['fail']).toBeUndefined();
    expect(counts['inconclusive']).toBeGreaterThan(0);
    expect(records.flatMap((r) => r.results).map((r) => r.cause)).toContain(
      'the test data was cleared during the run: a record that the run created is missing',
    );
    expect(records.flatMap((r) => r.exchanges).some((e) => e.step === 'sentinel' && e.response?.status === 404)).toBe(
      true,
    );
  });

  test('a service that departs by itself still fails', async () => {
    expect(
      verdicts(await runCourses(['student-reporting.lifecycle.courses.patch-ignored'], () => undefined))['fail'],
    ).toBeGreaterThan(0);
  });
});
