/** What `each` may name: of an operation, the things that a row is repeated for. A new selector is a line of one of these tables. */
import { claimSelectors } from './claims.ts';
import { fieldSelectors } from './fields.ts';
import type { NamedSelector } from './model.ts';
import { operationSelectors } from './operation.ts';
import { querySelectors } from './query.ts';
import { pagingSelectors } from './paging.ts';

export const SELECTORS: Readonly<Record<string, NamedSelector>> = {
  ...claimSelectors,
  ...fieldSelectors,
  ...operationSelectors,
  ...pagingSelectors,
  ...querySelectors,
};
