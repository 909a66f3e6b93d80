/** Page numbers that all differ from what is due by the same: they count from another number. */
import { fits, type RulePattern } from '../../../record/rule-pattern.ts';
import { listed } from '../../phrase.ts';
import type { Departure } from '../departures/departure.ts';
import { operationsOf } from '../exchanges/exchange-index.ts';
import { groupBy } from '../../../record/group-by.ts';
import { seenBy, type CauseReading } from './model.ts';

/** Departures of one key, whichever page is named. */
const SHIFTED = 'page numbers shifted';

const OF_NUMBERS: readonly RulePattern[] = ['page.headers', 'page.next', 'page.previous'];

/** `Tells page numbers that are 1 too low on orders/list: the first page is told as 0`. */
export const shiftedPages: CauseReading = ({ own, exchanges }) => {
  const [first] = own;
  if (first === undefined || !own.every(({ key }) => key.startsWith(SHIFTED))) return undefined;
  const by = Number(first.key.split(' ').at(-1));
  const words = `${Math.abs(by)} too ${by < 0 ? 'low' : 'high'}`;
  return `Tells page numbers that are ${words} on ${listed(operationsOf(seenBy(own, exchanges), exchanges))}: the first page is told as ${1 + by}`;
};

/** The key of all that is wrong with page numbers in a version, where the pages themselves are called by such numbers. */
export function keysOfPageNumbers(departures: readonly Departure[]): (one: Departure) => string | undefined {
  const told = departures.filter(({ check }) => fits(OF_NUMBERS, check.rule));
  const byVersion = groupBy(told, versionOf);
  const keys = new Map(
    [...byVersion].flatMap(([version, own]) => {
      const current = own.filter(({ check }) => check.rule === 'page.headers').flatMap(({ sights }) => sights);
      // Who gives the first page for another tells of that one rightly.
      const isOfFirst = current.some(({ finding: { asked, came } }) => asked === '1' && came !== undefined);
      const [by, ...others] = new Set(own.flatMap(shiftsIn));
      return by !== undefined && others.length === 0 && isOfFirst
        ? [[version, `${SHIFTED} ${version} ${by}`] as const]
        : [];
    }),
  );
  return (one) => (fits(OF_NUMBERS, one.check.rule) ? keys.get(versionOf(one)) : undefined);
}

/** By how much the numbers differ that it found where others are due. */
function shiftsIn({ sights }: Departure): readonly number[] {
  return sights.flatMap(({ finding: { asked, came } }) =>
    asked === undefined || came === undefined ? [] : [Number(came) - Number(asked)],
  );
}

function versionOf({ check }: Departure): string {
  return `${check.service}@${check.spec}`;
}
