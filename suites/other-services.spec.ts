import { test } from '@playwright/test';
import { otherContractTests } from '../src/playwright/contract-test.ts';

// Playwright schedules the tests of a file in quadratic time unless the file has a hook like this.
test.beforeAll(() => undefined);

// Services under contract in a project of somebody's own.
for (const { title, details, replay } of await otherContractTests(['partner-onboarding', 'student-reporting'])) {
  // The empty pattern is how Playwright is told that no fixture is needed.
  test(title, details, async ({}, info) => replay(info));
}
