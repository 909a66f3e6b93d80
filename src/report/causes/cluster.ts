/**
 * One cause is one item. Failing checks are put together by what they found, not by what they checked: departures of one
 * kind are a habit, wherever they are; what another departure explains belongs to that one; a check that could not be
 * judged belongs to what it waits for. Which explains which is data, in `departures/cause-table.ts` and `explains/`. Every view tells these causes,
 * in this order.
 */
import { defined, maybe } from '../../record/defined.ts';
import type { Exchange } from '../../record/exchange.ts';
import { withAsked } from './turns/after-asking.ts';
import { withFirstReads } from './turns/first-read.ts';
import { habitsOf } from './explains/attribution.ts';
import { turnsOf } from './turns/by-turns.ts';
import { sentenceOf } from './titles/cause-sentence.ts';
import { checkRef } from '../checks.ts';
import { departuresOf, rankOf, type Departure, type JudgedReport, type Turns } from './departures/departure.ts';
import { placesOfTurns } from './departures/departure-place.ts';
import { exchangesBy } from './exchanges/exchange-index.ts';
import { caseOf } from './exchanges/exchange-place.ts';
import { groupBy } from '../../record/group-by.ts';
import { withKeptReads } from './turns/kept-reads.ts';
import { withLockOuts } from './turns/lock-out.ts';
import type { ReportCause, ReportCheck } from '../model.ts';
import { DISPOSITION_WEIGHT, weightOf } from '../weight.ts';
import { toBeRefused } from './departures/good-requests.ts';
import { CREATES_LOST, withLostWrites } from './turns/lost-writes.ts';
import { withHeldUp } from './explains/held-up.ts';
import { withNowAndThen } from './turns/now-and-then.ts';
import { withTakenBack } from './turns/taken-back.ts';
import { withTurns } from './turns/of-turns.ts';
import { silencesIn } from './exchanges/silence.ts';
import { refusedIn, titleOfTold, toldOf } from './titles/told.ts';
import { withRefusedBefore } from './readings/after-refused.ts';
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
  // Where all is well nobody asks how anything ended.
  if (!report.checks.some(isTold)) return [];
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
  const isMeant = (one: Exchange): boolean => !refused.has(caseOf(one));
  const apart = withLostWrites(withNowAndThen(locked, report, byKey), byKey, isMeant);
  const turns = turnsOf(apart, report, byKey);
  const inTurns = withKeptReads(withFirstReads(withTurns(apart, turns, report, byKey), byKey, isMeant), byKey);
  const read = withRefusedBefore(withReadings(inTurns, report, byKey), byKey);
  const found = habitsOf(read, report).map(({ key, own, explained }): Found => {
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
  });
  const silences = silencesIn(byKey.all);
  const isRefused = refusedIn(report);
  const seen = found.flatMap(({ departures }) => departures);
  // By where calls end so: a lock is told by other words than the turns of the same calls would be.
  const known = new Set(
    seen.flatMap(({ turns: of, check, habit, sights }) =>
      of !== undefined ? placesOfTurns(of, check) : habit?.of === 'reading' ? sights.map(({ like }) => like) : [],
    ),
  );
  // What was not stored is refused by turns, too.
  const missed = new Set(
    seen.flatMap(({ key, check, sights }) =>
      key === CREATES_LOST ? sights.map(({ status }) => `${check.service}@${check.spec} ${status ?? ''}`) : [],
    ),
  );
  const isKnown = (of: Turns, { service, spec }: Pick<ReportCheck, 'service' | 'spec'>): boolean =>
    placesOfTurns(of, { service, spec }).some((place) => known.has(place)) ||
    missed.has(`${service}@${spec} ${of.end}`);
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
  // What keeps others from being judged is told no later than what answers wrongly.
  const rankedAs = ({ rank, holdsUp }: Found): number =>
    holdsUp === undefined ? rank : Math.min(rank, rankOf('status'));
  return withHeldUp([...sharedOut(found), ...rest], report, byKey).sort(
    (a, b) =>
      causeWeight(a, report) - causeWeight(b, report) ||
      rankedAs(a) - rankedAs(b) ||
      reach(b) - reach(a) ||
      (a.id < b.id ? -1 : 1),
  );
}

/** Whether a check has a cause: it failed, could not be judged, or passes in spite of a waiver. */
function isTold({ verdict, disposition }: ReportCheck): boolean {
  return ['fail', 'inconclusive', 'untested'].includes(verdict) || disposition === 'unexpected-pass';
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
