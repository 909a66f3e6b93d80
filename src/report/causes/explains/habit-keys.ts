/** Which departures are one habit: what is told apart where there is little of it, and together where there is much. */
import type { Json } from '../../../record/json.ts';
import { MANY, VERY_MANY } from '../departures/cause-table.ts';
import type { Departure, JudgedReport } from '../departures/departure.ts';
import { fieldOf, keyOf, namesIn, operationOf, versionOf } from '../departures/departure-place.ts';
import { isGone, wantedIn } from '../departures/finding-value.ts';
import type { Finding } from '../../model.ts';
import { groupBy } from '../../../record/group-by.ts';
import { ofSameOperation } from '../departures/same-operation.ts';

/** Keys that depend on the others: what is told apart where there is little of it, and together where there is much. */
export function generalised(departures: readonly Departure[], report: JudgedReport): readonly Departure[] {
  const dues = groupBy(
    departures.filter(({ did }) => did === 'refused-otherwise'),
    keyOf,
  );
  const open = opensAll(departures, report);
  const lax = laxOf(departures);
  const union = joinedForms(departures);
  const odd = groupBy(
    departures.filter(({ kind, isOdd }) => kind === 'breakdown' && isOdd === true),
    operationOf,
  );
  const good = groupBy(
    departures.filter(({ kind, isOdd }) => kind === 'breakdown' && isOdd === false),
    operationOf,
  );
  const ofMember = memberKeys(departures);
  const empties = leftOutEmpty(departures);
  const zeros = leftOutZero(departures);
  /** Where a service breaks down at many things, what else breaks it there is one of them. */
  const broken = (one: Departure): boolean =>
    (odd.get(operationOf(one)) ?? []).filter(({ was }) => was === one.was).length >= MANY;
  return departures.map((one) => {
    if (one.kind === 'breakdown' && one.habit?.of === 'reading') return one;
    if (one.turns !== undefined || one.habit?.of === 'error in success' || one.habit?.of === 'one status') return one;
    if (one.did === 'refused-otherwise') {
      const own = (dues.get(keyOf(one)) ?? []).map(({ due }) => due ?? []);
      const distinct = new Set(own.map(String)).size;
      const isOneDue = own[0]?.some((status) => own.every((due) => due.includes(status))) === true;
      return distinct < MANY && !isOneDue
        ? { ...one, key: `${one.key} instead of ${(one.due ?? []).join(' or ')}` }
        : one;
    }
    // Who looks at little of what is sent may look at tokens all the same, and who is let in wrongly is told apart from that.
    const isLax = lax.has(versionOf(one)) && !isOfAccess(one);
    if (one.did === 'accepted' && (open.has(operationOf(one)) || isLax))
      return { ...one, key: 'accepted all', habit: { of: 'all' } };
    const left = zeros(one);
    if (left !== undefined) return left;
    if (one.layer === 'shape') return { ...one, key: union(one.key) };
    if (one.kind === 'breakdown' && broken(one)) return { ...one, key: `${one.was ?? ''} odd` };
    // Where good requests break it too, in the same way, it is one weakness.
    if (odd.get(operationOf(one))?.includes(one) === true) {
      const alike = good.get(operationOf(one))?.find(({ was }) => was === one.was);
      if (alike !== undefined) return { ...one, key: alike.key };
    }
    return ofMember(one) ?? empties(one) ?? one;
  });
}

function isOfAccess({ habit }: Departure): boolean {
  return habit?.of === 'topic' && habit.topic.topic === 'access';
}

/** What is let through of one member alone, in several ways, is that member's: it is not looked at. */
function memberKeys(departures: readonly Departure[]): (one: Departure) => Departure | undefined {
  const single = [
    ...groupBy(
      departures.filter(
        // What a contract says of the member besides is told by what is let through of it, not beside that.
        ({ did, layer, habit, check }) =>
          did === 'accepted' && layer === 'status' && habit === undefined && check.declared !== true,
      ),
      keyOf,
    ),
  ].flatMap(([key, own]) => {
    const [first] = own;
    const [member, ...others] = new Set(own.map(({ check }) => fieldOf(check)));
    return first === undefined || member === undefined || others.length > 0
      ? []
      : [{ key, member: `${versionOf(first)} ${first.check.endpoint} ${member}` }];
  });
  const byMember = groupBy(single, ({ member }) => member);
  const joined = new Map(
    [...byMember.values()]
      .filter((keys) => keys.length > 1)
      .flatMap((keys) => keys.map(({ key, member }) => [key, member])),
  );
  return (one) => {
    const member = joined.get(keyOf(one));
    return member === undefined ? undefined : { ...one, key: `accepted of ${member}` };
  };
}

/** A member that is left out of answers where it is empty is one habit, whoever misses it. */
function leftOutEmpty(departures: readonly Departure[]): (one: Departure) => Departure | undefined {
  const memberOf = ({ layer, sights }: Departure): string | undefined => {
    if (layer !== 'value' || sights.length === 0 || !sights.every(({ finding }) => isGone(finding))) return undefined;
    const names = new Set(sights.map(({ finding }) => namesIn(finding)[0]));
    return names.size === 1 ? [...names][0] : undefined;
  };
  const empty = new Set(
    departures
      .filter(({ sights }) => sights.some(({ finding }) => isEmpty(wantedIn(finding))))
      .flatMap((one) => memberOf(one) ?? []),
  );
  return (one) => {
    const member = memberOf(one);
    return member !== undefined && empty.has(member)
      ? { ...one, key: `left out empty ${member}`, habit: { of: 'empty', member } }
      : undefined;
  };
}

/** Values that an encoder leaves out which takes them for none. */
function isZero(value: Json | undefined): boolean {
  return value === 0 || value === false;
}

/** Of so many members at least, that are only missed where they are 0 or false, it is how values are written and no matter of one. */
const FEWEST_ZEROS = 2;

/** Members that are left out where they are 0 or false are one habit, whoever misses them. */
function leftOutZero(departures: readonly Departure[]): (one: Departure) => Departure | undefined {
  const gone = departures.flatMap(({ layer, sights }) =>
    layer === 'value' ? sights.filter(({ finding }) => isGone(finding)) : [],
  );
  const members = groupBy(gone, ({ finding }) => namesIn(finding)[0] ?? '');
  const names = new Set(
    [...members].flatMap(([name, all]) => (all.every(({ finding }) => isZero(wantedIn(finding))) ? [name] : [])),
  );
  // One that is missed where it is something else too is lost for another reason.
  const areOf = ({ layer, sights, kind }: Departure): boolean =>
    kind === 'finding' &&
    ['value', 'shape'].includes(layer) &&
    sights.length > 0 &&
    sights.every(({ finding }) => namesIn(finding).some((name) => names.has(name)) && isMissedAsZero(finding));
  return (one) =>
    names.size >= FEWEST_ZEROS && areOf(one)
      ? { ...one, layer: 'value', key: 'left out where it is 0 or false', habit: { of: 'zero' } }
      : undefined;
}

/** What is not there, and what an update that names 0 or false leaves as it was. */
function isMissedAsZero(finding: Finding): boolean {
  return finding.kind === 'value' ? isZero(wantedIn(finding)) : isGone(finding) || finding.kind === 'absent';
}

function isEmpty(value: Json | undefined): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** Operations that let through most of what they must refuse, of several kinds. */
function opensAll(departures: readonly Departure[], report: JudgedReport): ReadonlySet<string> {
  const accepted = groupBy(
    departures.filter(({ did }) => did === 'accepted'),
    operationOf,
  );
  const open = [...accepted].filter(([, own]) => {
    const [first] = own;
    if (first === undefined || new Set(own.map(({ key }) => key)).size < MANY) return false;
    const judged = ofSameOperation(first.check, report).filter(
      ({ verdict, rule }) => (verdict === 'pass' || verdict === 'fail') && report.rules[rule]?.awaits === 'refusal',
    );
    return own.length * 2 >= judged.length;
  });
  return new Set(open.map(([operation]) => operation));
}

/** Services that let through things of very many kinds, in many operations. */
function laxOf(departures: readonly Departure[]): ReadonlySet<string> {
  const accepted = groupBy(
    departures.filter(({ did }) => did === 'accepted'),
    versionOf,
  );
  const lax = [...accepted].filter(
    ([, own]) => new Set(own.map(({ key }) => key)).size >= VERY_MANY && new Set(own.map(operationOf)).size >= MANY,
  );
  return new Set(lax.map(([version]) => version));
}

/** How one value is written, and not how records are put together. */
const OF_A_VALUE =
  /^shape (?:numbers as texts|null|enum.*|const.*|format .*|pattern.*|type (?:string|number|integer|boolean)|m(?:in|ax)[A-Z].*)$/;

/** Ways in which the same answers are put together otherwise are one, and ways in which the same values of theirs are written. */
function joinedForms(departures: readonly Departure[]): (key: string) => string {
  const parent = new Map<string, string>();
  const find = (key: string): string => {
    const up = parent.get(key);
    return up === undefined || up === key ? key : find(up);
  };
  const shapes = departures.filter(({ layer }) => layer === 'shape');
  const seen = new Map<string, string>();
  for (const { key, sights } of shapes)
    for (const { exchange, finding } of sights) {
      const place = OF_A_VALUE.test(key) ? `${exchange} ${finding.where}` : exchange;
      const known = seen.get(place);
      if (known === undefined) seen.set(place, key);
      else if (find(known) !== find(key)) parent.set(find(key), find(known));
    }
  return find;
}
