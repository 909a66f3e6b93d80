/**
 * Unit enrolments of a student.
 * Contract: contracts/student-reporting/unit-enrolments.yaml
 * Source: §1 (records), §2 (fields), §4 (methods and pagination), §8 (limits), §9 (changes in 3.0.8)
 */
import { contractTests, test } from '../../src/playwright/index.ts';

const { requirement, others } = await contractTests('student-reporting/unit-enrolments', { except: ['access'] });

test.describe('unit-enrolments', () => {
  test.describe('list', () => {
    test(
      'returns at most 200 records per page (§4 rule 1)',
      ...requirement('list', 'student-reporting.pagination.cap'),
    );
    test(
      'reduces a larger page size to 200 (§4 rule 1)',
      ...requirement('list', 'student-reporting.pagination.over-cap'),
    );
  });
  for (const { operation, title, details, body } of others())
    test.describe(operation, () => test(title, details, body));
});
