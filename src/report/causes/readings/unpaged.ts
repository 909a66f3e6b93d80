/** Lists that were asked for without paging, and have another number of records than is due. */
import { number } from '../../../record/counted.ts';
import { fits } from '../../../record/rule-pattern.ts';
import { operationsOf } from '../exchanges/exchange-index.ts';
import { listed } from '../../phrase.ts';
import { seenBy, type CauseReading } from './model.ts';

/** `Sends 201 records where no page is asked for, and not the first 200 alone, on orders/list`; `Ends after 100 of 199 records where …`. */
export const unpaged: CauseReading = ({ own, exchanges }) => {
  if (!own.every(({ check }) => fits(['page.not-enabled'], check.rule))) return undefined;
  const all = own
    .flatMap(({ sights }) => sights)
    .flatMap(({ finding: { asked, came } }) =>
      asked === undefined || came === undefined ? [] : [{ came: Number(came), due: Number(asked) }],
    )
    .toSorted((one, other) => other.due - one.due);
  const [first] = all;
  if (first === undefined) return undefined;
  const on = listed(operationsOf(seenBy(own, exchanges), exchanges));
  if (all.every(({ came, due }) => came > due))
    return `Sends ${number(first.came)} records where no page is asked for, and not the first ${number(first.due)} alone, on ${on}`;
  return all.every(({ came, due }) => came < due)
    ? `Ends after ${number(first.came)} of ${number(first.due)} records where no page is asked for, on ${on}`
    : undefined;
};
