/**
 * Contract: contracts/student-reporting/student-citizenships.yaml
 * Source: §2 (fields), §3 (states), §4 (endpoints), §7 (errors), §8 (limits)
 */
import { contractTests, test } from '../../src/playwright/index.ts';

const { requirement, aspectTests } = await contractTests('student-reporting/student-citizenships', {
  except: ['access'],
});

test.describe('student-citizenships', () => {
  test.describe('list', () => {
    test(
      'ignores page headers where pagination is not supported (§4 rule 5)',
      ...requirement('list', 'pagination.ignored'),
    );
  });
  for (const { operation, title, details, body } of aspectTests())
    test.describe(operation, () => test(title, details, body));
});
