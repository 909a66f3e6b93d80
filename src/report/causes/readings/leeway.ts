/** Assertions that are let through a while outside of their time, and no longer a good while outside: a leeway for clocks that is too long. */
import { number } from '../../../record/counted.ts';
import { listed } from '../../phrase.ts';
import { distinct } from '../../words.ts';
import { ofSameOperation } from '../departures/same-operation.ts';
import type { CauseReading } from './model.ts';

/** How the assertions are called that each of these tries. */
const OUTSIDE: Readonly<Record<string, string>> = {
  'token.expired': 'expired',
  'token.issued-in-future': 'issued in the future',
  'token.not-yet-valid': 'not yet valid',
};

/** So many seconds outside of their time, beside what is tolerated, the nearest are; and those of the tries of that key. */
export const TRIED = { nearest: 600, farthest: 72_000, key: 'by-hours' };

/** `Accepts assertions outside of their time (expired and not yet valid) with a leeway of more than 600 seconds, and less than 72,000`. */
export const leeway: CauseReading = ({ own, report }) => {
  const [first] = own;
  if (first === undefined || !own.every(({ did, check }) => did === 'accepted' && check.rule in OUTSIDE))
    return undefined;
  const rules = new Set(own.map(({ check }) => check.rule));
  // Of what is not tried so far outside nothing is known: it may not be looked at.
  const farthest = ofSameOperation(first.check, report).filter(({ rule, key }) => rules.has(rule) && key === TRIED.key);
  if (farthest.length === 0 || !farthest.every(({ verdict }) => verdict === 'pass')) return undefined;
  const which = listed(distinct(own.map(({ check }) => OUTSIDE[check.rule])));
  return `Accepts assertions outside of their time (${which}) with a leeway of more than ${number(TRIED.nearest)} seconds, and less than ${number(TRIED.farthest)}`;
};
