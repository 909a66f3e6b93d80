/**
 * Contract: contracts/student-reporting/courses-on-campus.yaml
 * Source: §2 (fields), §3 (states), §4 (endpoints), §7 (errors), §8 (limits)
 */
import { contractTests, test } from '../../src/playwright/index.ts';

const { requirement, aspectTests } = await contractTests('student-reporting/courses-on-campus', { except: ['access'] });

test.describe('courses-on-campus', () => {
  test.describe('create', () => {
    test(
      'accepts several TAC offers within a course on campus (§4)',
      ...requirement('create', 'tac-offers.several-in-course-on-campus'),
    );
  });
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
