/** The corpus: entries about answers as they come, and about cases that are tried. */
import type { Legal } from './legal.ts';
import { answers } from './passive/answers.ts';
import { duties } from './passive/duties.ts';

export const corpus: readonly Legal[] = [...answers, ...duties];
