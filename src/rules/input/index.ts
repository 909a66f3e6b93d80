/** Rules about what is sent that have a file of their own. */
import { arrayForText } from './array-for-text.ts';
import { finest } from './finest.ts';
import { leadingZero } from './leading-zero.ts';
import { longestAstral } from './longest-astral.ts';
import { lowest } from './lowest.ts';
import { noTraceListed } from './no-trace-listed.ts';
import { noTraceRead } from './no-trace-read.ts';
import { numberText } from './number-text.ts';
import { sameDay } from './same-day.ts';
import { textTrap } from './text-trap.ts';
import { tooFew } from './too-few.ts';
import { tooLongAstral } from './too-long-astral.ts';

export const furtherInputRules = [
  textTrap,
  longestAstral,
  tooLongAstral,
  numberText,
  leadingZero,
  arrayForText,
  lowest,
  finest,
  sameDay,
  tooFew,
  noTraceListed,
  noTraceRead,
] as const;
