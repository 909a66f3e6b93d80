/** What `sequence` may name. */
import type { Sequence } from './model.ts';
import { tokenUsed } from './token-used.ts';

export const SEQUENCES: Readonly<Record<string, Sequence>> = {
  'token-used': tokenUsed,
};
