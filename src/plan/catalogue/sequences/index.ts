/** What `sequence` may name. */
import { collection } from './collection.ts';
import { listed } from './listed.ts';
import type { Sequence } from './model.ts';
import { tokenUsed } from './token-used.ts';

export const SEQUENCES: Readonly<Record<string, Sequence>> = {
  collection,
  listed,
  'token-used': tokenUsed,
};
