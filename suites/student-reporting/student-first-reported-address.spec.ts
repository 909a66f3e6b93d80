/**
 * Contract: contracts/student-reporting/student-first-reported-address.yaml
 * Source: §2 (fields), §3 (states), §4 (endpoints), §7 (errors), §8 (limits)
 */
import { contractTests, test } from '../../src/playwright/index.ts';

const { aspectTests } = await contractTests('student-reporting/student-first-reported-address', { except: ['access'] });

test.describe('student-first-reported-address', () => {
  for (const { operation, title, details, body } of aspectTests())
    test.describe(operation, () => test(title, details, body));
});
