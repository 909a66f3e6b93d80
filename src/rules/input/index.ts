/** Rules about what is sent that have a file of their own. */
import { arrayForText } from './array-for-text.ts';
import { leadingZero } from './leading-zero.ts';
import { longestAstral } from './longest-astral.ts';
import { numberText } from './number-text.ts';
import { textTrap } from './text-trap.ts';
import { tooLongAstral } from './too-long-astral.ts';

export const furtherInputRules = [textTrap, longestAstral, tooLongAstral, numberText, leadingZero, arrayForText] as const;
