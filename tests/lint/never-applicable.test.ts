/** What the reference services can be made to meet in no version is listed by linting. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { mootChecks } from '../../src/lint/plan-hints.ts';
import { checksOf, planned, ROOT } from '../plan/support.ts';
import { tinyCheck } from '../report/tiny.ts';

const ID = 'student-reporting/service-description/read/access.scheme-case/lower';
const REASON = 'the token of this service has no scheme';

describe('a check that never applies', () => {
  const inVersions = ['2.1.05', '4.0.1'].map((spec) => tinyCheck({ id: ID, spec }));

  test('is one that no version could be made to meet', () => {
    const moot = ['2.1.05', '4.0.1'].map((spec) => `${ID}@${spec}: ${REASON}`);
    expect(mootChecks(inVersions, moot)).toEqual([{ id: ID, reason: REASON }]);
  });

  test('is none that some version can meet, and none that is planned no more', () => {
    expect(mootChecks(inVersions, [`${ID}@4.0.1: ${REASON}`])).toEqual([]);
    expect(mootChecks([], [`${ID}@4.0.1: ${REASON}`])).toEqual([]);
  });

  test('is listed of this project', () => {
    const { moot } = JSON.parse(readFileSync(path.join(ROOT, 'docs', 'proof.json'), 'utf8')) as {
      readonly moot: readonly string[];
    };
    expect(mootChecks(checksOf(planned().plan), moot)).toEqual([{ id: ID, reason: REASON }]);
  });
});
