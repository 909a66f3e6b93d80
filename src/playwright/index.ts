/** For Playwright suites of somebody's own: the contracts' groups as tests, and answers held against a contract. */
export { contractTests, otherContractTests, type ContractSuite, type ContractTest } from './contract-test.ts';
export { test, type Contract } from './fixtures.ts';
export { expect } from './to-conform.ts';
