/** What becomes of odd texts and numbers, and of what was refused. What else is tried on a body: `contracts/common/input.yaml`. */
import { noTraceListed } from './no-trace-listed.ts';
import { noTrace } from './no-trace.ts';
import { numberText } from './number-text.ts';
import { textTrap } from './text-trap.ts';

export const inputRules = [textTrap, numberText, noTrace, noTraceListed] as const;
