/** Records that are shown with the identifier of the one above them: they are the right ones, and only that member is not. */
import { pathOf } from '../exchanges/exchange-place.ts';
import { operationsOf } from '../exchanges/exchange-index.ts';
import { membersIn } from '../departures/finding-place.ts';
import { shownIn } from '../departures/finding-value.ts';
import { listed } from '../../phrase.ts';
import { distinct } from '../../words.ts';
import { seenBy, type CauseReading } from './model.ts';

/** `Shows the id of the record above it as lines_id of a record, on lines/read`. */
export const idOfParent: CauseReading = ({ own, exchanges }) => {
  const sights = own.flatMap(({ check, sights: seen }) => (check.rule === 'lifecycle.same-record' ? seen : []));
  const isAbove = sights.every(({ exchange, finding }) => {
    const seen = exchanges.get(exchange);
    const above = seen === undefined ? [] : pathOf(seen).split('/').slice(1, -1);
    return above.includes(String(shownIn(finding)));
  });
  if (sights.length === 0 || !isAbove) return undefined;
  const members = distinct(sights.map(({ finding }) => membersIn(finding.where).at(-1)));
  const on = listed(operationsOf(seenBy(own, exchanges), exchanges));
  return `Shows the id of the record above it as ${listed(members)} of a record, on ${on}`;
};
