/**
 * Contract: contracts/student-reporting/service-description.yaml
 * Source: §4 (endpoints), §7 (errors), §8 (limits), §9 (versions)
 */
import { contractTests, test } from '../../src/playwright/index.ts';

const { aspectTests } = await contractTests('student-reporting/service-description', { except: ['access'] });

test.describe('service-description', () => {
  for (const { operation, title, details, body } of aspectTests())
    test.describe(operation, () => test(title, details, body));
});
