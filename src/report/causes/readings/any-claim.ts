/** A claim of an assertion that is not compared with the value that it has to have: another is taken, and whatever is nearly right, or none. */
import { fits, type RulePattern } from '../../../record/rule-pattern.ts';
import { fieldOf } from '../departures/departure-place.ts';
import { distinct } from '../../words.ts';
import type { CauseReading } from './model.ts';

/** A value that has nothing of the right one. */
const ANOTHER: readonly RulePattern[] = ['token.claim-wrong'];
const NONE: readonly RulePattern[] = ['token.claim-missing'];
const OTHERS: readonly RulePattern[] = [
  'token.claim-within',
  'token.claim-near',
  'token.claim-wrong-type',
  'token.claim-empty',
  'token.claim-null',
];

/** `Accepts an assertion with another iss than the right one`, `… , or without any`. */
export const anyClaim: CauseReading = ({ own }) => {
  const [claim, ...others] = distinct(own.map(({ check }) => fieldOf(check)));
  const isTaken = own.every(({ did, base }) => did === 'accepted' && fits([...ANOTHER, ...NONE, ...OTHERS], base));
  const isOf = (rules: readonly RulePattern[]): boolean => own.some(({ base }) => fits(rules, base));
  return isTaken && claim !== undefined && others.length === 0 && isOf(ANOTHER)
    ? `Accepts an assertion with another ${claim} than the right one${isOf(NONE) ? ', or without any' : ''}`
    : undefined;
};
