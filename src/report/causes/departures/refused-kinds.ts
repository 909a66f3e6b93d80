/** For what requests are refused in another way than declared: all of a sort, a part of one, or a few kinds. */
import type { ExchangeIndex } from '../exchanges/exchange-index.ts';
import { memberTried } from '../../phrase.ts';
import { distinct } from '../../words.ts';
import { baseOf, type Departure, type JudgedReport } from './departure.ts';
import { narrowSortOf, sortsOf } from './refused-sorts.ts';
import { kindsOfRequest } from './request-kinds.ts';
import { ofSameOperation } from './same-operation.ts';

/** More kinds of request are not listed. */
const MOST = 3;

/** `assertions that are not good`, `missing values`, or a few kinds. */
export function refusedOf(
  own: readonly Departure[],
  report: JudgedReport,
  exchanges: ExchangeIndex,
): string | undefined {
  const bases = distinct(own.map(({ base }) => base));
  if (bases.length > 1 && !isRightOf(own, report, (base) => sortsOf([base])))
    return sortsOf(bases) ?? 'whatever is wrong';
  return fewKinds(own, report, exchanges);
}

/** A part of a sort, where no refusal of such a one is as it should be. */
export function partOf(own: readonly Departure[], report: JudgedReport): string | undefined {
  const part = narrowSortOf(distinct(own.map(({ base }) => base)));
  return part === undefined || isRightOf(own, report, (base) => narrowSortOf([base])) ? undefined : part;
}

/** Whether others of these sorts are refused there as they should be. */
function isRightOf(
  own: readonly Departure[],
  report: JudgedReport,
  sortOf: (base: string) => string | undefined,
): boolean {
  // What a contract wants refused besides is of no sort.
  const sorts = new Set(own.flatMap(({ base }) => sortOf(base) ?? []));
  return own.some(({ check }) =>
    ofSameOperation(check, report).some(
      (other) => other.rule === 'outcome.form' && other.verdict === 'pass' && sorts.has(sortOf(baseOf(other)) ?? ''),
    ),
  );
}

/** The kinds of request, where those are few, or all about one thing. */
function fewKinds(own: readonly Departure[], report: JudgedReport, exchanges: ExchangeIndex): string | undefined {
  const bases = distinct(own.map(({ base }) => base));
  const members = distinct(own.map(({ check }) => memberTried(check)));
  if (bases.length <= MOST || members.length === 1) return kindsOfRequest(own, report, exchanges);
  const sorts = sortsOf(bases);
  return partOf(own, report) ?? (sorts === undefined ? undefined : `some ${sorts}`);
}
