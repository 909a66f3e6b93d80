/**
 * Contract: contracts/student-reporting/unit-enrolments.yaml
 * Source: §2 (fields), §3 (states), §4 (endpoints, pagination rules 1 to 4), §7 (errors), §8 (limits), §9 (versions)
 */
import { contractTests, test } from '../../src/playwright/index.ts';

const { requirement, aspectTests } = await contractTests('student-reporting/unit-enrolments', { except: ['access'] });

test.describe('unit-enrolments', () => {
  test.describe('list', () => {
    test('returns at most 200 records per page (§4 rule 1)', ...requirement('list', 'pagination.cap'));
    test('accepts a page size over 200 (§4 rule 1)', ...requirement('list', 'pagination.over-cap'));
    test(
      'takes the page and its size from request headers (§4 rule 2)',
      ...requirement('list', 'pagination.request-headers'),
    );
    test(
      'rejects a page or size that is not a positive integer (§4 rule 2)',
      ...requirement('list', 'pagination.bad-values'),
    );
    test(
      'states the current page in response headers (§4 rule 3)',
      ...requirement('list', 'pagination.response-headers'),
    );
    test('states the next and the previous page (§4 rule 3)', ...requirement('list', 'pagination.next-and-previous'));
    test('states the number of pages (§4 rule 3)', ...requirement('list', 'pagination.total'));
    test('returns only the first 200 records without pagination (§4 rule 4)', ...requirement('list', 'pagination.off'));
    test('sends no page headers without pagination (§4 rule 4)', ...requirement('list', 'pagination.off-no-headers'));
  });
  test.describe('update', () => {
    test('rejects a change of the census date (§9)', ...requirement('update', 'unit-enrolments.census-date-fixed'));
  });
  for (const { operation, title, details, body } of aspectTests())
    test.describe(operation, () => test(title, details, body));
});
