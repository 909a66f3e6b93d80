/** What `sequence` may name. */
import { collection } from './collection.ts';
import { listed } from './listed.ts';
import type { Sequence } from './model.ts';
import { eachListed } from './each-listed.ts';
import { innerRecords } from './inner-records.ts';
import { narrowed } from './narrowed.ts';
import { noTrace } from './no-trace.ts';
import { oneByOne } from './one-by-one.ts';
import { queried, queriedBySeveral, sorted } from './queried.ts';
import { tokenUsed } from './token-used.ts';
import { writtenAndRead } from './written-and-read.ts';

export const SEQUENCES: Readonly<Record<string, Sequence>> = {
  collection,
  listed,
  'token-used': tokenUsed,
  'written-and-read': writtenAndRead,
  'each-listed': eachListed,
  'no-trace': noTrace,
  'one-by-one': oneByOne,
  'inner-records': innerRecords,
  queried,
  'queried-by-several': queriedBySeveral,
  narrowed,
  sorted,
};
