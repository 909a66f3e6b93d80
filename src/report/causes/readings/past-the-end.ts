/** A page past the end that holds records: which of those that there are. */
import { operationsOf } from '../exchanges/exchange-index.ts';
import { answeredJson } from '../exchanges/bodies.ts';
import { counted } from '../../../record/counted.ts';
import type { Exchange } from '../../../record/exchange.ts';
import type { Json } from '../../../record/json.ts';
import { fits, type RulePattern } from '../../../record/rule-pattern.ts';
import { pathOf, versionOf } from '../exchanges/exchange-place.ts';
import { listIn } from '../exchanges/parts-of-json.ts';
import { listed } from '../../phrase.ts';
import { seenBy, type CauseReading } from './model.ts';

const OF_THE_END: readonly RulePattern[] = ['page.past-the-end', 'page.beyond-the-end'];

/** `Answers a page past the end with the last page again (2 records) instead of an empty list on orders/list`. */
export const pastTheEnd: CauseReading = ({ own, exchanges }) => {
  const isOfRecords = own.every(
    ({ check, sights }) =>
      fits(OF_THE_END, check.rule) && sights.every(({ finding }) => finding.where === 'body records'),
  );
  const seen = seenBy(own, exchanges);
  const [first] = seen;
  if (!isOfRecords || first === undefined) return undefined;
  const [which, ...others] = new Set(seen.map((one) => pageShown(one, exchanges.all)));
  if (which === undefined || others.length > 0) return undefined;
  const count = counted(recordsOf(first).length, 'record');
  return `Answers a page past the end with ${which} again (${count}) instead of an empty list on ${listed(operationsOf(seen, exchanges))}`;
};

/** By where its records stand in the longest list that was shown there. */
function pageShown(one: Exchange, all: readonly Exchange[]): string | undefined {
  const own = recordsOf(one);
  const lists = all
    .filter(
      (other) =>
        other !== one &&
        other.group === one.group &&
        versionOf(other) === versionOf(one) &&
        other.request.method === 'GET' &&
        pathOf(other) === pathOf(one),
    )
    .map(recordsOf);
  const whole = lists.reduce((longest, list) => (list.length > longest.length ? list : longest), []);
  if (own.length === 0 || whole.length === 0) return undefined;
  const [isFirst, isLast] = [own[0] === whole[0], own.at(-1) === whole.at(-1)];
  if (isFirst && isLast) return 'the last page, which is the first one here,';
  if (isLast) return 'the last page';
  return isFirst ? 'the first page' : undefined;
}

function recordsOf(one: Exchange): readonly string[] {
  const answered = answeredJson(one);
  return one.response?.status === 200 && answered !== undefined
    ? listIn(answered).map((record: Json) => JSON.stringify(record))
    : [];
}
