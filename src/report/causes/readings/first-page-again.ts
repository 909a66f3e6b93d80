/** The first page comes again, whatever page is asked for. */
import { sameJson } from '../../../record/json.ts';
import type { Exchange } from '../../../record/exchange.ts';
import { operationsOf, type ExchangeIndex } from '../exchanges/exchange-index.ts';
import { caseOf } from '../exchanges/exchange-place.ts';
import { listShown } from '../exchanges/parts-of-json.ts';
import { listed } from '../../phrase.ts';
import { seenBy, type CauseReading } from './model.ts';

/** `Brings the first page of orders/list whatever page is asked for`. */
export const firstPageAgain: CauseReading = ({ own, exchanges }) => {
  const pages = seenBy(
    own.filter(({ check }) => check.rule === 'page.headers'),
    exchanges,
  );
  return pages.length > 0 && pages.every((page) => isFirstAgain(page, exchanges))
    ? `Brings the first page of ${listed(operationsOf(pages, exchanges))} whatever page is asked for`
    : undefined;
};

function isFirstAgain(page: Exchange, { all, operationOf }: ExchangeIndex): boolean {
  const first = all.find((one) => caseOf(one) === caseOf(page) && operationOf(one) === operationOf(page));
  if (first === undefined || first === page) return false;
  const records = listShown(first);
  return records.length > 0 && sameJson(listShown(page), records);
}
