/**
 * Contract: contracts/student-reporting/student-commonwealth-scholarships.yaml
 * Source: §2 (fields), §3 (states), §4 (endpoints), §7 (errors), §8 (limits)
 */
import { contractTests, test } from '../../src/playwright/index.ts';

const { requirement, aspectTests } = await contractTests('student-reporting/student-commonwealth-scholarships', {
  except: ['access'],
});

test.describe('student-commonwealth-scholarships', () => {
  test.describe('list', () => {
    test('returns complete lists without pagination (§4 rule 5)', ...requirement('list', 'pagination.enforced-once'));
    test(
      'ignores page headers where pagination is not supported (§4 rule 5)',
      ...requirement('list', 'pagination.ignored'),
    );
  });
  for (const { operation, title, details, body } of aspectTests())
    test.describe(operation, () => test(title, details, body));
});
