import { test } from '@playwright/test';
import { contractTests } from '../src/playwright/contract-test.ts';

// Playwright schedules the tests of a file in quadratic time unless the file has a hook like this.
test.beforeAll(() => undefined);

for (const { title, details, replay } of await contractTests('partner-onboarding')) {
  // The empty pattern is how Playwright is told that no fixture is needed.
  test(title, details, async ({}, info) => replay(info));
}
