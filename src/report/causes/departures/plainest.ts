/** What is let through though it has less wrong with it than something else that is: the plainest of them says it. */
import { fits, type RulePattern } from '../../../record/rule-pattern.ts';
import type { Departure } from './departure.ts';
import { fieldOf } from './departure-place.ts';

/** Whoever takes what the first tries takes what the others try, without looking. */
const FOLLOWS: readonly (readonly [plain: RulePattern, these: readonly RulePattern[]])[] = [
  ['input.unknown-reference', ['input.deleted-reference', 'input.foreign-reference']],
];

/** Without those that follow from others of them, of the same member. */
export function plainest(own: readonly Departure[]): readonly Departure[] {
  const isPlain = (one: Departure, rule: RulePattern, { check }: Departure): boolean =>
    one.did === 'accepted' && fits([rule], one.base) && fieldOf(one.check) === fieldOf(check);
  return own.filter(
    (one) =>
      one.did !== 'accepted' ||
      !FOLLOWS.some(([rule, these]) => fits(these, one.base) && own.some((other) => isPlain(other, rule, one))),
  );
}
