/** All scenarios, in the order of the catalogues that they belong to. */
import type { Template } from '../plan/catalogue/template.ts';
import { accessScenarios } from './access.ts';
import { conditionalScenarios } from './conditional.ts';
import { inputKeptScenarios } from './input-kept.ts';
import { inputKeysScenarios } from './input-keys.ts';
import { inputRejectedScenarios } from './input-rejected.ts';
import { inputStoredScenarios } from './input-stored.ts';
import { lifecycleAccessScenarios } from './lifecycle-access.ts';
import { lifecycleBatchScenarios } from './lifecycle-batch.ts';
import { lifecycleCreateScenarios } from './lifecycle-create.ts';
import { lifecycleDeleteScenarios } from './lifecycle-delete.ts';
import { lifecycleReadScenarios } from './lifecycle-read.ts';
import { lifecycleReplaceScenarios } from './lifecycle-replace.ts';
import { lifecycleSumScenarios } from './lifecycle-sum.ts';
import { lifecycleUpdateScenarios } from './lifecycle-update.ts';
import { lifecycleUpdateListedScenarios } from './lifecycle-update-listed.ts';
import { mediaScenarios } from './media.ts';
import { methodScenarios } from './method.ts';
import { pageScenarios } from './page.ts';
import { queryScenarios } from './query.ts';
import { rangeScenarios } from './range.ts';
import { tokenScenarios } from './token.ts';

/** By the name of their file. */
const FILES: Readonly<Record<string, readonly Template[]>> = {
  access: accessScenarios,
  conditional: conditionalScenarios,
  'input-stored': inputStoredScenarios,
  'input-kept': inputKeptScenarios,
  'input-keys': inputKeysScenarios,
  'input-rejected': inputRejectedScenarios,
  'lifecycle-create': lifecycleCreateScenarios,
  'lifecycle-batch': lifecycleBatchScenarios,
  'lifecycle-update': lifecycleUpdateScenarios,
  'lifecycle-update-listed': lifecycleUpdateListedScenarios,
  'lifecycle-replace': lifecycleReplaceScenarios,
  'lifecycle-delete': lifecycleDeleteScenarios,
  'lifecycle-access': lifecycleAccessScenarios,
  'lifecycle-read': lifecycleReadScenarios,
  'lifecycle-sum': lifecycleSumScenarios,
  method: methodScenarios,
  media: mediaScenarios,
  page: pageScenarios,
  query: queryScenarios,
  range: rangeScenarios,
  token: tokenScenarios,
};

export const SCENARIOS: readonly Template[] = Object.entries(FILES).flatMap(([name, scenarios]) =>
  scenarios.map((one) => ({ ...one, file: `src/scenarios/${name}.ts` })),
);
