/** What a version brought, and the service does not have: it works as the version before. */
import { answeredJson, sentJson } from '../exchanges/bodies.ts';
import { endOf, endWords, isBadEnd, isServed } from '../exchanges/ends.ts';
import { besides, operationsOf, type ExchangeIndex } from '../exchanges/exchange-index.ts';
import { memberNames, textsIn } from '../exchanges/parts-of-json.ts';
import type { Departure, JudgedReport } from '../departures/departure.ts';
import { namesIn } from '../departures/departure-place.ts';
import type { Exchange } from '../../../record/exchange.ts';
import { groupBy } from '../../../record/group-by.ts';
import type { NewMember } from '../../model.ts';
import { listed } from '../../phrase.ts';
import { seenBy, type CauseReading } from './model.ts';

/** Departures of one key, whatever was tried. */
const BEFORE = 'as before';

/** New members that a departure is about, and what is done with them. */
interface Missed {
  readonly members: readonly NewMember[];
  readonly did: 'left out' | 'refused';
}

/** `Works as 2.1.06 did on loans/read and units-of-study/create: loan_status_code is left out, and size is refused with 400`. */
export const asBefore: CauseReading = ({ own, report, exchanges }) => {
  const [first] = own;
  if (first === undefined || !own.every(({ key }) => key.startsWith(BEFORE))) return undefined;
  const found = own.flatMap((one) => {
    const missed = missedBy(one, report, exchanges);
    return missed === undefined ? [] : [{ one, ...missed }];
  });
  const told = [...groupBy(found, ({ did }) => did)].map(([did, of]) => {
    const names = [...new Set(of.flatMap(({ members }) => members.map(({ member }) => member)))].sort();
    const ends = [
      ...new Set(
        seenBy(
          of.map(({ one }) => one),
          exchanges,
        ).map((one) => endWords(endOf(one) ?? '')),
      ),
    ];
    return `${listed(names)} ${names.length === 1 ? 'is' : 'are'} ${did}${did === 'refused' ? ` with ${ends.join(' or ')}` : ''}`;
  });
  const on = listed(operationsOf(seenBy(own, exchanges), exchanges));
  return `Works as ${first.key.slice(BEFORE.length + 1)} did on ${on}: ${told.join(', and ')}`;
};

export function keysOfAsBefore(
  departures: readonly Departure[],
  exchanges: ExchangeIndex,
  report: JudgedReport,
): (one: Departure) => string | undefined {
  if (report.run?.newMembers === undefined) return () => undefined;
  const keys = new Map(
    departures.flatMap((one) => {
      const missed = missedBy(one, report, exchanges);
      return missed === undefined ? [] : [[one, `${BEFORE} ${missed.members[0]?.before ?? ''}`] as const];
    }),
  );
  return (one) => keys.get(one);
}

function missedBy(one: Departure, report: JudgedReport, exchanges: ExchangeIndex): Missed | undefined {
  const { check, sights } = one;
  const came = (report.run?.newMembers ?? []).filter(
    ({ service, spec, endpoint }) => service === check.service && spec === check.spec && endpoint === check.endpoint,
  );
  if (came.length === 0 || sights.length === 0) return undefined;
  const seen = seenBy([one], exchanges);
  const members = one.did === 'refused-good' ? refusedIn(seen, came, exchanges) : leftOutOf(one, came, exchanges);
  if (members.length === 0 || new Set(members.map(({ before }) => before)).size > 1) return undefined;
  return { members, did: one.did === 'refused-good' ? 'refused' : 'left out' };
}

/** Those that each finding is about, where no answer of these operations has any of them. */
function leftOutOf({ sights }: Departure, came: readonly NewMember[], exchanges: ExchangeIndex): readonly NewMember[] {
  const isAbout = ({ member }: NewMember): boolean => sights.some(({ finding }) => namesIn(finding).includes(member));
  const about = came.filter(isAbout);
  const isWhole = sights.every(
    ({ finding }) =>
      finding.kind !== 'added' && namesIn(finding).some((name) => about.some((one) => one.member === name)),
  );
  if (!isWhole) return [];
  const seen = sights.flatMap(({ exchange }) => exchanges.get(exchange) ?? []);
  // What refuses shows no record.
  if (!seen.every(isServed)) return [];
  const answers = besides(seen, exchanges).filter(isServed);
  return answers.some((one) => hasAny(answeredJson(one), about)) ? [] : about;
}

/** Those that are named where all of these are refused, and that nothing was served with. */
function refusedIn(
  seen: readonly Exchange[],
  came: readonly NewMember[],
  exchanges: ExchangeIndex,
): readonly NewMember[] {
  if (seen.length === 0 || !seen.every((one) => isBadEnd(endOf(one)))) return [];
  const named = (one: Exchange): readonly NewMember[] => {
    const sent = memberNames(sentJson(one));
    const texts = textsIn(answeredJson(one));
    return came.filter(({ member }) => sent.has(member) && texts.some((text) => text.includes(member)));
  };
  if (!seen.every((one) => named(one).length > 0)) return [];
  const found = [...new Set(seen.flatMap(named))];
  const served = besides(seen, exchanges).filter(isServed);
  return served.some((one) => hasAny(sentJson(one), found)) ? [] : found;
}

function hasAny(value: Parameters<typeof memberNames>[0], members: readonly NewMember[]): boolean {
  const names = memberNames(value);
  return members.some(({ member }) => names.has(member));
}
