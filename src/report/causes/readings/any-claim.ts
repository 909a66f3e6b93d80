/** A claim of an assertion that is not compared with the value that it has to have: another is taken, and whatever is nearly right too. */
import { fits, type RulePattern } from '../../../record/rule-pattern.ts';
import { fieldOf } from '../departures/departure-place.ts';
import { distinct } from '../../words.ts';
import type { CauseReading } from './model.ts';

/** A value that has nothing of the right one. */
const ANOTHER: RulePattern = 'token.claim-wrong';
/** One that a comparison takes which is not exact. */
const NEARLY: readonly RulePattern[] = ['token.claim-within', 'token.claim-near', ANOTHER];

/** `Accepts an assertion with another iss than the right one`. */
export const anyClaim: CauseReading = ({ own }) => {
  const [claim, ...others] = distinct(own.map(({ check }) => fieldOf(check)));
  const isTaken = own.every(({ did, base }) => did === 'accepted' && fits(NEARLY, base));
  return isTaken && claim !== undefined && others.length === 0 && own.some(({ base }) => fits([ANOTHER], base))
    ? `Accepts an assertion with another ${claim} than the right one`
    : undefined;
};
