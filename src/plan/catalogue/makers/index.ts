/** What `{ $make: name }` may name: values that depend on the contract. A new maker is a line of one of these tables. */
import { claimMakers } from './claims.ts';
import { fieldMakers } from './fields.ts';
import { lifeMakers } from './life.ts';
import type { Maker } from './model.ts';
import { operationMakers } from './operation.ts';
import { textMakers } from './texts.ts';

export const MAKERS: Readonly<Record<string, Maker>> = {
  ...claimMakers,
  ...fieldMakers,
  ...lifeMakers,
  ...operationMakers,
  ...textMakers,
};
