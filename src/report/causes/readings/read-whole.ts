/** Huge bodies that are read to their end and refused for what they say. */
import type { Exchange } from '../../../record/exchange.ts';
import { operationsOf } from '../exchanges/exchange-index.ts';
import { versionOf } from '../exchanges/exchange-place.ts';
import { listed } from '../../phrase.ts';
import { seenBy, type CauseReading } from './model.ts';

const HUGE = 'input.huge-body';
/** What says as little as a huge body does, and is short. */
const SHORT = 'input.wrong-top-level';

/** `Accepts huge bodies on orders/create as if their size did not matter: 400 for what they say instead of 413`. */
export const readWhole: CauseReading = ({ own, report, exchanges }) => {
  const [first] = own;
  const seen = seenBy(own, exchanges);
  if (first === undefined || seen.length === 0 || !own.every(({ base }) => base === HUGE)) return undefined;
  const ids = new Set(
    report.checks.flatMap((one) =>
      one.rule === SHORT ? one.evidence.map((id) => `${one.service}@${one.spec} ${id}`) : [],
    ),
  );
  const short = exchanges.all.filter((one) => ids.has(`${versionOf(one)} ${one.id}`));
  const isAlike = (a: Exchange, b: Exchange): boolean =>
    versionOf(a) === versionOf(b) &&
    exchanges.operationOf(a) === exchanges.operationOf(b) &&
    a.response?.status === b.response?.status &&
    a.response?.body === b.response?.body;
  const isRefused = seen.every(({ response }) => Math.floor((response?.status ?? 0) / 100) === 4);
  if (!isRefused || !seen.every((one) => short.some((other) => isAlike(one, other)))) return undefined;
  return `Accepts huge bodies on ${listed(operationsOf(seen, exchanges))} as if their size did not matter: ${first.was ?? ''} for what they say instead of 413`;
};
