/** Pages that overlap: the last record of each comes again as the first of the next. */
import { sameJson } from '../../../record/json.ts';
import type { Exchange } from '../../../record/exchange.ts';
import { operationsOf, type ExchangeIndex } from '../exchanges/exchange-index.ts';
import { caseOf } from '../exchanges/exchange-place.ts';
import { listShown } from '../exchanges/parts-of-json.ts';
import { listed } from '../../phrase.ts';
import { seenBy, type CauseReading } from './model.ts';

/** `Brings a record twice: the last of each page again as the first of the next, on orders/list`. */
export const overlappingPages: CauseReading = ({ own, exchanges }) => {
  const told = own.filter(({ check }) => check.rule === 'page.no-duplicates');
  const pages = told.flatMap(({ sights }) =>
    sights.flatMap(({ exchange, finding }) => (finding.kind === 'again' ? (exchanges.get(exchange) ?? []) : [])),
  );
  return pages.length > 0 && pages.every((page) => beginsAsEnded(page, exchanges))
    ? `Brings a record twice: the last of each page again as the first of the next, on ${listed(operationsOf(seenBy(told, exchanges), exchanges))}`
    : undefined;
};

function beginsAsEnded(page: Exchange, { all, operationOf }: ExchangeIndex): boolean {
  const walk = all.filter((one) => caseOf(one) === caseOf(page) && operationOf(one) === operationOf(page));
  const before = walk[walk.indexOf(page) - 1];
  const first = listShown(page)[0];
  return first !== undefined && before !== undefined && sameJson(first, listShown(before).at(-1));
}
