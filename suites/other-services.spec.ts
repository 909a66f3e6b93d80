import { otherContractTests } from '../src/playwright/contract-test.ts';
import { test } from '../src/playwright/fixtures.ts';

// Playwright schedules the tests of a file in quadratic time unless the file has a hook like this.
test.beforeAll(() => undefined);

// Services under contract in a project of somebody's own.
const own = ['partner-onboarding', 'student-reporting'];
for (const { version, endpoint, operation, configure, tests } of await otherContractTests(own))
  test.describe(version, () => {
    test.describe(endpoint, () => {
      test.describe(operation, () => {
        test.describe.configure(configure);
        for (const { title, details, body } of tests) test(title, details, body);
      });
    });
  });
