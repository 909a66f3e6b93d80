/** Which departures are of answers that come by turns, as by-turns.ts finds those. */
import { fits } from '../../record/rule-pattern.ts';
import { likeOf, versionIn, type SeenTurns } from './by-turns.ts';
import type { Departure, ExchangeIndex, JudgedReport, Turns } from './departure.ts';
import { namesIn, versionOf } from './departure-place.ts';
import { endsEverywhere } from './ends-everywhere.ts';
import { caseOf } from './exchange-place.ts';
import { groupBy } from '../group-by.ts';
import { isPartly, lackedIn } from './outcomes.ts';

/** The same departures; those that are of such answers have the turns with them, and one key. */
export function withTurns(
  departures: readonly Departure[],
  { found: turns, of }: SeenTurns,
  report: JudgedReport,
  exchanges: ExchangeIndex,
): readonly Departure[] {
  if (turns.size === 0) return departures;
  const byCase = groupBy(exchanges.all, caseOf);
  const everywhere = endsEverywhere([...new Set(turns.values())], departures, report);
  const ofMember = [...turns].filter(([, { end, member }]) => isPartly(end) || member !== undefined);
  return departures.map((one) => {
    if (one.turns !== undefined || one.habit?.of === 'reading') return one;
    if (['apart', 'version'].includes(one.layer) || (one.layer === 'attendant' && one.kind !== 'breakdown')) return one;
    // The form of an answer is a matter of its own.
    if (fits(['http.*'], one.base) && one.kind !== 'breakdown') return one;
    const seen = [
      ...one.sights.map(({ like }) => like),
      ...(fits(['http.*'], one.base)
        ? one.sights.flatMap(({ exchange }) => exchanges.get(exchange) ?? [])
        : one.sights.flatMap((sight) => byCase.get(sight.case) ?? [])
      ).map((exchange) => likeOf(exchange, exchanges, of)),
    ];
    const all = seen.flatMap((like) => turns.get(like) ?? []);
    const found =
      all[0] ??
      ofMember.find(([like, ofOne]) => versionIn(like) === versionOf(one) && isOfWhat(ofOne, one))?.[1] ??
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

/** Whether all that it found is about what some answers lack and others show, or some calls refuse and others take. */
function isOfWhat({ end, member }: Turns, { sights, layer }: Departure): boolean {
  const names = isPartly(end) ? lackedIn(end) : [member];
  if (!isPartly(end) && layer !== 'value') return false;
  return sights.length > 0 && sights.every(({ finding }) => namesIn(finding).some((name) => names.includes(name)));
}
