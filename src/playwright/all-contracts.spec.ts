/** The tests of all contracts of the target, for a project without suites of its own. */
import { contractTests } from './contract-test.ts';
import { test } from './fixtures.ts';

const { aspectTests } = await contractTests();

for (const { service, endpoint, operation, title, details, body } of aspectTests())
  test.describe(`${service} › ${endpoint}`, () => {
    test.describe(operation, () => test(title, details, body));
  });
