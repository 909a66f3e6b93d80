/** Records that a list shows as often as they have something below them: its query joins those. */
import { fits } from '../../../record/rule-pattern.ts';
import { listed } from '../../phrase.ts';
import { operationsOf } from '../exchanges/exchange-index.ts';
import { seenBy, type CauseReading } from './model.ts';

/** `Shows a record in orders/list once for each of its order-lines`. */
export const listedAgain: CauseReading = ({ own, exchanges }) => {
  if (own.length === 0 || !own.every(({ check }) => fits(['lifecycle.listed-once'], check.rule))) return undefined;
  if (own.some(({ sights }) => sights.some(({ finding }) => finding.actual === NOT_LISTED))) return undefined;
  const lists = operationsOf(seenBy(own, exchanges), exchanges);
  const parts = own.flatMap(({ check }) => check.key ?? []);
  return lists.length === 0 || parts.length === 0
    ? undefined
    : `Shows a record in ${listed(lists)} once for each of its ${listed(parts)}`;
};

/** `Lists a record twice once it was changed, on orders/list`. */
export const changedTwice: CauseReading = ({ own, exchanges }) => {
  const findings = own.flatMap(({ sights }) => sights.map(({ finding }) => finding));
  const isOfChanged = findings.length > 0 && own.every(({ check }) => fits(['lifecycle.order-kept'], check.rule));
  return isOfChanged && findings.every(({ kind }) => kind === 'again')
    ? `Lists a record twice once it was changed, on ${listed(operationsOf(seenBy(own, exchanges), exchanges))}`
    : undefined;
};

const NOT_LISTED = '0 times';
