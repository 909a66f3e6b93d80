import { contractTests } from '../src/playwright/contract-test.ts';
import { test } from '../src/playwright/fixtures.ts';

// Playwright schedules the tests of a file in quadratic time unless the file has a hook like this.
test.beforeAll(() => undefined);

for (const { version, endpoint, operation, configure, tests } of await contractTests('partner-onboarding'))
  test.describe(version, () => {
    test.describe(endpoint, () => {
      test.describe(operation, () => {
        test.describe.configure(configure);
        for (const { title, details, body } of tests) test(title, details, body);
      });
    });
  });
