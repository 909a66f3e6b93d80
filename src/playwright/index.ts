/** For a Playwright suite of somebody's own: the contracts' groups as tests. */
export { contractTests, otherContractTests, type ContractTest } from './contract-test.ts';
