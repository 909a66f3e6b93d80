/** All rules with a judge. Each module exports a list of its rules; add a new module here. */
import { accessRules } from './access.ts';
import { bodyRules } from './body.ts';
import { conditionalRules } from './conditional.ts';
import { definitionRules } from './definition.ts';
import { headerRules } from './header.ts';
import { httpCachingRules } from './http-caching.ts';
import { httpContentRules } from './http-content.ts';
import { httpHeaderRules } from './http-headers.ts';
import { httpJsonRules } from './http-json.ts';
import { httpSecurityRules } from './http-security.ts';
import { httpStatusRules } from './http-status.ts';
import { inputRules } from './input.ts';
import { lifecycleBatchRules } from './lifecycle-batch.ts';
import { lifecycleConcurrencyRules } from './lifecycle-concurrency.ts';
import { lifecycleCreateRules } from './lifecycle-create.ts';
import { lifecycleReadRules } from './lifecycle-read.ts';
import { lifecycleUpdateRules } from './lifecycle-update.ts';
import { mediaRules } from './media.ts';
import { methodGetRules } from './method-get.ts';
import { methodOtherRules } from './method-other.ts';
import { outcomeRules } from './outcome.ts';
import { pageHeaderRules } from './page-headers.ts';
import { pageTraversalRules } from './page-traversal.ts';
import { pageRules } from './page.ts';
import { pathRules } from './path.ts';
import { queryRules } from './query.ts';
import { rawRules } from './raw.ts';
import { storeRules } from './store.ts';
import { tokenRules } from './token.ts';
import { warningRules } from './warning.ts';

export const CASE_RULES = sortedById([
  ...accessRules,
  ...bodyRules,
  ...conditionalRules,
  ...definitionRules,
  ...headerRules,
  ...inputRules,
  ...lifecycleBatchRules,
  ...lifecycleConcurrencyRules,
  ...lifecycleCreateRules,
  ...lifecycleReadRules,
  ...lifecycleUpdateRules,
  ...mediaRules,
  ...methodGetRules,
  ...methodOtherRules,
  ...outcomeRules,
  ...pageHeaderRules,
  ...pageTraversalRules,
  ...pageRules,
  ...pathRules,
  ...queryRules,
  ...rawRules,
  ...storeRules,
  ...tokenRules,
  ...warningRules,
]);

export const PASSIVE_RULES = sortedById([
  ...httpCachingRules,
  ...httpContentRules,
  ...httpHeaderRules,
  ...httpJsonRules,
  ...httpSecurityRules,
  ...httpStatusRules,
]);

/** Sorts rules by id, which is the order of reports and of generated documents. */
function sortedById<const Rules extends readonly { readonly id: string }[]>(rules: Rules): readonly Rules[number][] {
  return [...rules].sort((left, right) => (left.id < right.id ? -1 : 1));
}
