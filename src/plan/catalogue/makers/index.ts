/** What `{ $make: name }` may name: values that depend on the contract. A new maker is a line of one of these tables. */
import { claimMakers } from './claims.ts';
import { fieldMakers } from './fields.ts';
import { listMakers } from './lists.ts';
import type { NamedMaker } from './model.ts';
import { operationMakers } from './operation.ts';

export const MAKERS: Readonly<Record<string, NamedMaker>> = {
  ...claimMakers,
  ...fieldMakers,
  ...listMakers,
  ...operationMakers,
};
