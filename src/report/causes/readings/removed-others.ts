/** Records that nobody named and that are gone: they were removed with one that was, and not changed. */
import { placed } from '../departures/cause-place.ts';
import { fits } from '../../../record/rule-pattern.ts';
import type { CauseReading } from './model.ts';

/** `Removes records that nobody named on orders/delete: 404 instead of 200`. */
export const removedOthers: CauseReading = ({ own, report }) => {
  const told = own.filter(({ check }) => fits(['lifecycle.others-kept', 'lifecycle.sibling-stays'], check.rule));
  const [first] = told.flatMap(({ sights }) => sights);
  const isGone = told.every(({ sights }) => sights.every(({ status }) => status === 404 || status === 410));
  return first === undefined || !isGone || told.length < own.length
    ? undefined
    : placed(`Removes records that nobody named: ${first.status ?? ''} instead of 200`, told, report);
};
