/** Which departures are of answers that come by turns, as by-turns.ts finds those. */
import { fits } from '../../../record/rule-pattern.ts';
import { likeOf, versionIn, type SeenTurns } from './by-turns.ts';
import type { Departure, JudgedReport, Turns } from '../departures/departure.ts';
import type { ExchangeIndex } from '../exchanges/exchange-index.ts';
import { namesIn, versionOf } from '../departures/departure-place.ts';
import { endsEverywhere } from './ends-everywhere.ts';
import { isPartly, lackedIn } from '../exchanges/outcomes.ts';

/** The same departures; those that are of such answers have the turns with them, and one key. */
export function withTurns(
  departures: readonly Departure[],
  { found: turns, of }: SeenTurns,
  report: JudgedReport,
  exchanges: ExchangeIndex,
): readonly Departure[] {
  if (turns.size === 0) return departures;
  const everywhere = endsEverywhere([...new Set(turns.values())], departures, report);
  const ofMember = [...turns].filter(([like, of]) => namesOf(like, of)[0] !== undefined);
  return departures.map((one) => {
    if (one.turns !== undefined || one.habit?.of === 'reading') return one;
    if (['apart', 'version'].includes(one.layer) || (one.layer === 'attendant' && one.kind !== 'breakdown')) return one;
    // The form of an answer is a matter of its own, unless it lacks what others of the endpoint show.
    const lacking = fits(['http.body-schema'], one.base) ? ofLacking(one, turns) : undefined;
    if (lacking === undefined && fits(['http.*'], one.base) && one.kind !== 'breakdown') return one;
    const seen = [
      ...one.sights.map(({ like }) => like),
      ...(fits(['http.*'], one.base)
        ? one.sights.flatMap(({ exchange }) => exchanges.get(exchange) ?? [])
        : one.sights.flatMap((sight) => exchanges.ofCase(sight.case))
      ).map((exchange) => likeOf(exchange, exchanges, of)),
    ];
    const all = seen.flatMap((like) => turns.get(like) ?? []);
    const found =
      lacking ??
      all[0] ??
      ofMember.find(
        ([like, ofOne]) => versionIn(like) === versionOf(one) && isOfWhat(namesOf(like, ofOne), one, like),
      )?.[1] ??
      everywhere(one);
    if (found === undefined) return one;
    const isBreakdown = found.end.startsWith('5');
    return {
      ...one,
      kind: isBreakdown ? 'breakdown' : 'finding',
      layer: one.layer === 'attendant' ? one.layer : isBreakdown ? 'breakdown' : 'status',
      key: keyOfTurns(found),
      was: found.end,
      did: 'refused-good',
      turns: found,
    };
  });
}

export function keyOfTurns({ end }: Turns): string {
  return `by turns ${end}`;
}

/** What answers that end so lack, or what is refused in them. */
function namesOf(like: string, { member, unknown }: Turns): readonly (string | undefined)[] {
  const end = endIn(like);
  return isPartly(end) ? lackedIn(end) : (unknown ?? [member]);
}

/** Whether all that it found is about what some answers lack and others show, or some calls refuse and others take. */
function isOfWhat(names: readonly (string | undefined)[], { sights, layer }: Departure, like: string): boolean {
  if (!isPartly(endIn(like)) && layer !== 'value') return false;
  return sights.length > 0 && sights.every(({ finding }) => namesIn(finding).some((name) => names.includes(name)));
}

/** What reads of the endpoint leave out at one time, and this answer too. */
function ofLacking(one: Departure, turns: ReadonlyMap<string, Turns>): Turns | undefined {
  const place = `${versionOf(one)} ${one.check.endpoint}/`;
  return [...turns].find(
    ([like, of]) => like.startsWith(place) && isPartly(endIn(like)) && isOfWhat(namesOf(like, of), one, like),
  )?.[1];
}

/** Of `library@1.0 books/read lacks title and year`, the end. */
function endIn(like: string): string {
  return like.split(' ').slice(2).join(' ');
}
