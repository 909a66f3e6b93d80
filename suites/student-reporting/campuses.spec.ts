/**
 * Contract: contracts/student-reporting/campuses.yaml
 * Source: §2 (fields), §3 (states), §4 (endpoints, pagination rule 5), §7 (errors), §8 (limits)
 */
import { contractTests, test } from '../../src/playwright/index.ts';

const { requirement, aspectTests } = await contractTests('student-reporting/campuses', { except: ['access'] });

test.describe('campuses', () => {
  test.describe('list', () => {
    test('returns complete lists without pagination (§4 rule 5)', ...requirement('list', 'pagination.enforced-once'));
    test('supports optional pagination (§4 rule 5)', ...requirement('list', 'pagination.elsewhere'));
  });
  for (const { operation, title, details, body } of aspectTests())
    test.describe(operation, () => test(title, details, body));
});
