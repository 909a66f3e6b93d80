/**
 * The access token in requests to every endpoint.
 * Contract: contracts/partner-onboarding/token.yaml
 * Source: §5 (authentication)
 */
import { contractTests, test } from '../../src/playwright/index.ts';

const access = await contractTests('partner-onboarding', { aspects: ['access'] });

for (const { endpoint, operation, title, details, body } of access.aspectTests())
  test.describe(endpoint, () => {
    test.describe(operation, () => test(title, details, body));
  });
