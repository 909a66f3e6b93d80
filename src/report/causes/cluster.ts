/**
 * One cause is one item. Failing checks are put together by what they found, not by what they checked: departures of one
 * kind are a habit, wherever they are; what another departure explains belongs to that one; a check that could not be
 * judged belongs to what it waits for. Which explains which is data, in `cause-table.ts` and `cause-relations.ts`. Every view tells these causes,
 * in this order.
 */
import { defined, maybe } from '../../record/defined.ts';
import type { Exchange } from '../../record/exchange.ts';
import { fits } from '../../record/rule-pattern.ts';
import { isOfSetup } from '../../record/step-name.ts';
import { withAsked } from './turns/after-asking.ts';
import { habitsOf } from './explains/attribution.ts';
import { turnsOf } from './turns/by-turns.ts';
import { sentenceOf } from './titles/cause-sentence.ts';
import { checkRef } from '../checks.ts';
import {
  departuresOf,
  rankOf,
  type Departure,
  type JudgedReport,
  type Sight,
  type Turns,
} from './departures/departure.ts';
import { exchangesBy, type ExchangeIndex } from './exchanges/exchange-index.ts';
import { endOf, isBadEnd } from './exchanges/ends.ts';
import { caseOf, groupOf } from './exchanges/exchange-place.ts';
import { exchangeKey } from '../exchange-key.ts';
import { groupBy } from '../group-by.ts';
import { withLockOuts } from './turns/lock-out.ts';
import type { ReportCause, ReportCheck } from '../model.ts';
import { toBeRefused } from './departures/good-requests.ts';
import { CREATES_LOST, withLostWrites } from './turns/lost-writes.ts';
import { isWithoutToken } from './titles/obstacle.ts';
import { spoilerOf } from './explains/spoiled.ts';
import { withTakenBack } from './turns/taken-back.ts';
import { withTurns } from './turns/of-turns.ts';
import { otherVersionOf } from './departures/other-version.ts';
import { silencesIn } from './exchanges/silence.ts';
import { refusedIn, titleOfTold, toldOf } from './titles/told.ts';
import { withReadings } from './readings/readings.ts';

/** As the report tells it, with places in `report.checks` where that has references. */
export interface Cause extends Omit<ReportCause, 'checks' | 'holdsUp'> {
  /** What stands for it first, what it explains behind. */
  readonly checks: readonly number[];
  /** Those that could not be judged because of it. */
  readonly holdsUp?: readonly number[];
}

interface Found extends Cause {
  readonly rank: number;
  readonly departures: readonly Departure[];
}

export function clusterChecks(report: JudgedReport, exchanges: readonly Exchange[]): Cause[] {
  return causesIn(report, exchanges).map(({ rank: _rank, departures: _departures, ...cause }) => cause);
}

function causesIn(report: JudgedReport, exchanges: readonly Exchange[]): readonly Found[] {
  // Where nothing went wrong nobody asks how anything ended.
  const isRed = report.checks.some(({ verdict }) => verdict === 'fail' || verdict === 'inconclusive');
  const byKey = exchangesBy(exchanges, isRed ? report.run?.flags : undefined);
  const blockers = new Set(
    report.checks.flatMap((check) => (check.blockedBy ?? []).map((id) => `${id}@${check.spec}`)),
  );
  // The check that others wait for says best what is wrong, then one that is about the status.
  const telling = (check: ReportCheck | undefined): number =>
    check === undefined ? 2 : blockers.has(checkRef(check)) ? 0 : check.findings[0]?.where === 'status' ? 1 : 2;
  // Whoever looks for a value says least of what stands in its place.
  const plainness = (check: ReportCheck | undefined): number =>
    check?.findings[0]?.kind === 'lost' ? 1 : PLAINEST.indexOf(check?.rule ?? '') * -1;
  const inOrder = (a: number, b: number): number =>
    weightOf(report.checks[a]) - weightOf(report.checks[b]) ||
    telling(report.checks[a]) - telling(report.checks[b]) ||
    plainness(report.checks[a]) - plainness(report.checks[b]) ||
    a - b;
  const indices = (departures: readonly Departure[]): readonly number[] =>
    [...new Set(departures.map(({ index }) => index))].sort(inOrder);
  const failing = report.checks.flatMap((check, index) =>
    check.verdict === 'fail' ? departuresOf(check, index, report, byKey) : [],
  );
  const refused = toBeRefused(report);
  const locked = withLockOuts(withTakenBack(withAsked(failing, byKey), byKey), byKey);
  const apart = withLostWrites(locked, byKey, (one) => !refused.has(caseOf(one)));
  const turns = turnsOf(apart, report, byKey);
  const found = habitsOf(withReadings(withTurns(apart, turns, report, byKey), report, byKey), report).map(
    ({ key, own, explained }): Found => {
      // Others wait for it, so that it says best what is wrong with an answer, even where another check explains it.
      const isTold = ({ check, layer }: Departure): boolean => layer === 'attendant' && blockers.has(checkRef(check));
      const first = indices([...own, ...explained.filter(isTold)]);
      const byIndex = groupBy(own, ({ index }) => index);
      const ordered = indices(own).flatMap((index) => byIndex.get(index) ?? []);
      return {
        id: shortHash(key),
        kind: ordered[0]?.kind ?? 'finding',
        service: ordered[0]?.check.service ?? '',
        title: sentenceOf(tellingOf(ordered), explained, report, byKey),
        checks: [...new Set([...first, ...indices(explained.filter((one) => !isTold(one)))])],
        rank: Math.min(...own.map(({ layer }) => rankOf(layer))),
        departures: [...own, ...explained],
      };
    },
  );
  const silences = silencesIn(byKey.all);
  const isRefused = refusedIn(report);
  const seen = found.flatMap(({ departures }) => departures);
  // By where calls end so: a lock is told by other words than the turns of the same calls would be.
  const known = new Set(
    seen.flatMap(({ turns: of, check, habit, sights }) =>
      of !== undefined ? placesOf(of, check) : habit?.of === 'reading' ? sights.map(({ like }) => like) : [],
    ),
  );
  // What was not stored is refused by turns, too.
  const missed = new Set(
    seen.flatMap(({ key, check, sights }) =>
      key === CREATES_LOST ? sights.map(({ status }) => `${check.service}@${check.spec} ${status ?? ''}`) : [],
    ),
  );
  const isKnown = (of: Turns, { service, spec }: Place): boolean =>
    placesOf(of, { service, spec }).some((place) => known.has(place)) || missed.has(`${service}@${spec} ${of.end}`);
  const others = [
    ...groupBy(
      report.checks.flatMap((check, index) => toldOf(check, index, report, byKey, silences, turns, isKnown) ?? []),
      ({ key }) => key,
    ),
  ];
  const rest = others.map(([key, own]): Found => ({
    id: shortHash(key),
    kind: own[0]?.kind ?? 'undetermined',
    service: own[0]?.service ?? '',
    title: titleOfTold(own, byKey, isRefused),
    checks: own.map(({ index }) => index).sort(inOrder),
    rank: 0,
    departures: [],
  }));
  const reach = ({ checks, holdsUp = [] }: Cause): number => checks.length + holdsUp.length;
  return withHeldUp([...sharedOut(found), ...rest], report, byKey).sort(
    (a, b) =>
      causeWeight(a, report) - causeWeight(b, report) ||
      a.rank - b.rank ||
      reach(b) - reach(a) ||
      (a.id < b.id ? -1 : 1),
  );
}

type Place = Pick<ReportCheck, 'service' | 'spec'>;

/** `library@1.0 books/create 400`, for each operation whose calls end so. */
function placesOf({ operations, end }: Turns, { service, spec }: Place): readonly string[] {
  return operations.map((operation) => `${service}@${spec} ${operation} ${end}`);
}

/** What was found, before what only follows from it. */
function tellingOf(own: readonly Departure[]): readonly Departure[] {
  const seen = own.filter(({ sights }) => sights.length > 0);
  return seen.some(({ layer }) => rankOf(layer) >= rankOf('text')) ? seen : own;
}

/** A check that fails for several causes counts for the one of the fewest: the others are seen without it. */
function sharedOut(causes: readonly Found[]): readonly Found[] {
  const ofCheck = groupBy(
    causes.flatMap((cause) => cause.checks.map((index) => ({ cause, index }))),
    ({ index }) => index,
  );
  const ownerOf = (index: number): Found | undefined =>
    ofCheck.get(index)?.reduce((a, b) => (b.cause.checks.length < a.cause.checks.length ? b : a)).cause;
  return causes.map((cause) => {
    const checks = cause.checks.filter((index) => ownerOf(index) === cause);
    return checks.length === 0 ? cause : { ...cause, checks };
  });
}

/** The report with its causes, as `report.json` has them. */
export function withCauses<T extends JudgedReport>(
  report: T,
  exchanges: readonly Exchange[],
): T & { readonly causes: readonly ReportCause[] } {
  const refs = (indices: readonly number[]): readonly string[] =>
    indices.flatMap((index) => report.checks[index] ?? []).map(checkRef);
  const found = causesIn(report, exchanges);
  const causes = found.map(({ rank: _rank, departures: _departures, holdsUp, ...cause }): ReportCause => ({
    ...cause,
    checks: refs(cause.checks),
    ...defined({ holdsUp: maybe(holdsUp, refs) }),
  }));
  return { ...report, checks: told(report.checks, found), causes };
}

/** Of a check that fails for several causes the findings come first that are of its own. */
function told(checks: readonly ReportCheck[], causes: readonly Found[]): readonly ReportCheck[] {
  const leading = new Map(
    causes.flatMap(({ checks: own, departures }) => {
      const byIndex = groupBy(departures, ({ index }) => index);
      return own.map((index) => [index, (byIndex.get(index) ?? []).flatMap(({ sights }) => sights)] as const);
    }),
  );
  return checks.map((check, index) => {
    const first = (leading.get(index) ?? []).map(({ finding }) => finding);
    if (first.length === 0 || first.length === check.findings.length) return check;
    return { ...check, findings: [...first, ...check.findings.filter((finding) => !first.includes(finding))] };
  });
}

/** Where several rules see one thing, those that name it best; the last one first. */
const PLAINEST: readonly string[] = ['http.error-shape', 'http.media-type', 'definition.version'];

/** Moves every undetermined check to the cause of the failure that it waits for, at however many removes, or whose answer it met. */
function withHeldUp(causes: readonly Found[], report: JudgedReport, exchanges: ExchangeIndex): Found[] {
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
function meeting(
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
      for (const place of turns === undefined ? [] : placesOf(turns, check)) alike.set(place, cause);
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
    exchanges.all.filter((one) => isBadEnd(endOf(one)) && isOfSetup(one.id.split('#')[1] ?? '')),
    groupOf,
  );
  return (check) => {
    const version = `${check.service}@${check.spec}`;
    const met = check.evidence.flatMap((id) => exchanges.get(`${version} ${id}`) ?? []);
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

const LEVEL_WEIGHT = { MUST: 0, SHOULD: 1, MAY: 2 } as const;
const DISPOSITION_WEIGHT = {
  nonconforming: 0,
  'unexpected-pass': 100,
  undetermined: 200,
  'expected-failure': 300,
  conforming: 400,
} as const;

const BASIS_WEIGHT = { documented: 0, standard: 0, confirmed: 0, practice: 5, assumed: 5 } as const;

/** Less is worse: by level, a MUST first; of one level, what nobody with a say has said after what somebody has. */
export function weightOf(check: ReportCheck | undefined): number {
  if (check === undefined) return 1000;
  return DISPOSITION_WEIGHT[check.disposition] + LEVEL_WEIGHT[check.level] * 10 + BASIS_WEIGHT[check.basis];
}

/** As the worst of its checks; what holds others up weighs as what blocks, for among them may be anything, and so does a service that fell silent. */
function causeWeight({ checks, holdsUp, kind }: Cause, report: JudgedReport): number {
  const worst = Math.min(...checks.map((index) => weightOf(report.checks[index])));
  const isHeldOnly = worst >= DISPOSITION_WEIGHT.undetermined && worst < DISPOSITION_WEIGHT['expected-failure'];
  if (kind === 'breakdown' ? worst >= DISPOSITION_WEIGHT.undetermined : kind === 'finding' && isHeldOnly)
    return DISPOSITION_WEIGHT.nonconforming;
  return worst < DISPOSITION_WEIGHT['unexpected-pass'] && holdsUp !== undefined
    ? DISPOSITION_WEIGHT.nonconforming
    : worst;
}

/** FNV-1a twice, for eleven characters that are the same on every machine. */
export function shortHash(text: string): string {
  let a = 0x811c9dc5;
  let b = 0x9747b28c;
  for (let index = 0; index < text.length; index++) {
    a = Math.imul(a ^ text.charCodeAt(index), 0x01000193) >>> 0;
    b = Math.imul(b ^ (text.charCodeAt(index) + index), 0x85ebca6b) >>> 0;
  }
  return (a.toString(36).padStart(7, '0') + b.toString(36).padStart(7, '0').slice(0, 4)).slice(0, 11);
}
