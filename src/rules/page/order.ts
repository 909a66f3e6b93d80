import { show, type Json } from '../../record/json.ts';
import { at } from '../../record/pointer.ts';
import { orderOf } from '../../record/paging/order.ts';
import { finding } from '../evidence.ts';
import { ofUnchanged, pageRule } from './page-rule.ts';

export const order = pageRule(
  {
    id: 'page.order',
    title: 'The order of records is total and stable',
    fails: 'brings records out of order on a walk: {actual}',
    explain:
      'Records come in the order that the contract names over the whole walk: of their identifiers, unless it names another member. Texts are compared by their characters.',
    covers: ['I06'],
    quiet: true,
  },
  ofUnchanged((list, { uid, style }) => {
    const by = orderOf(style);
    const isOwn = by?.by === undefined;
    const descending = by?.descending === true;
    let before: Json | undefined;
    for (const page of list) {
      const values = isOwn ? page.uids : page.seen.records.map((record) => at(record, by.by ?? uid));
      for (const value of values) {
        const isFirst = before === undefined;
        const direction = isFirst ? -1 : compared(before, value);
        const isRight = isComparable(value) && (descending ? direction > 0 : direction < 0);
        // Several records may have the same value, but no two the same identifier.
        if (!isFirst ? !isRight && !(direction === 0 && !isOwn) : !isComparable(value))
          return [
            finding(
              page.exchange,
              'walk',
              `${descending ? 'descending' : 'ascending'} ${isOwn ? 'uids' : (by.by ?? '')}`,
              `${show(value)} after ${isFirst ? '-Infinity' : show(before)}`,
            ),
          ];
        before = value;
      }
    }
    return [];
  }),
);

function isComparable(value: Json | undefined): value is number | string {
  return typeof value === 'number' || typeof value === 'string';
}

/** Not a number where the two cannot be compared. */
function compared(one: Json | undefined, other: Json | undefined): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  if (typeof one !== 'string' || typeof other !== 'string') return Number.NaN;
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
