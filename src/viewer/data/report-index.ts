/** The report with lookup tables. Built once when the page loads; immutable. */
import { globMatcher } from '../../model/pattern.ts';
import { groupBy } from '../../model/objects.ts';
import type {
  Basis,
  Level,
  Report,
  ReportCheck,
  ReportOpenPoint,
  ReportRequirement,
  ReportWaiver,
  Summary,
  Verdict,
} from '../../report/model.ts';
import {
  type BaselineSummary,
  type PageCause,
  checkKey,
  type CheckFaults,
  type PageData,
} from '../../report/page/data.ts';
import { checkWeight } from '../../report/checks.ts';

export interface ServiceVersions {
  readonly service: string;
  /** In the order of the report, oldest first. */
  readonly specs: readonly string[];
}

export type ChangeKind = 'appeared' | 'fixed' | 'stopped' | 'added';

export interface ReportIndex {
  readonly data: PageData;
  readonly report: Report;
  readonly services: readonly ServiceVersions[];
  readonly checks: ReadonlyMap<string, ReportCheck>;
  /** All versions of one check, by id. */
  readonly checksById: ReadonlyMap<string, readonly ReportCheck[]>;
  /** Worst first. */
  readonly sortedChecks: readonly ReportCheck[];
  readonly groups: ReadonlyMap<string, PageCause>;
  /** Failure group of a check, by check key. */
  readonly groupOf: ReadonlyMap<string, PageCause>;
  /** Failure group that prevented a verdict, by check key. */
  readonly blockerOf: ReadonlyMap<string, PageCause>;
  /** Keys of the failing checks that block. */
  readonly blocking: ReadonlySet<string>;
  readonly requirementOf: (check: ReportCheck) => ReportRequirement | undefined;
  readonly questions: ReadonlyMap<string, ReportOpenPoint>;
  /** Open questions that the request, the expectation or the versions of a check use. */
  readonly questionsOf: (check: ReportCheck) => readonly string[];
  /** The waiver that covers the failure, else a waiver whose pattern matches the check. */
  readonly waiverFor: (check: ReportCheck) => ReportWaiver | undefined;
  /** Difference from the baseline, by check key. */
  readonly changes: ReadonlyMap<string, ChangeKind>;
  readonly faults: ReadonlyMap<string, CheckFaults>;
  /** Lower-case text that the search box looks in. */
  readonly searchText: (check: ReportCheck) => string;
}

export const VERDICT_ORDER: readonly Verdict[] = ['fail', 'inconclusive', 'untested', 'pass', 'inapplicable'];
export const LEVEL_ORDER: readonly Level[] = ['MUST', 'SHOULD', 'MAY'];
export const BASIS_ORDER: readonly Basis[] = ['documented', 'standard', 'confirmed', 'practice', 'assumed'];

export function buildIndex(data: PageData): ReportIndex {
  const { report, causes } = data;
  const requirements = new Map(report.requirements.map((one) => [requirementKey(one.id, one), one]));
  const requirementOf: ReportIndex['requirementOf'] = (check) =>
    requirements.get(requirementKey(check.requirement, check));
  // Reports of earlier versions have no `restsOn` and no `state`.
  const isPerCheck = report.openPoints.some(({ state }) => state !== undefined);
  return {
    data,
    report,
    services: servicesOf(report.summaries),
    checks: new Map(report.checks.map((check) => [checkKey(check), check])),
    checksById: groupBy(report.checks, ({ id }) => id),
    sortedChecks: [...report.checks].sort(
      (a, b) => checkWeight(a) - checkWeight(b) || VERDICT_ORDER.indexOf(a.verdict) - VERDICT_ORDER.indexOf(b.verdict),
    ),
    groups: new Map(causes.map((cause) => [cause.id, cause])),
    groupOf: groupIndex(report, causes, (cause) => cause.checks),
    blockerOf: groupIndex(report, causes, (cause) => cause.holdsUp ?? []),
    blocking: new Set(
      report.decision.reasons.flatMap(({ code, effect, checks }) =>
        code === 'failing' && effect === 'block' ? checks : [],
      ),
    ),
    requirementOf,
    questions: new Map(report.openPoints.map((question) => [question.id, question])),
    questionsOf: (check) => (isPerCheck ? (check.restsOn ?? []) : (requirementOf(check)?.openPoints ?? [])),
    waiverFor: waiverLookup(report.waivers),
    changes: changesByKey(data.baseline),
    faults: new Map((data.proof?.checks ?? []).map((entry) => [checkKey(entry), entry])),
    searchText: searchTexts(requirementOf),
  };
}

export function servicesOf(summaries: readonly Summary[]): readonly ServiceVersions[] {
  return [...groupBy(summaries, ({ service }) => service)].map(([service, all]) => ({
    service,
    specs: [...new Set(all.map(({ spec }) => spec))],
  }));
}

function requirementKey(id: string, { service, spec }: { readonly service: string; readonly spec: string }): string {
  return `${service}@${spec} ${id}`;
}

function groupIndex(
  report: Report,
  causes: readonly PageCause[],
  positions: (cause: PageCause) => readonly number[],
): ReadonlyMap<string, PageCause> {
  const index = new Map<string, PageCause>();
  for (const cause of causes) {
    for (const position of positions(cause)) {
      const check = report.checks[position];
      if (check !== undefined) index.set(checkKey(check), cause);
    }
  }
  return index;
}

function changesByKey(baseline: BaselineSummary | undefined): ReadonlyMap<string, ChangeKind> {
  const kinds = ['added', 'stopped', 'fixed', 'appeared'] as const;
  return new Map(kinds.flatMap((kind) => (baseline?.[kind] ?? []).map((ref) => [checkKey(ref), kind] as const)));
}

function waiverLookup(waivers: readonly ReportWaiver[]): ReportIndex['waiverFor'] {
  const used = new Map(waivers.flatMap((waiver) => waiver.excuses.map((key) => [key, waiver] as const)));
  const patterns = waivers.map((waiver) => ({ waiver, matches: globMatcher(waiver.checks) }));
  return (check) =>
    used.get(checkKey(check)) ??
    patterns.find(
      ({ waiver, matches }) =>
        (waiver.service ?? check.service) === check.service &&
        (waiver.spec?.includes(check.spec) ?? true) &&
        matches(check.id),
    )?.waiver;
}

/** Builds each text at the first search, because most readers never search. */
function searchTexts(requirementOf: ReportIndex['requirementOf']): ReportIndex['searchText'] {
  const texts = new WeakMap<ReportCheck, string>();
  return (check) => {
    const cached = texts.get(check);
    if (cached !== undefined) return cached;
    const requirement = requirementOf(check);
    const text = [
      check.id,
      check.title,
      check.requirement,
      requirement?.text,
      requirement?.section,
      check.spec,
      check.cause,
      check.contract,
      ...check.findings.slice(0, 5).flatMap((finding) => [finding.where, finding.expected, finding.actual]),
    ]
      .join('\n')
      .toLowerCase();
    texts.set(check, text);
    return text;
  };
}
