/**
 * Contract: contracts/student-reporting/loans.yaml
 * Source: §2 (fields), §3 (states), §4 (endpoints), §7 (errors), §8 (limits), §9 (versions)
 */
import { contractTests, test } from '../../src/playwright/index.ts';

const { requirement, aspectTests } = await contractTests('student-reporting/loans', { except: ['access'] });

test.describe('loans', () => {
  test.describe('list', () => {
    test('returns complete lists without pagination (§4 rule 5)', ...requirement('list', 'pagination.enforced-once'));
  });
  for (const { operation, title, details, body } of aspectTests())
    test.describe(operation, () => test(title, details, body));
});
