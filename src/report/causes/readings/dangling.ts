/** Reads that break down where what a record refers to was to be deleted. */
import { fits } from '../../../record/rule-pattern.ts';
import { listed } from '../../phrase.ts';
import { operationsOf } from '../exchanges/exchange-index.ts';
import { seenBy, type CauseReading } from './model.ts';

/** `Answers 500 to the read of a record that refers to one which was to be deleted, on loans/read`. */
export const dangling: CauseReading = ({ own, exchanges }) => {
  const [first] = own;
  if (first?.kind !== 'breakdown' || !own.every(({ check }) => fits(['lifecycle.referring-read'], check.rule)))
    return undefined;
  const on = listed(operationsOf(seenBy(own, exchanges), exchanges));
  return `Answers ${first.was ?? 'nothing'} to the read of a record that refers to one which was to be deleted, on ${on}`;
};
