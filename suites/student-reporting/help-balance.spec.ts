/**
 * Contract: contracts/student-reporting/help-balance.yaml
 * Source: §4 (endpoints), §7 (errors), §8 (limits), §9 (versions)
 */
import { contractTests, test } from '../../src/playwright/index.ts';

const { aspectTests } = await contractTests('student-reporting/help-balance', { except: ['access'] });

test.describe('help-balance', () => {
  for (const { operation, title, details, body } of aspectTests())
    test.describe(operation, () => test(title, details, body));
});
