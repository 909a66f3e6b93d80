/**
 * Contract: contracts/student-reporting/courses-on-campus-tac-offers.yaml
 * Source: §2 (fields), §3 (states), §4 (endpoints), §7 (errors), §8 (limits), §9 (versions)
 */
import { contractTests, test } from '../../src/playwright/index.ts';

const { requirement, aspectTests } = await contractTests('student-reporting/courses-on-campus-tac-offers', {
  except: ['access'],
});

test.describe('courses-on-campus-tac-offers', () => {
  test.describe('create', () => {
    test('accepts a single offer as an object (§4)', ...requirement('create', 'tac-offers.single-object'));
    test('rejects an array (§4)', ...requirement('create', 'tac-offers.array-refused'));
    test('accepts an array in versions with the array form (§9)', ...requirement('create', 'tac-offers.array-before'));
    test('requires the code of the offer (§2)', ...requirement('create', 'tac-offers.code-required'));
  });
  test.describe('list', () => {
    test(
      'ignores page headers where pagination is not supported (§4 rule 5)',
      ...requirement('list', 'pagination.ignored'),
    );
  });
  for (const { operation, title, details, body } of aspectTests())
    test.describe(operation, () => test(title, details, body));
});
