/** What an update does depends on a member that it names: it takes another away with it, or is kept at all. */
import { sameJson } from '../../../record/json.ts';
import { operationOf } from '../departures/departure-place.ts';
import { groupBy } from '../../../record/group-by.ts';
import { caseOf } from '../exchanges/exchange-place.ts';
import type { SeenUpdate } from '../exchanges/updates-seen.ts';
import { listed } from '../../phrase.ts';
import { isAsAsked, isOf, isSomething, type UpdatedPlace, type UpdateWay } from './update-ways.ts';

type Naming = Pick<SeenUpdate, 'named'>;

/** Fewer may be so for another reason. */
const FEWEST = 2;

/** `Takes note away with an update of name, on orders/update`. */
export function takenAlong({ operation, updates }: UpdatedPlace): UpdateWay | undefined {
  const seen = updates.flatMap(({ one, named, before, after }) =>
    after === undefined
      ? []
      : [...before].flatMap(([name, was]) =>
          named.has(name) || !isSomething(was) ? [] : [{ one, name, named, isGone: !isSomething(after.get(name)) }],
        ),
  );
  const taken = [...groupBy(seen, ({ name }) => name)].flatMap(([name, own]) => {
    const [gone, kept] = [own.filter(({ isGone }) => isGone), own.filter(({ isGone }) => !isGone)];
    const by = namedByAll(gone, kept);
    return gone.length >= FEWEST && kept.length >= FEWEST && by.length > 0
      ? [{ name, by, cases: new Set(gone.map(({ one }) => caseOf(one))) }]
      : [];
  });
  const [first, ...others] = taken;
  if (first === undefined || others.some(({ by }) => by.join() !== first.by.join())) return undefined;
  const names = new Set(taken.map(({ name }) => name));
  const cases = new Set(taken.flatMap((one) => [...one.cases]));
  return {
    key: `taken along with ${first.by.join(' ')}`,
    operation,
    names,
    says: (all, on) => `Takes ${listed(all)} away with an update of ${listed(first.by)}, on ${on}`,
    owns: ({ layer, sights }) =>
      layer === 'value' && sights.length > 0 && sights.every((sight) => isOf(sight, cases, names)),
  };
}

/** `Does not keep an update without title, on orders/update, though it answers with success`. */
export function keptWith({ version, operation, updates }: UpdatedPlace): UpdateWay | undefined {
  const asking = updates.flatMap((update) => {
    const arrived = arrivedIn(update);
    return arrived === undefined ? [] : [{ ...update, arrived }];
  });
  const [kept, lost] = [asking.filter(({ arrived }) => arrived), asking.filter(({ arrived }) => !arrived)];
  if (kept.length < FEWEST || lost.length < FEWEST) return undefined;
  const [without] = namedByAll(kept, lost);
  const name = without ?? namedByAll(lost, kept)[0];
  if (name === undefined) return undefined;
  const cases = new Set(lost.map(({ one }) => caseOf(one)));
  const which = without === undefined ? 'with' : 'without';
  return {
    key: `kept with ${which} ${name}`,
    operation,
    names: new Set([name]),
    says: (all, on) => `Does not keep an update ${which} ${listed(all)}, on ${on}, though it answers with success`,
    owns: (one) =>
      operationOf(one) === `${version} ${operation}` &&
      one.layer === 'value' &&
      one.sights.length > 0 &&
      one.sights.every((sight) => cases.has(sight.case)),
  };
}

/** Whether all that an update asks to be otherwise is so afterwards, or none of it; undefined where that is not known, or some of it is. */
function arrivedIn({ named, before, after }: SeenUpdate): boolean | undefined {
  if (after === undefined) return undefined;
  const asked = [...named].filter(([name, value]) => before.has(name) && !isAsAsked(before.get(name), value));
  if (asked.length === 0) return undefined;
  if (asked.every(([name, value]) => isAsAsked(after.get(name), value))) return true;
  return asked.every(([name]) => sameJson(before.get(name), after.get(name))) ? false : undefined;
}

/** The members that all of these name, and none of those. */
function namedByAll(these: readonly Naming[], those: readonly Naming[]): readonly string[] {
  const [first, ...others] = these;
  return [...(first?.named.keys() ?? [])].filter(
    (name) => others.every(({ named }) => named.has(name)) && !those.some(({ named }) => named.has(name)),
  );
}
