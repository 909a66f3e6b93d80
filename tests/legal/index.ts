/** The corpus: entries about answers as they come, and about cases that are tried. */
import { methods } from './active/methods.ts';
import { records } from './active/records.ts';
import { spellings } from './active/spellings.ts';
import { tokens } from './active/tokens.ts';
import { traffic } from './active/traffic.ts';
import type { Legal } from './legal.ts';
import { answers } from './passive/answers.ts';
import { duties } from './passive/duties.ts';
import { patience } from './passive/patience.ts';

export const corpus: readonly Legal[] = [
  ...answers,
  ...duties,
  ...patience,
  ...methods,
  ...tokens,
  ...traffic,
  ...records,
  ...spellings,
];
