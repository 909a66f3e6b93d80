/** What an update does, told from all updates of an operation together: to null, to what it does not name, and what it asks for. */
import { answeredJson } from '../exchanges/bodies.ts';
import { defined } from '../../../record/defined.ts';
import { sameJson, show, type Json } from '../../../record/json.ts';
import { fits, type RulePattern } from '../../../record/rule-pattern.ts';
import type { Departure } from '../departures/departure.ts';
import { operationAt, type ExchangeIndex } from '../exchanges/exchange-index.ts';
import { namesIn, operationOf } from '../departures/departure-place.ts';
import { isServed, isServedEnd } from '../exchanges/ends.ts';
import { exchangeKey } from '../../exchange-key.ts';
import { caseOf, versionOf } from '../exchanges/exchange-place.ts';
import { groupBy } from '../../../record/group-by.ts';
import { textsIn } from '../exchanges/parts-of-json.ts';
import { saysTaken } from '../exchanges/taken-in.ts';
import { listed } from '../../phrase.ts';
import { updatesSeen, type SeenUpdate } from '../exchanges/updates-seen.ts';
import { oneLine } from '../../words.ts';
import { ignoredMembers } from './ignored-members.ts';
import { keptWith, takenAlong } from './named-in-updates.ts';
import { seenBy, type CauseReading } from './model.ts';
import {
  isAnyHeeded,
  isAsAsked,
  isOf,
  isSomething,
  type UpdatedPlace,
  type UpdateHabit,
  type UpdateWay,
} from './update-ways.ts';

/** `Removes channels in every update that does not name it, on orders/update`. */
export const updates: CauseReading = ({ own: [first] }) =>
  first?.habit?.of === 'reading' ? first.habit.says : undefined;

/** Fewer may be so for another reason. */
const FEWEST = 2;

/** What looks at records before and after an update, or sends one. */
const OF_UPDATES: readonly RulePattern[] = [
  'lifecycle.*',
  'input.null',
  'input.zero-stored',
  'outcome.accepted',
  'coverage.exercised',
];

const OF_OTHERS: readonly RulePattern[] = ['lifecycle.others-kept', 'lifecycle.sibling-kept'];

export function updateHabits(departures: readonly Departure[], exchanges: ExchangeIndex): readonly UpdateHabit[] {
  const told = departures.filter(
    ({ check, sights, turns }) => fits(OF_UPDATES, check.rule) && sights.length > 0 && turns === undefined,
  );
  if (told.length === 0) return [];
  const all = placesOf(told, exchanges);
  // Where records change that nobody named, what an update leaves behind is what others made of it.
  const others = new Set(departures.flatMap((one) => (fits(OF_OTHERS, one.check.rule) ? [operationOf(one)] : [])));
  const ways = all.flatMap((at): readonly UpdateWay[] => {
    const found = [
      keptWith(at),
      ignoredMembers(at),
      asksForMore(told, at),
      nullIgnored(at),
      zeroIgnored(at),
      listAppended(at),
      ...(others.has(`${at.version} ${at.operation}`) ? [] : [unnamedChanged(at), takenAlong(at)]),
    ];
    return found.filter((one) => one !== undefined);
  });
  // What is seen for sure on one operation is so on others, too, where less was tried.
  const absent = all.flatMap((at) => absentStays(at) ?? []);
  const isSure = absent.some((one) => one.isSure);
  const elsewhere = isSure ? placesOf(departures, exchanges, all) : [];
  const sure = isSure ? [...absent, ...elsewhere.flatMap((at) => absentStays(at) ?? [])] : [];
  return [...groupBy([...ways, ...sure], ({ key }) => key).values()].flatMap(together);
}

/** The updates of each operation of which something was found in one, but for what is known of them. */
function placesOf(
  own: readonly Departure[],
  exchanges: ExchangeIndex,
  known: readonly UpdatedPlace[] = [],
): readonly UpdatedPlace[] {
  const cases = new Set(own.flatMap(({ sights }) => sights.map((sight) => sight.case)));
  const tried = exchanges.all.filter((one) => one.request.method === 'PATCH' && cases.has(caseOf(one)));
  const byOperation = groupBy(tried, (one) => operationAt(one, exchanges));
  return [...byOperation.values()].flatMap(([first]): readonly UpdatedPlace[] => {
    const operation = first === undefined ? undefined : exchanges.operationOf(first);
    if (first === undefined || operation === undefined) return [];
    const version = versionOf(first);
    return known.some((one) => one.version === version && one.operation === operation)
      ? []
      : [{ version, operation, updates: updatesSeen(version, operation, exchanges), exchanges }];
  });
}

function together(ways: readonly UpdateWay[]): readonly UpdateHabit[] {
  const [first] = ways;
  if (first === undefined) return [];
  const names = [...new Set(ways.flatMap((one) => [...one.names]))];
  const operations = [...new Set(ways.map(({ operation }) => operation))].sort();
  const { key, did, says } = first;
  return [
    {
      key,
      says: says(names, listed(operations)),
      owns: (departure) => ways.some(({ owns }) => owns(departure)),
      ...defined({ did }),
    },
  ];
}

/** Every update that sends this value for a member that has another, and whether that was kept. */
function triesOf(updates: readonly SeenUpdate[], sent: Json) {
  return updates.flatMap(({ one, named, before, after }) =>
    [...named].flatMap(([name, value]) => {
      const was = before.get(name);
      return value === sent && after !== undefined && isSomething(was) && was !== sent
        ? [{ one, name, isKept: sameJson(after.get(name), was), isList: Array.isArray(was) }]
        : [];
    }),
  );
}

/** Null leaves every member as it was that an update sends it for, and other values arrive. */
function nullIgnored({ operation, updates }: UpdatedPlace): UpdateWay | undefined {
  const all = triesOf(updates, null);
  // Lists are mostly written in another way than plain members.
  const emptied = new Set(all.flatMap(({ name, isKept, isList }) => (isList && !isKept ? [name] : [])));
  const tries = all.filter(({ name }) => !emptied.has(name));
  const isHeeded = isAnyHeeded(updates, (_was, value) => value !== null);
  if (tries.length < FEWEST || !tries.every(({ isKept }) => isKept) || !isHeeded) return undefined;
  const names = new Set(tries.map(({ name }) => name));
  const cases = new Set(tries.map(({ one }) => caseOf(one)));
  const tried = new Set(tries.map(({ one }) => exchangeKey(one)));
  return {
    key: 'null ignored',
    operation,
    names,
    says: (all, on) =>
      `Ignores null in an update, which is to clear the member, on ${on}: ${listed(all)} ${all.length === 1 ? 'keeps its value' : 'keep their values'}`,
    owns: ({ sights }) =>
      sights.length > 0 &&
      sights.every(
        (sight) =>
          cases.has(sight.case) &&
          (sight.finding.where === 'status'
            ? tried.has(sight.exchange)
            : sight.finding.kind === 'added' && namesIn(sight.finding).some((name) => names.has(name))),
      ),
  };
}

/** So does 0, where other numbers arrive for each of these members: what has no value gets none by it. */
function zeroIgnored({ operation, updates }: UpdatedPlace): UpdateWay | undefined {
  const tries = triesOf(updates, 0);
  const tried = new Set(tries.map(({ name }) => name));
  const isHeeded = [...tried].every((name) =>
    updates.some(({ named, after }) => Boolean(named.get(name)) && sameJson(after?.get(name), named.get(name))),
  );
  if (tries.length === 0 || !tries.every(({ isKept }) => isKept) || !isHeeded) return undefined;
  const kept = updates.flatMap(({ one, named, before, after }) =>
    [...named].flatMap(([name, value]) =>
      value === 0 && after !== undefined && sameJson(after.get(name), before.get(name)) ? [{ one, name }] : [],
    ),
  );
  const names = new Set(kept.map(({ name }) => name));
  const cases = new Set(kept.map(({ one }) => caseOf(one)));
  return {
    key: 'zero ignored',
    operation,
    names: tried,
    says: (all, on) =>
      `Ignores 0 in an update, on ${on}: ${listed(all)} ${all.length === 1 ? 'keeps its value' : 'keep their values'}`,
    owns: ({ sights }) => sights.length > 0 && sights.every((sight) => isOf(sight, cases, names)),
  };
}

/** Members that so many of all updates name are about the call. */
const OF_CALL = 0.9;

/** What a record has no value of stays so when an update sets it, and what it has a value of gets another. */
function absentStays({ operation, updates }: UpdatedPlace): (UpdateWay & { readonly isSure: boolean }) | undefined {
  const isOfCall = (name: string): boolean =>
    updates.filter(({ named }) => named.has(name)).length > OF_CALL * updates.length;
  const shown = new Set(
    updates.flatMap(({ before }) =>
      [...before].flatMap(([name, is]) => (isSomething(is) && !isOfCall(name) ? name : [])),
    ),
  );
  // Of what shows nothing that any update names nobody knows what it lacks.
  const known = new Set(updates.flatMap(({ named }) => [...named.keys()].filter((name) => shown.has(name))));
  const isLacking = ({ before }: SeenUpdate, name: string, value: Json): boolean =>
    isSomething(value) &&
    shown.has(name) &&
    !isSomething(before.get(name)) &&
    [...before.keys()].some((other) => known.has(other));
  const tries = updates.flatMap((update) =>
    [...update.named].flatMap(([name, value]) =>
      update.after !== undefined && isLacking(update, name, value)
        ? [{ one: update.one, name, isUnset: !isSomething(update.after.get(name)) }]
        : [],
    ),
  );
  const names = new Set(tries.map(({ name }) => name));
  if (!tries.every(({ isUnset }) => isUnset)) return undefined;
  const cases = new Set(tries.map(({ one }) => caseOf(one)));
  // Whatever is wrong with a value that is not set, it is let through.
  const lacking = new Set(
    updates.flatMap((update) =>
      [...update.named].some(([name, value]) => isLacking(update, name, value)) ? [exchangeKey(update.one)] : [],
    ),
  );
  return {
    key: 'absent stays',
    isSure: tries.length >= FEWEST && isAnyHeeded(updates, isSomething),
    operation,
    names,
    says: (_all, on) => `Does not set a member with an update where the record has no value of it, on ${on}`,
    owns: ({ did, sights }) =>
      sights.length > 0 &&
      sights.every((sight) => (did === 'accepted' ? lacking.has(sight.exchange) : isOf(sight, cases, names))),
  };
}

/** Members that all updates change in one way which do not name them. */
function unnamedChanged({ operation, updates }: UpdatedPlace): UpdateWay | undefined {
  const seen = updates.flatMap(({ one, named, before, after }) =>
    after === undefined || !arrives({ named, after })
      ? []
      : [...before].flatMap(([name, was]) =>
          named.has(name) || !isSomething(was)
            ? []
            : [{ one, name, is: after.get(name), isSame: sameJson(after.get(name), was) }],
        ),
  );
  const changed = [...groupBy(seen, ({ name }) => name)].flatMap(([name, own]) => {
    const values = new Set(own.map(({ is }) => JSON.stringify(is)));
    return own.length >= FEWEST && values.size === 1 && own.every((one) => !one.isSame)
      ? [{ name, is: own[0]?.is, cases: new Set(own.map(({ one }) => caseOf(one))) }]
      : [];
  });
  if (changed.length === 0) return undefined;
  const names = new Set(changed.map(({ name }) => name));
  const cases = new Set(changed.flatMap((one) => [...one.cases]));
  // What a record needs and has no more is missed by every update after that.
  const lacking = new Set(
    updates.flatMap((update) =>
      !isServed(update.one) && missedOf(names, update).length > 0 ? [exchangeKey(update.one)] : [],
    ),
  );
  const [value, ...others] = new Set(changed.map(({ is }) => wordsOf(is)));
  const does = others.length > 0 || value === undefined ? 'Changes {}' : value;
  return {
    key: `unnamed ${does}`,
    operation,
    names,
    says: (all, on) =>
      `${does.replace('{}', () => listed(all))} in every update that does not name ${all.length === 1 ? 'it' : 'them'}, on ${on}`,
    owns: ({ did, layer, sights }) =>
      sights.length > 0 &&
      (did === 'refused-good'
        ? sights.every(({ exchange }) => lacking.has(exchange))
        : layer === 'value' && sights.every((sight) => isOf(sight, cases, names))),
  };
}

/** Lists that an update names are afterwards what they were, and behind it what it says. */
function listAppended({ operation, updates }: UpdatedPlace): UpdateWay | undefined {
  const appended = updates.flatMap(({ one, named, before, after }) =>
    [...named].flatMap(([name, given]) => {
      const [was, is] = [before.get(name), after?.get(name)];
      // null is no list either, and nothing is added for it.
      const sent = given ?? [];
      return Array.isArray(sent) &&
        Array.isArray(was) &&
        was.length > 0 &&
        sameJson(is, [...(was as Json[]), ...(sent as Json[])])
        ? [{ one, name, isSome: sent.length > 0 }]
        : [];
    }),
  );
  // That an empty list leaves all as it was says nothing yet.
  if (!appended.some(({ isSome }) => isSome)) return undefined;
  const names = new Set(appended.map(({ name }) => name));
  const cases = new Set(appended.map(({ one }) => caseOf(one)));
  return {
    key: 'list appended',
    operation,
    names,
    says: (all, on) =>
      `Adds what an update says of ${listed(all)} to what there was, instead of putting it in its place, on ${on}`,
    owns: ({ layer, sights }) =>
      sights.length > 0 &&
      // What grows with every update is too long in the end.
      (layer === 'value'
        ? sights.every((sight) => isOf(sight, cases, names))
        : sights.every(
            ({ finding }) => finding.keyword === 'maxItems' && namesIn(finding).some((name) => names.has(name)),
          )),
  };
}

/** Whether something that it names is as it says: what is refused, with whatever status, changes nothing. */
function arrives({ named, after }: Pick<SeenUpdate, 'named' | 'after'>): boolean {
  return [...named].some(([name, value]) => isAsAsked(after?.get(name), value));
}

function wordsOf(value: Json | undefined): string {
  if (value === undefined) return 'Removes {}';
  if (!isSomething(value) && value !== null) return 'Empties {}';
  return `Sets {} to ${oneLine(show(value), 40)}`;
}

/** Good updates that are refused for members which they do not name, as the refusals say. */
function asksForMore(
  own: readonly Departure[],
  { operation, updates, exchanges }: UpdatedPlace,
): UpdateWay | undefined {
  const good = own.filter(({ did, base }) => did === 'refused-good' && base === 'outcome.accepted');
  const refused = new Set(seenBy(good, exchanges));
  const missed = new Map(updates.map((update) => [update.one, missedBy(update, updates)]));
  const found = updates.filter(({ one }) => refused.has(one));
  const first = good.find(({ sights }) =>
    sights.some((sight) => found.some(({ one }) => exchangeKey(one) === sight.exchange)),
  );
  const names = new Set(found.flatMap(({ one }) => missed.get(one) ?? []));
  const isTaken = ({ one }: SeenUpdate): boolean => isServed(one) && !refused.has(one);
  if (
    first === undefined ||
    found.length < FEWEST ||
    found.some(({ one }) => missed.get(one)?.length === 0) ||
    updates.some((update) => isTaken(update) && ![...names].every((name) => update.named.has(name)))
  )
    return undefined;
  const cases = new Set(
    updates.flatMap(({ one }) =>
      String(one.response?.status) === first.was && (missed.get(one)?.length ?? 0) > 0 ? [caseOf(one)] : [],
    ),
  );
  const due = (first.due ?? []).join(' or ');
  const end = first.was ?? '';
  const was = isServedEnd(end) ? `${end}, and no success` : due === '' ? end : `${end} instead of ${due}`;
  return {
    key: `asks for more ${first.was ?? ''}`,
    operation,
    names,
    says: (all, on) => {
      const said = [...refused].flatMap((one) => textsIn(answeredJson(one)).filter(saysTaken))[0];
      // Nothing is asked for: what the record has itself is said to be taken.
      return said === undefined
        ? `Refuses an update that does not name ${listed(all.toSorted())}, as if a record were made, on ${on}: ${was}`
        : `Refuses an update of a record for what the record itself has, as if another had it, on ${on}: ${was}, "${oneLine(said, 80)}"`;
    },
    did: 'refused-good',
    owns: ({ did, sights }) =>
      did !== 'accepted' && did !== 'refused-otherwise' && sights.every((sight) => cases.has(sight.case)),
  };
}

/** Members of records that the answer to an update names, and the update does not. */
function missedBy(update: SeenUpdate, updates: readonly SeenUpdate[]): readonly string[] {
  return missedOf(new Set([...update.before.keys(), ...updates.flatMap(({ named }) => [...named.keys()])]), update);
}

function missedOf(members: ReadonlySet<string>, { one, named }: SeenUpdate): readonly string[] {
  const words = new Set(textsIn(answeredJson(one)).flatMap((text) => text.split(/[^\w-]+/)));
  return [...members].filter((name) => words.has(name) && !named.has(name));
}
