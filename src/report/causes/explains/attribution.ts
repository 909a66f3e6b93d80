/** Which failing check is explained by which: habits first, then what stands further out in an answer, then the relations. */
import { fits } from '../../../record/rule-pattern.ts';
import { RELATIONS } from './cause-relations.ts';
import type { Relation, Within } from './relations/model.ts';
import { MANY, type Layer } from '../departures/cause-table.ts';
import { blank, classOf, isOdd, MOST_LISTED, rankOf } from '../departures/departure.ts';
import type { Departure, JudgedReport, Sight } from '../departures/departure.ts';
import { servesOthers } from '../departures/cause-place.ts';
import { fieldOf, keyOf, namesIn, operationOf, versionOf } from '../departures/departure-place.ts';
import { membersIn } from '../departures/finding-place.ts';
import { groupBy } from '../../../record/group-by.ts';
import { generalised } from './habit-keys.ts';
import type { Finding } from '../../model.ts';
import { formsIn, movedIn, ofDigits, ofForm, ofMoved, ofSpoilt, type ByForm } from '../departures/spoilt-values.ts';
import { isWithin } from './within.ts';

/** Departures that are one habit, and those that it explains. */
export interface Habit {
  readonly key: string;
  readonly own: readonly Departure[];
  readonly explained: readonly Departure[];
}

export function habitsOf(departures: readonly Departure[], report: JudgedReport): readonly Habit[] {
  const keyed = generalised(departures, report);
  const rootOf = rootsOf(keyed, report);
  const byRoot = groupBy([...keyed.values()], (one) => keyOf(rootOf(one)));
  return [...byRoot].map(([key, all]) => ({
    key,
    own: all.filter((one) => keyOf(one) === key && rootOf(one) === one),
    explained: all.filter((one) => rootOf(one) !== one),
  }));
}

type RootOf = (departure: Departure) => Departure;

function rootsOf(departures: readonly Departure[], report: JudgedReport): RootOf {
  const by = new Map<Departure, Departure>();
  const rootOf: RootOf = (one) => {
    const up = by.get(one);
    return up === undefined ? one : rootOf(up);
  };
  const put = (one: Departure, cause: Departure | undefined): void => {
    if (cause !== undefined && !by.has(one) && rootOf(cause) !== one && keyOf(rootOf(cause)) !== keyOf(one))
      by.set(one, cause);
  };
  const index = indexOf(departures);
  const moved = movedIn(departures);
  for (const one of departures)
    put(
      one,
      ofGood(one, index, report) ??
        ofOdd(one, index, report) ??
        ofMoved(one, moved) ??
        ofSpoilt(one, index.byRule) ??
        ofForm(one, index.byForm) ??
        ofDigits(one, index.byRule),
    );
  const outermost = [...departures].sort((a, b) => rankOf(a.layer) - rankOf(b.layer) || a.index - b.index);
  for (const one of outermost) put(one, ofVersion(one, index));
  for (const one of outermost) if (!by.has(one)) put(one, further(one, index));
  /** What others of its habit were found to follow from. */
  const likeOthers = (one: Departure, { explains, these }: Relation): Departure | undefined =>
    fits(these, one.check.rule)
      ? index.byKey
          .get(keyOf(one))
          ?.filter((other) => versionOf(other) === versionOf(one))
          .map((other) => by.get(other))
          .find((cause) => cause !== undefined && fits(explains, cause.check.rule))
      : undefined;
  for (const relation of RELATIONS) {
    const explaining = explainingOf(relation, index);
    if (explaining.size === 0) continue;
    for (const one of outermost) if (!by.has(one)) put(one, related(one, relation, explaining, report));
    if (relation.isHabit === true) for (const one of outermost) if (!by.has(one)) put(one, likeOthers(one, relation));
  }
  for (const one of outermost) if (!by.has(one) && one.layer === 'attendant') put(one, sameStatus(one, index));
  return rootOf;
}

interface Index {
  readonly byExchange: ReadonlyMap<string, readonly Departure[]>;
  readonly byCase: ReadonlyMap<string, readonly Departure[]>;
  readonly byLike: ReadonlyMap<string, readonly Departure[]>;
  readonly byOperation: ReadonlyMap<string, readonly Departure[]>;
  readonly byRule: ReadonlyMap<string, readonly Departure[]>;
  readonly byKey: ReadonlyMap<string, readonly Departure[]>;
  readonly byForm: ByForm;
  /** Good requests that are refused, by operation. */
  readonly refusedGood: ReadonlyMap<string, readonly Departure[]>;
  /** Those that are about the status of an answer, by how it ended. */
  readonly byStatus: ReadonlyMap<string, readonly Departure[]>;
  /** Those whose habit is seen on many operations, in bodies. */
  readonly widespread: readonly Departure[];
}

function indexOf(departures: readonly Departure[]): Index {
  const bySight = (name: (sight: Sight) => string): ReadonlyMap<string, readonly Departure[]> => {
    const map = new Map<string, Departure[]>();
    for (const one of departures)
      for (const place of new Set(one.sights.map(name))) {
        const list = map.get(place);
        if (list === undefined) map.set(place, [one]);
        else list.push(one);
      }
    return map;
  };
  const byKey = groupBy(departures, keyOf);
  const wide = new Set([...byKey].filter(([, own]) => new Set(own.map(operationOf)).size >= MANY).map(([key]) => key));
  return {
    widespread: departures.filter((one) => one.layer === 'shape' && wide.has(keyOf(one))),
    byExchange: bySight(({ exchange }) => exchange),
    byCase: bySight((sight) => sight.case),
    byLike: bySight(({ like }) => like),
    byOperation: bySight(({ operation }) => operation),
    byRule: groupBy(departures, ({ check }) => check.rule),
    byKey,
    byForm: formsIn(departures),
    refusedGood: groupBy(
      departures.filter(({ did }) => did === 'refused-good'),
      operationOf,
    ),
    byStatus: groupBy(
      departures.filter(({ layer }) => layer === 'status' || layer === 'breakdown'),
      statusOf,
    ),
  };
}

/** A service that says in all places that it is of another version is not what was to be judged. */
function ofVersion(one: Departure, { byRule }: Index): Departure | undefined {
  if (one.kind === 'version') return undefined;
  const told = (byRule.get('definition.version') ?? []).filter(
    ({ check }) => check.service === one.check.service && check.spec === one.check.spec,
  );
  const [first] = told;
  return first?.kind === 'version' && told.length > 1 && told.every(({ key }) => key === first.key) ? first : undefined;
}

/** Of good requests that are refused: where others of the operation are served, what is special about one says more; where none is, nothing is. */
function ofGood(one: Departure, index: Index, report: JudgedReport): Departure | undefined {
  if (one.did !== 'refused-good' || one.layer !== 'status') return undefined;
  // An operation that refuses whoever asks is no matter of the token that was tried on it.
  if (one.base === 'token.usable' && !REFUSING_TOKENS.includes(one.was)) return plainAlike(one, index);
  const isPlain = (other: Departure): boolean => other.base === 'outcome.accepted';
  const isServed = servesOthers(one, report);
  if (isServed ? !isPlain(one) : !fits(['input.*'], one.base)) return undefined;
  return index.refusedGood
    .get(operationOf(one))
    ?.find(
      (other) =>
        other.was === one.was && (isServed ? fits(['input.*'], other.base) && holds(one, other) : isPlain(other)),
    );
}

const REFUSING_TOKENS: readonly (string | undefined)[] = ['401', '403'];

/** A plain request that ends so too. */
function plainAlike(one: Departure, { byStatus }: Index): Departure | undefined {
  return byStatus.get(statusOf(one))?.find(({ base, did }) => base === 'outcome.accepted' && did === 'refused-good');
}

/** What is wrong with successes that only requests have which are to be refused, or are unusual, is a consequence of how they are taken. */
function ofOdd(one: Departure, { byCase }: Index, report: JudgedReport): Departure | undefined {
  if (!['text', 'media', 'shape'].includes(one.layer) || one.kind !== 'finding' || one.sights.length === 0)
    return undefined;
  const oddIn = ({ case: place, status }: Sight): readonly Departure[] =>
    status !== undefined && status < 300
      ? (byCase.get(place) ?? []).filter(
          (other) => other !== one && isOfTaking(other) && isOdd(other.base, report) && !isPassive(other),
        )
      : [];
  const found = one.sights.map(oddIn);
  return found.every((some) => some.length > 0) ? found[0]?.[0] : undefined;
}

/** Whether it is about what was made of a request, and not about how its refusal looks. */
function isOfTaking({ layer, check }: Departure): boolean {
  return layer !== 'attendant' && (layer === 'status' || check.rule !== 'outcome.form');
}

/** Whether a check judges all answers of an operation, and not a case of its own. */
function isPassive({ base }: Departure): boolean {
  return fits(['http.*'], base);
}

/** Whether the answer to one complains of the member that the other is about. */
function holds(one: Departure, other: Departure): boolean {
  const member = fieldOf(other.check);
  return member !== undefined && one.sights.some(({ said }) => said.includes(member));
}

/** What stands further out in each of the answers that a departure rests on. */
function further(one: Departure, index: Index): Departure | undefined {
  if (one.layer === 'apart' || one.sights.length === 0) return undefined;
  const perSight = one.sights.map((sight) => candidates(one, sight, index));
  if (perSight.some((found) => found.length === 0)) return undefined;
  const counts = new Map<Departure, number>();
  for (const found of perSight) for (const each of found) counts.set(each, (counts.get(each) ?? 0) + 1);
  return [...counts].sort(
    ([a, times], [b, others]) => others - times || rankOf(a.layer) - rankOf(b.layer) || a.index - b.index,
  )[0]?.[0];
}

function candidates(one: Departure, sight: Sight, index: Index): readonly Departure[] {
  const outside = (other: Departure): boolean =>
    other !== one &&
    other.layer !== 'attendant' &&
    other.layer !== 'apart' &&
    rankOf(other.layer) < rankOf(one.layer) &&
    !isReadAllTheSame(other) &&
    !isLeftByOthers(other);
  const inExchange = (index.byExchange.get(sight.exchange) ?? []).filter(outside);
  if (inExchange.length > 0) return inExchange;
  const isInner = rankOf(one.layer) >= rankOf('shape');
  const inCase = isInner
    ? (index.byCase.get(sight.case) ?? []).filter((other) => outside(other) && rankOf(other.layer) <= rankOf('status'))
    : [];
  if (inCase.length > 0) return inCase;
  const alike = (index.byLike.get(sight.like) ?? []).filter(
    (other) =>
      other !== one &&
      rankOf(other.layer) <= rankOf('status') &&
      // What is served says nothing of others that are, though these should not have been.
      !(isWhole(other) && classOf(sight.status) === 2) &&
      (endsAlike(one, other) || saysAlike(one, other, sight)),
  );
  // What follows from a status follows from no body that others of the operation have.
  if (alike.length > 0 || one.layer === 'attendant') return alike;
  const ofOperation = (index.byOperation.get(sight.operation) ?? []).filter(
    (other) => outside(other) && rankOf(other.layer) >= rankOf('text') && isOfSuch(other, sight, index),
  );
  return ofOperation.length > 0 || (sight.status ?? 200) >= 300
    ? ofOperation
    : index.widespread.filter(
        (other) =>
          outside(other) &&
          other.sights.some(({ status }) => classOf(status) === classOf(sight.status)) &&
          sight.operation.startsWith(`${other.check.service}@${other.check.spec} ${other.check.endpoint}/`),
      );
}

/** RFC 8259 §8.1: what follows a byte order mark may be read, and is, so that nothing else comes of it. */
function isReadAllTheSame({ layer, sights }: Departure): boolean {
  return layer === 'text' && sights.length > 0 && sights.every(({ finding }) => finding.kind === 'byte-order-mark');
}

/** A body that is wrong in what cases of other operations leave, and nowhere else, shows what those did. */
function isLeftByOthers({ layer, check, sights }: Departure): boolean {
  const own = `/${check.endpoint}/${check.operation}/`;
  return layer === 'shape' && sights.length > 0 && sights.every((sight) => !sight.case.includes(own));
}

/** A good request that ends in the same way, or whatever breaks down: the answer says nothing of the request. */
function endsAlike(one: Departure, other: Departure): boolean {
  if (one.layer === 'attendant') return other.layer !== 'attendant' && other.did !== 'accepted';
  if (other.kind === 'breakdown') return one.kind !== 'breakdown' || other.layer !== one.layer;
  // What succeeds with another 2xx is taken for a failure by whoever waits for the declared one.
  // A status that goes without a body leaves nothing in which records could be found.
  if (other.did === 'form') return (one.did === 'refused-good' && one.was === other.was) || isOfNoBody(one);
  return other.did === 'refused-good' && one.did !== 'refused-good' && !fits(['input.*'], other.base);
}

function isOfNoBody({ layer, sights }: Departure): boolean {
  return layer === 'shape' && sights.every(({ said }) => said === '');
}

/** How an answer looks that is, word for word, the one to a good request: who refuses that refuses this too. */
function saysAlike(one: Departure, other: Departure, { said }: Sight): boolean {
  return (
    LOOKS.has(one.layer) &&
    other.did === 'refused-good' &&
    said !== '' &&
    other.sights.some((seen) => blank(seen.said) === blank(said))
  );
}

const LOOKS: ReadonlySet<string> = new Set<Layer>(['text', 'media', 'shape']);

/** Whether all answers of that kind have the departure, as far as one can tell from those that are listed. */
function isOfSuch(other: Departure, { operation, status, finding }: Sight, index: Index): boolean {
  const own = other.sights.filter((seen) => seen.operation === operation);
  // Where so many answers cannot be read, those of other statuses cannot either.
  if (other.layer === 'text' && own.length >= MOST_LISTED) return true;
  if (!own.some((seen) => classOf(seen.status) === classOf(status))) return false;
  if (other.sights.length >= MOST_LISTED) return true;
  if (operationsOf(other, index) >= MANY) return true;
  const names = new Set(other.sights.flatMap((seen) => namesIn(seen.finding)));
  return namesIn(finding).some((name) => names.has(name));
}

/** On how many operations a habit is seen. */
function operationsOf(one: Departure, { byKey }: Index): number {
  return new Set((byKey.get(keyOf(one)) ?? []).map(operationOf)).size;
}

/** Those that a relation lets explain others, by what both have to be of. */
function explainingOf(
  { explains, level, found: wanted, within }: Relation,
  index: Index,
): ReadonlyMap<string, readonly Departure[]> {
  const found = [...index.byRule]
    .filter(([rule]) => fits(explains, rule))
    .flatMap(([, departures]) => departures)
    .filter((one) => !isWhole(one) && (within !== 'unjudged' || operationsOf(one, index) >= MANY))
    .filter(({ check }) => level === undefined || check.level === level)
    .filter(({ sights }) => wanted === undefined || sights.some(({ finding }) => hasAll(finding, wanted)));
  return groupBy(found, versionOf);
}

/** Whether what follows from it was looked for, and is of its habit. */
function isWhole({ habit }: Departure): boolean {
  return habit?.of === 'reading' && habit.isWhole === true;
}

/** Whether a finding has the members that are wanted of it. */
function hasAll(finding: Finding, wanted: NonNullable<Relation['found']>): boolean {
  return Object.entries(wanted).every(([name, value]) => finding[name as keyof Finding] === value);
}

function related(
  one: Departure,
  { these, aspect, key, was, within, isAnother }: Relation,
  explaining: ReadonlyMap<string, readonly Departure[]>,
  report: JudgedReport,
): Departure | undefined {
  if (!fits(these, one.check.rule) || (aspect !== undefined && aspect !== one.check.aspect)) return undefined;
  if ((key !== undefined && key !== one.check.key) || (was !== undefined && was !== one.was)) return undefined;
  if (isAnother === true && isOfRequest(one)) return undefined;
  const all = (explaining.get(versionOf(one)) ?? []).filter(({ check }) => check.rule !== one.check.rule);
  const explains = (some: Departure, other: Departure): boolean =>
    isWithin(some, other, within, report) && (isAnother === true || !isApart(some, other));
  const whole = all.find((other) => explains(one, other));
  if (whole !== undefined || one.sights.length < 2 || !BY_SIGHT.includes(within)) return whole;
  // What is looked for in all answers of an operation may be explained by several, each for what it brought.
  const each = one.sights.map((sight) => {
    const alone = { ...one, sights: [sight] };
    return all.find((other) => explains(alone, other));
  });
  return each.includes(undefined) ? undefined : each[0];
}

/** What is looked at sight by sight. */
const BY_SIGHT: readonly Within[] = ['exchange', 'case', 'member', 'alike'];

/** Statuses that say something of how a request is made, whatever record it is for. */
const OF_REQUESTS: readonly (string | undefined)[] = ['400', '401', '405', '406', '411', '413', '414', '415', '431'];

/** Whether it is how a request was taken, which is no matter of the record that it meets. */
function isOfRequest({ did, isOdd: odd, was }: Departure): boolean {
  return did === 'refused-otherwise' || odd === true || (did === 'refused-good' && OF_REQUESTS.includes(was));
}

/** Whether both found other values, each at members that the other did not: then two things are wrong, however near they are. */
function isApart(one: Departure, other: Departure): boolean {
  const others = placesOf(other);
  if (others.length === 0 || !other.sights.every(({ finding }) => finding.kind === 'value')) return false;
  if (one.sights.length > 0 && one.sights.every(({ finding }) => finding.where.startsWith('header '))) return true;
  const own = placesOf(one);
  const touches = (a: readonly string[], b: readonly string[]): boolean => b.includes(a.at(-1) ?? '');
  return own.length > 0 && !own.some((a) => others.some((b) => touches(a, b) || touches(b, a)));
}

/** Paths of the members in which something was found. */
function placesOf({ layer, sights }: Departure): readonly (readonly string[])[] {
  return layer === 'value'
    ? sights.map(({ finding }) => membersIn(finding.where)).filter((path) => path.length > 0)
    : [];
}

/** A status that nobody declared, where the same status is somebody's departure elsewhere. */
function sameStatus(one: Departure, { byStatus }: Index): Departure | undefined {
  return one.was === undefined ? undefined : byStatus.get(statusOf(one))?.[0];
}

/** `student-reporting@4.0.1 404`: how an answer of a version ended. */
function statusOf(one: Departure): string {
  return `${versionOf(one)} ${one.was ?? ''}`;
}
