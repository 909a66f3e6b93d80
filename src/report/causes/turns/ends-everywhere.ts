/** Calls that break by turns on so many operations that they do it whatever is called: of a node that is down. */
import { fits } from '../../../record/rule-pattern.ts';
import { baseOf, type Departure, type JudgedReport, type Turns } from '../departures/departure.ts';
import { endOf } from '../exchanges/ends.ts';
import { operationsOf, type ExchangeIndex } from '../exchanges/exchange-index.ts';
import { versionOf } from '../exchanges/exchange-place.ts';
import { groupBy } from '../../../record/group-by.ts';

const FEWEST_OPERATIONS = 6;
/** Where a service has few, it does so on all but one; on fewer it may be a matter of these. */
const FEWEST_OF_FEW = 4;

/** The same, by what answers end so; those that do it everywhere with their share of all calls. */
export function widened(turns: ReadonlyMap<string, Turns>, exchanges: ExchangeIndex): ReadonlyMap<string, Turns> {
  const known = new Map<Turns, Turns>();
  return new Map(
    [...turns].map(([like, of]) => {
      const wide = known.get(of) ?? widenedOne(of, like.split(' ')[0] ?? '', exchanges);
      known.set(of, wide);
      return [like, wide];
    }),
  );
}

function widenedOne(of: Turns, version: string, exchanges: ExchangeIndex): Turns {
  const { by, end, operations, where, isAfterRefusal } = of;
  if (by !== 'calls' || !end.startsWith('5') || operations.length < FEWEST_OF_FEW) return of;
  if (where !== undefined || isAfterRefusal) return of;
  const answered = exchanges.all.filter((one) => versionOf(one) === version && one.response !== undefined);
  if (operations.length < Math.min(FEWEST_OPERATIONS, operationsOf(answered, exchanges).length - 1)) return of;
  const broken = answered.filter((one) => endOf(one) === end);
  return { ...of, isEverywhere: true, oneIn: Math.max(2, Math.round(answered.length / broken.length)) };
}

/** Of so many requests of a kind at most, that it is no matter of the kind. */
const SELDOM = 0.5;

/** What breaks so on other operations too, and not always where it is tried. */
export function endsEverywhere(
  turns: readonly Turns[],
  departures: readonly Departure[],
  { checks }: JudgedReport,
): (one: Departure) => Turns | undefined {
  const wide = turns.filter(({ isEverywhere }) => isEverywhere === true);
  if (wide.length === 0) return () => undefined;
  const kindOf = ({ service, spec, rule }: Departure['check'], base: string): string =>
    `${service}@${spec} ${base} ${rule}`;
  const tried = groupBy(
    checks.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail'),
    (check) => kindOf(check, baseOf(check)),
  );
  const broken = groupBy(
    departures.filter(({ kind }) => kind === 'breakdown'),
    ({ check, base, was }) => `${kindOf(check, base)} ${was ?? ''}`,
  );
  return (one) => {
    if (one.kind !== 'breakdown') return undefined;
    const kind = kindOf(one.check, one.base);
    const isSeldom =
      fits(['http.*'], one.base) ||
      (broken.get(`${kind} ${one.was ?? ''}`)?.length ?? 0) <= SELDOM * (tried.get(kind)?.length ?? 0);
    return isSeldom ? wide.find(({ end }) => end === one.was) : undefined;
  };
}
