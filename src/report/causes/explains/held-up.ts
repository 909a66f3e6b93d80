/** What could not be judged because of what failed: it belongs to the cause that it waits for, or whose answer it met. */
import { isOfSetup } from '../../../record/step-name.ts';
import type { Exchange } from '../../../record/exchange.ts';
import { fits } from '../../../record/rule-pattern.ts';
import { exchangeKey } from '../../exchange-key.ts';
import { groupBy } from '../../../record/group-by.ts';
import type { CauseKind, ReportCheck } from '../../model.ts';
import { rankOf, type Departure, type JudgedReport, type Sight } from '../departures/departure.ts';
import { placesOfTurns } from '../departures/departure-place.ts';
import { otherVersionOf } from '../departures/other-version.ts';
import { endOf, isBadEnd, isBrokenOff, isWithoutToken } from '../exchanges/ends.ts';
import { operationAt, type ExchangeIndex } from '../exchanges/exchange-index.ts';
import { caseOf, groupOf } from '../exchanges/exchange-place.ts';
import { CREATES_LOST } from '../turns/lost-writes.ts';
import { spoilerOf } from './spoiled.ts';

/** A cause, with places in `report.checks`, as far as it says what is held up by it. */
interface Holding {
  readonly kind: CauseKind;
  readonly checks: readonly number[];
  readonly holdsUp?: readonly number[];
  readonly departures: readonly Departure[];
}

/** Moves every undetermined check to the cause of the failure that it waits for, at however many removes, or whose answer it met. */
export function withHeldUp<Found extends Holding>(
  causes: readonly Found[],
  report: JudgedReport,
  exchanges: ExchangeIndex,
): Found[] {
  const indexOf = new Map(report.checks.map((check, index) => [`${check.id}@${check.spec}`, index]));
  const failing = new Map<number, Found>();
  for (const cause of causes)
    if (cause.kind !== 'undetermined') for (const index of cause.checks) failing.set(index, cause);
  const metBy = meeting(causes, exchanges, tokenOperations(report));
  const ofVersion = new Map(
    causes.flatMap((cause) =>
      cause.kind === 'version'
        ? cause.departures.map(({ check }) => [`${check.service}@${check.spec}`, cause] as const)
        : [],
    ),
  );
  const rootOf = (index: number, seen: Set<number>): Found | undefined => {
    const check = report.checks[index];
    if (check === undefined || seen.has(index)) return undefined;
    seen.add(index);
    const cause = failing.get(index);
    // A service that fell silent, or refuses by turns, is the cause of what was not judged of it.
    if (cause !== undefined && (check.verdict === 'fail' || ['breakdown', 'finding'].includes(cause.kind)))
      return cause;
    for (const id of check.blockedBy ?? []) {
      const blocker = indexOf.get(`${id}@${check.spec}`);
      const root = blocker === undefined ? undefined : rootOf(blocker, seen);
      if (root !== undefined) return root;
    }
    if (check.verdict !== 'inconclusive') return undefined;
    // Of another version than was said before the run, nothing is to be wondered at.
    return (
      metBy(check) ??
      (otherVersionOf(report, check) === undefined ? undefined : ofVersion.get(`${check.service}@${check.spec}`))
    );
  };
  const held = new Map<Found, number[]>();
  const rest = causes.flatMap((cause): Found[] => {
    if (cause.kind !== 'undetermined') return [cause];
    const own = cause.checks.filter((index) => {
      const root = rootOf(index, new Set());
      if (root !== undefined) {
        const list = held.get(root);
        if (list === undefined) held.set(root, [index]);
        else list.push(index);
      }
      return root === undefined;
    });
    return own.length === 0 ? [] : [{ ...cause, checks: own }];
  });
  return rest.map((cause) => {
    const holdsUp = held.get(cause);
    return holdsUp === undefined ? cause : { ...cause, holdsUp: holdsUp.sort((a, b) => a - b) };
  });
}

/** The cause whose answers a check met on its way: the same answer, one that ended alike, or, of bodies, one of the same operation. */
function meeting<Found extends Holding>(
  causes: readonly Found[],
  exchanges: ExchangeIndex,
  givingTokens: ReadonlySet<string>,
): (check: ReportCheck) => Found | undefined {
  const same = new Map<string, Found>();
  const alike = new Map<string, Found>();
  const bodies = new Map<string, Found>();
  const throttled = new Map<string, Found>();
  const broken = new Map<string, Found>();
  const tokens = new Map<string, Found>();
  /** How tokens are refused that were just granted: what was to be served and ended so had such a one. */
  const refused = new Map<string, Found>();
  for (const cause of causes)
    for (const { layer, did, sights, kind, check, key, turns } of cause.departures) {
      for (const place of turns === undefined ? [] : placesOfTurns(turns, check)) alike.set(place, cause);
      if (kind === 'throttled') throttled.set(`${check.service}@${check.spec}`, cause);
      for (const sight of sights) {
        const isOuter = layer !== 'attendant' && layer !== 'apart';
        if (isOuter) same.set(sight.exchange, cause);
        if (
          kind === 'breakdown' ||
          kind === 'throttled' ||
          did === 'refused-good' ||
          isRefusedOnTheWay(check, layer, sight)
        )
          alike.set(sight.like, cause);
        if ((kind === 'breakdown' || did === 'refused-good' || did === 'form') && givingTokens.has(sight.operation))
          tokens.set(`${check.service}@${check.spec}`, cause);
        if (check.rule === 'token.usable' && did === 'refused-good')
          refused.set(sight.like.split(' ').toSpliced(1, 1).join(' '), cause);
        if ((kind === 'breakdown' || key === CREATES_LOST) && sight.status !== undefined)
          broken.set(`${check.service}@${check.spec} ${sight.status}`, cause);
        if (isOuter && rankOf(layer) >= rankOf('text') && (sight.status ?? 0) < 300) bodies.set(sight.operation, cause);
      }
    }
  const spoiler = spoilerOf(causes, exchanges);
  const brokenSetups = groupBy(
    exchanges.all.filter((one) => isBroken(one) && isOfSetup(one.id.split('#')[1] ?? '')),
    groupOf,
  );
  const behind = (check: ReportCheck, met: readonly Exchange[]): Found | undefined => {
    const version = `${check.service}@${check.spec}`;
    const operations = met.map((exchange) => `${version} ${exchanges.operationOf(exchange) ?? ''}`);
    const ends = met.map((exchange, place) => `${operations[place] ?? ''} ${endOf(exchange) ?? ''}`);
    const find = (places: readonly string[], map: ReadonlyMap<string, Found>): Found | undefined =>
      places.map((place) => map.get(place)).find((cause) => cause !== undefined);
    const ofOwn = [...alike].find(
      ([like, { kind }]) =>
        kind === 'breakdown' &&
        !/ \d+$/.test(like) &&
        like.startsWith(`${version} ${check.endpoint}/${check.operation} `),
    )?.[1];
    const slowed = met.some((exchange) => endOf(exchange) === '429') ? throttled.get(version) : undefined;
    // What breaks down in one place breaks down elsewhere too, where nothing but what it held up was tried.
    const elsewhere = met.map((exchange) => `${version} ${endOf(exchange) ?? ''}`);
    // Of many things that were made for it only some are its evidence.
    const groups = new Set(met.map(({ group }) => `${version} ${group}`));
    const setUp = [...groups].flatMap((group) => brokenSetups.get(group) ?? []);
    const unsigned = met.some(isWithoutToken) ? tokens.get(version) : undefined;
    return (
      slowed ??
      unsigned ??
      spoiler(met) ??
      find(ends, alike) ??
      find(met.map(exchangeKey), same) ??
      find(operations, bodies) ??
      ofOwn ??
      find(elsewhere, broken) ??
      find(
        setUp.map((one) => `${version} ${exchanges.operationOf(one) ?? ''} ${endOf(one) ?? ''}`),
        alike,
      ) ??
      find(
        setUp.map((one) => `${version} ${endOf(one) ?? ''}`),
        broken,
      ) ??
      find(elsewhere, refused)
    );
  };
  return (check) => {
    const met = check.evidence.flatMap((id) => exchanges.get(`${check.service}@${check.spec} ${id}`) ?? []);
    // What ended badly in the same case, and what was asked of its own operation, is not always among what the check names.
    const isTelling = (one: Exchange): boolean =>
      isBroken(one) || exchanges.operationOf(one) === `${check.endpoint}/${check.operation}`;
    const ofCases = [...new Set(met.map(caseOf))].flatMap((name) => exchanges.ofCase(name));
    const telling = ofCases.filter(isTelling);
    return (
      behind(check, met) ??
      (telling.length === 0 ? undefined : behind(check, telling)) ??
      ofCases.map((one) => same.get(exchangeKey(one))).find((cause) => cause !== undefined) ??
      ofCases
        .flatMap((one) => lackedBy(one, exchanges))
        .map((one) => bodies.get(operationAt(one, exchanges)))
        .find((cause) => cause !== undefined)
    );
  };
}

/** The answer that had not what was to be sent next. */
function lackedBy(one: Exchange, { ofGroup, ofCase }: ExchangeIndex): readonly Exchange[] {
  const step = one.failure?.lacks;
  if (step === undefined) return [];
  const isIt = ({ id }: Exchange): boolean => id.endsWith(`#${step}`);
  const own = ofCase(caseOf(one)).filter(isIt);
  return own.length > 0 ? own : ofGroup(groupOf(one)).filter(isIt);
}

/** Whether it is refused, or breaks down, or no whole answer came. */
function isBroken(one: Exchange): boolean {
  const end = endOf(one);
  return isBadEnd(end) || (end !== undefined && isBrokenOff(end));
}

/** Who is refused a page with no records may be refused one that has some: what is walked stops there. So does what is read of a batch that is refused. */
function isRefusedOnTheWay({ rule }: ReportCheck, layer: Departure['layer'], { status = 0 }: Sight): boolean {
  return (
    (layer === 'status' && fits(['page.*'], rule)) || (status >= 400 && fits(['lifecycle.batch-independent'], rule))
  );
}

/** Operations that give tokens. */
function tokenOperations({ checks }: JudgedReport): ReadonlySet<string> {
  return new Set(
    checks.flatMap((check) =>
      fits(['token.*'], check.rule) ? [`${check.service}@${check.spec} ${check.endpoint}/${check.operation}`] : [],
    ),
  );
}
