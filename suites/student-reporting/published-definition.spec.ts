/**
 * Contract: contracts/student-reporting/published-definition.yaml
 * Source: §4 (endpoints), §7 (errors), §8 (limits), §9 (versions)
 */
import { contractTests, test } from '../../src/playwright/index.ts';

const { aspectTests } = await contractTests('student-reporting/published-definition', { except: ['access'] });

test.describe('published-definition', () => {
  for (const { operation, title, details, body } of aspectTests())
    test.describe(operation, () => test(title, details, body));
});
