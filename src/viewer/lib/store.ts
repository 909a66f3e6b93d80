/** The report with the indices that pages look things up by. Made once; nothing in it changes. */
import { globMatcher } from '../../record/glob.ts';
import type {
  Level,
  Report,
  ReportCheck,
  ReportOpenPoint,
  ReportRequirement,
  ReportWaiver,
  Summary,
  Verdict,
} from '../../report/model.ts';
import { weightOf } from '../../report/weight.ts';
import { checkKey } from '../../report/page/data.ts';
import type { BaselineSummary, Cause, HistoryPoint, Killers } from '../../report/page/data.ts';
import type { PageData } from '../../report/page/wire.ts';

export interface ServiceVersions {
  readonly service: string;
  /** In the order of the report, which is the order of the service's versions. */
  readonly specs: readonly string[];
}

export type ChangeKind = 'appeared' | 'fixed' | 'stopped' | 'added';

export interface Store {
  readonly data: PageData;
  readonly report: Report;
  readonly services: readonly ServiceVersions[];
  readonly checks: ReadonlyMap<string, ReportCheck>;
  /** All versions of one check, by id. */
  readonly byId: ReadonlyMap<string, readonly ReportCheck[]>;
  /** Worst first. */
  readonly sorted: readonly ReportCheck[];
  readonly causes: ReadonlyMap<string, Cause>;
  /** Cause of a check, by its key. */
  readonly causeOf: ReadonlyMap<string, Cause>;
  /** The cause that holds a check up, by its key. */
  readonly heldBy: ReadonlyMap<string, Cause>;
  readonly requirements: ReadonlyMap<string, ReportRequirement>;
  readonly openPoints: ReadonlyMap<string, ReportOpenPoint>;
  /** Open points that a check rests on; of reports of earlier versions those of its requirement. */
  readonly restsOn: (check: ReportCheck) => readonly string[];
  /** The waiver that excuses a check or, failing that, one that speaks of it. */
  readonly waiverFor: (check: ReportCheck) => ReportWaiver | undefined;
  /** How a check stands beside the baseline, by its key. */
  readonly change: ReadonlyMap<string, ChangeKind>;
  readonly faults: ReadonlyMap<string, Killers>;
  /** By service and id of a requirement: how many of its checks are assumed, in all versions. */
  readonly guessed: ReadonlyMap<string, number>;
  readonly haystack: (check: ReportCheck) => string;
}

export function requirementKey(requirement: {
  readonly service: string;
  readonly spec: string;
  readonly id: string;
}): string {
  return `${requirement.service}@${requirement.spec} ${requirement.id}`;
}

function restingIn(report: Report, requirements: Store['requirements']): Store['restsOn'] {
  const isTold = report.openPoints.some(({ state }) => state !== undefined);
  return (check) =>
    isTold
      ? (check.restsOn ?? [])
      : (requirements.get(requirementKey({ ...check, id: check.requirement }))?.openPoints ?? []);
}

/** The source section as a reader would cite it: a bare one is of the service's own document. */
export function sourceOf({ section, service }: { readonly section: string; readonly service: string }): string {
  return section.startsWith('§') ? `${service} ${section}` : section;
}

export function makeStore(data: PageData): Store {
  const { report } = data;
  const requirements = new Map(report.requirements.map((one) => [requirementKey(one), one]));
  return {
    data,
    report,
    services: servicesOf(report.summaries),
    checks: new Map(report.checks.map((check) => [checkKey(check), check])),
    byId: groupById(report.checks),
    sorted: [...report.checks].sort(
      (a, b) => weightOf(a) - weightOf(b) || verdictWeight(a.verdict) - verdictWeight(b.verdict),
    ),
    causes: new Map(data.causes.map((cause) => [cause.id, cause])),
    causeOf: causeIndex(report, data.causes, (cause) => cause.checks),
    heldBy: causeIndex(report, data.causes, (cause) => cause.holdsUp ?? []),
    requirements,
    openPoints: new Map(report.openPoints.map((point) => [point.id, point])),
    restsOn: restingIn(report, requirements),
    waiverFor: makeWaiverLookup(report.waivers),
    change: changeIndex(data.baseline),
    faults: new Map((data.proof?.checks ?? []).map((entry) => [checkKey(entry), entry])),
    guessed: guessedOf(report.checks),
    haystack: makeHaystack(requirements),
  };
}

export function servicesOf(summaries: readonly Summary[]): ServiceVersions[] {
  const services = new Map<string, string[]>();
  for (const { service, spec } of summaries) services.set(service, [...(services.get(service) ?? []), spec]);
  return [...services].map(([service, specs]) => ({ service, specs }));
}

export const VERDICT_ORDER: readonly Verdict[] = ['fail', 'inconclusive', 'untested', 'pass', 'inapplicable'];
export const LEVEL_ORDER: readonly Level[] = ['MUST', 'SHOULD', 'MAY'];

function verdictWeight(verdict: Verdict): number {
  return VERDICT_ORDER.indexOf(verdict);
}

function guessedOf(checks: readonly ReportCheck[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { service, requirement, basis } of checks) {
    if (basis !== 'assumed') continue;
    const key = `${service} ${requirement}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function groupById(checks: readonly ReportCheck[]): Map<string, ReportCheck[]> {
  const groups = new Map<string, ReportCheck[]>();
  for (const check of checks) {
    const group = groups.get(check.id);
    if (group === undefined) groups.set(check.id, [check]);
    else group.push(check);
  }
  return groups;
}

function causeIndex(
  report: Report,
  causes: readonly Cause[],
  indices: (cause: Cause) => readonly number[],
): Map<string, Cause> {
  const index = new Map<string, Cause>();
  for (const cause of causes) {
    for (const at of indices(cause)) {
      const check = report.checks[at];
      if (check !== undefined) index.set(checkKey(check), cause);
    }
  }
  return index;
}

function changeIndex(baseline: BaselineSummary | undefined): Map<string, ChangeKind> {
  const index = new Map<string, ChangeKind>();
  if (baseline === undefined) return index;
  for (const kind of ['added', 'stopped', 'fixed', 'appeared'] as const) {
    for (const ref of baseline[kind] ?? []) index.set(checkKey(ref), kind);
  }
  return index;
}

function makeWaiverLookup(waivers: readonly ReportWaiver[]): Store['waiverFor'] {
  const excusing = new Map(waivers.flatMap((waiver) => waiver.excuses.map((key) => [key, waiver] as const)));
  const patterns = waivers.map((waiver) => ({ waiver, matches: globMatcher(waiver.checks) }));
  return (check) =>
    excusing.get(checkKey(check)) ??
    patterns.find(
      ({ waiver, matches }) =>
        (waiver.service ?? check.service) === check.service &&
        (waiver.spec?.includes(check.spec) ?? true) &&
        matches(check.id),
    )?.waiver;
}

/** Texts are joined when a search first needs them: most readers never search. */
function makeHaystack(requirements: ReadonlyMap<string, ReportRequirement>): (check: ReportCheck) => string {
  const texts = new WeakMap<ReportCheck, string>();
  return (check) => {
    const known = texts.get(check);
    if (known !== undefined) return known;
    const requirement = requirements.get(requirementKey({ ...check, id: check.requirement }));
    const findings = check.findings.slice(0, 5).flatMap((finding) => [finding.where, finding.expected, finding.actual]);
    const text = [
      check.id,
      check.title,
      check.requirement,
      requirement?.text ?? '',
      requirement?.section ?? '',
      check.spec,
      check.cause ?? '',
      check.contract,
      ...findings,
    ]
      .join('\n')
      .toLowerCase();
    texts.set(check, text);
    return text;
  };
}

/** The earliest of the unbroken row of runs, up to this one, in which the check failed. */
export function failsSince(store: Store, check: ReportCheck): HistoryPoint | 'this run' | undefined {
  const { history } = store.data;
  if (history === undefined || check.verdict !== 'fail') return undefined;
  const key = checkKey(check);
  let since: HistoryPoint | 'this run' = 'this run';
  for (const point of earlierRuns(store).reverse()) {
    const sets = setsOf(point);
    if (sets === undefined) return undefined;
    if (sets.failing.has(key)) since = point;
    else if (!sets.unjudged.has(key)) break;
  }
  return since;
}

export function earlierRuns(store: Store): HistoryPoint[] {
  return (store.data.history ?? []).filter((point) => point.id !== store.report.run.id);
}

interface PointSets {
  readonly failing: ReadonlySet<string>;
  readonly unjudged: ReadonlySet<string>;
}

const known = new WeakMap<HistoryPoint, PointSets>();

/** Nothing where the run did not list its failing checks. */
function setsOf(point: HistoryPoint): PointSets | undefined {
  if (point.failing === undefined) return undefined;
  const sets = known.get(point) ?? { failing: new Set(point.failing), unjudged: new Set(point.unjudged) };
  known.set(point, sets);
  return sets;
}

/**
 * Checks that go to and fro. One break and one repair are nothing strange; the third change is. A run that did not judge
 * a check is left out of its row.
 */
export function flippingChecks(store: Store): { readonly key: string; readonly flips: number }[] {
  const points = earlierRuns(store).flatMap((point) => setsOf(point) ?? []);
  if (points.length < 3) return [];
  const { checks } = store.report;
  const now: PointSets = {
    failing: new Set(checks.filter((check) => check.verdict === 'fail').map(checkKey)),
    unjudged: new Set(
      checks.filter((check) => check.verdict === 'inconclusive' || check.verdict === 'untested').map(checkKey),
    ),
  };
  const rows = [...points, now];
  const keys = new Set(points.flatMap((row) => [...row.failing]));
  return [...keys]
    .map((key) => {
      const states = rows.filter((row) => !row.unjudged.has(key)).map((row) => row.failing.has(key));
      return { key, flips: states.filter((state, index) => index > 0 && state !== states[index - 1]).length };
    })
    .filter(({ flips }) => flips >= 3)
    .sort((a, b) => b.flips - a.flips || (a.key < b.key ? -1 : 1));
}
