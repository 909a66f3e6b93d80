/**
 * Contract: contracts/student-reporting/students.yaml
 * Source: §2 (fields), §3 (states), §4 (endpoints), §7 (errors), §8 (limits)
 */
import { contractTests, test } from '../../src/playwright/index.ts';

const { requirement, aspectTests } = await contractTests('student-reporting/students', { except: ['access'] });

test.describe('students', () => {
  test.describe('create', () => {
    test('accepts a TFN (§7)', ...requirement('create', 'students.tfn-accepted'));
    test('warns that a TFN is not verified (§7)', ...requirement('create', 'students.tfn-warning'));
    test('accepts a CHESSN (§7)', ...requirement('create', 'students.chessn-accepted'));
    test('warns that a CHESSN is not verified (§7)', ...requirement('create', 'students.chessn-warning'));
    test('accepts address details (§7)', ...requirement('create', 'students.address-accepted'));
    test('warns that address details are not verified (§7)', ...requirement('create', 'students.address-warning'));
    test('marks a warning by its severity (§7)', ...requirement('create', 'students.warning-form'));
    test('returns no warning without TFN, CHESSN and address (§7)', ...requirement('create', 'students.no-warning'));
    test(
      'stores citizenships and disabilities with the student (§7)',
      ...requirement('create', 'students.nested-records'),
    );
    test('rejects a correlation_id with outer spaces (§2)', ...requirement('create', 'correlation.spaces'));
    test(
      'returns each error with the status and body of its kind (§7)',
      ...requirement('create', 'errors.refusal-form'),
    );
  });
  test.describe('list', () => {
    test('returns complete lists without pagination (§4 rule 5)', ...requirement('list', 'pagination.enforced-once'));
  });
  for (const { operation, title, details, body } of aspectTests())
    test.describe(operation, () => test(title, details, body));
});
