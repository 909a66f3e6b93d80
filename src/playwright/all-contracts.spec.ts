/** The tests of all contracts of the target, for a project without suites of its own. */
import { contractTests } from './contract-test.ts';
import { test } from './fixtures.ts';

const { aspectTests } = await contractTests();

for (const { service, endpoint, operation, mode, title, details, body } of aspectTests())
  test.describe(`${service} › ${endpoint}`, () => {
    test.describe(operation, () => {
      test.describe.configure({ mode });
      test(title, details, body);
    });
  });
