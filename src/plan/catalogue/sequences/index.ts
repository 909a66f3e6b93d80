/** What `sequence` may name. */
import type { Sequence } from './model.ts';
import { eachListed } from './each-listed.ts';
import { noTrace } from './no-trace.ts';
import { tokenUsed } from './token-used.ts';
import { writtenAndRead } from './written-and-read.ts';

export const SEQUENCES: Readonly<Record<string, Sequence>> = {
  'token-used': tokenUsed,
  'written-and-read': writtenAndRead,
  'each-listed': eachListed,
  'no-trace': noTrace,
};
