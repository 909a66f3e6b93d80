/** API for Playwright suites: contract tests, and a matcher that compares responses with a contract. */
export { contractTests, type ContractTest, type ContractTestOptions, type ContractTests } from './contract-test.ts';
export { test, type Contract } from './fixtures.ts';
export type { ContractOperations, OperationId } from './operations.ts';
export { expect } from './to-conform.ts';
