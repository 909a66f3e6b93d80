/** Selectors by the name that `each` uses. scripts/docs/case-terms.ts describes each. */
import type { Selector } from '../items.ts';
import { claimSelectors } from './claims.ts';
import { fieldSelectors } from './fields.ts';
import { operationSelectors } from './operation.ts';
import { querySelectors } from './query.ts';
import { pagingSelectors } from './paging.ts';

export const SELECTORS: Readonly<Record<string, Selector>> = {
  ...claimSelectors,
  ...fieldSelectors,
  ...operationSelectors,
  ...pagingSelectors,
  ...querySelectors,
};
