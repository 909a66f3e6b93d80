/**
 * Builds the canonical report from planned checks and the results of groups.
 * The plan determines the list of checks. A planned check without a result is `untested`, so a group that never ran stays visible. The
 * caller passes the function that decides, because the gate reads reports.
 */
import { compareText } from '../model/text.ts';
import { omitUndefined, mergeObjects, groupBy } from '../model/objects.ts';
import { groupFailures } from './grouping/group-failures.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Check, Plan } from '../plan/model.ts';
import { checkRef, type CheckResult, type Verdict } from '../verdict/model.ts';
import { applyVerifiedAssumptions } from '../verdict/verified-assumptions.ts';
import { mergeResults, rollUp } from '../verdict/roll-up.ts';
import { applyWaivers, type WaiverEntry, type WaiverResult } from '../verdict/waivers.ts';
import { withAnswerResults } from './answer-results.ts';
import {
  type Decision,
  type Report,
  REPORT_SCHEMA,
  type ReportCheck,
  type ReportOpenPoint,
  type ReportProof,
  type ReportRequirement,
  type ReportWaiver,
  type RunInfo,
} from './model.ts';
import { summarise } from './tally.ts';

/** A report before the gate's decision. */
export type UndecidedReport = Omit<Report, 'decision'>;

export interface ServiceVersion {
  readonly service: string;
  readonly spec: string;
}

/** A requirement in one version, with range, basis and change resolved for the target. */
export type RequirementInput = Omit<ReportRequirement, 'verdict' | 'checks'>;
/** If `checks` is absent, it is counted from the requirements that name the open question. */
export type OpenPointInput = Omit<ReportOpenPoint, 'checks' | 'seen' | 'state'> &
  Partial<Pick<ReportOpenPoint, 'checks'>>;

/** Parts of a report besides its checks. */
interface Around {
  /** Tested versions in the order of `versions.yaml`. */
  readonly versions: readonly ServiceVersion[];
  /** Number of checks in the whole plan by version (`<service>@<spec>`); absent if all of them were planned. */
  readonly sizes?: ReadonlyMap<string, number> | undefined;
  readonly requirements: readonly RequirementInput[];
  readonly openPoints: readonly OpenPointInput[];
  /** Explanations by rule ID; rules without a check are dropped. */
  readonly rules: Report['rules'];
  readonly run: RunInfo;
  /** Recorded exchanges, if available: groups of server errors quote their messages. */
  readonly exchanges?: readonly Exchange[];
  readonly decide: (report: UndecidedReport) => Decision;
  readonly proof?: ReportProof | undefined;
}

export interface BuildInput extends Around {
  /** Planned checks, once for each group that judges them (see `plannedChecks`). */
  readonly checks: readonly Check[];
  /** Results in any order. A check with fewer results than groups is `untested`. */
  readonly results: readonly CheckResult[];
  readonly waivers: readonly WaiverEntry[];
}

/** Checks of a plan, once for each group that judges them. */
export function plannedChecks(plan: Plan): readonly Check[] {
  return plan.groups.flatMap((group) => [...group.cases.flatMap((one) => one.checks), ...group.passive]);
}

export function buildReport(input: BuildInput): Report {
  const planned = distinctChecks(input.checks, input.versions);
  const results = resultsByRef(input.results, input.checks);
  const judged = planned.map((check) => {
    const result = results.get(checkRef(check)) ?? missing(check);
    return {
      check,
      result,
      id: check.id,
      service: check.service,
      spec: check.spec,
      verdict: result.verdict,
      findings: result.findings,
    };
  });
  const waived = applyWaivers(input.waivers, judged, {
    startedAt: input.run.startedAt,
    narrowed: input.run.selection !== undefined,
  });
  const checks = judged.map(({ check, verdict, findings, result }): ReportCheck => {
    const disposition = waived.dispositions.get(checkRef(check));
    if (disposition === undefined) throw new Error(`no disposition for ${checkRef(check)}`);
    const { params: _params, given: _given, at, restsOn, ...reported } = check;
    return mergeObjects(reported, {
      verdict,
      disposition,
      findings,
      ...(restsOn.length === 0 ? {} : { restsOn }),
      evidence: result.evidence,
      ...omitUndefined({
        tries: result.tries,
        cause: result.cause,
        unsettled: result.unsettled,
        blockedBy: result.blockedBy,
      }),
      contract: `${at.file}:${at.line}`,
    });
  });
  return assembleReport({ ...input, checks, waivers: waived.waivers.map(reportWaiver) });
}

export interface ReportParts extends Around {
  /** Checks in report order. */
  readonly checks: readonly ReportCheck[];
  readonly waivers: readonly ReportWaiver[];
}

/** Derives the rest of the report from its checks: roll-ups, counts, summaries and the decision. */
export function assembleReport(given: ReportParts): Report {
  const parts = { ...given, checks: applyVerifiedAssumptions(given.checks) };
  const byVersion = groupBy(parts.checks, versionKey);
  const requirements = fillRequirements(parts.requirements, parts.checks);
  const judged: Omit<UndecidedReport, 'causes'> = {
    schema: REPORT_SCHEMA,
    run: parts.run,
    summaries: parts.versions.map((version) =>
      summarise(version.service, version.spec, byVersion.get(versionKey(version)) ?? [], {
        of: parts.sizes?.get(versionKey(version)),
        waivers: parts.waivers,
        stopped: parts.run.stopped,
      }),
    ),
    requirements,
    openPoints: withAnswerResults(fillOpenPoints(parts.openPoints, requirements), parts.checks, parts.run),
    waivers: parts.waivers,
    checks: parts.checks,
    rules: rulesInUse(parts.rules, parts.checks),
    ...omitUndefined({ proof: parts.proof }),
  };
  const undecided = { ...judged, causes: groupFailures(judged, parts.exchanges ?? []) };
  return { ...undecided, decision: parts.decide(undecided) };
}

/** Order of checks: service and version as given, then endpoint, operation, aspect and ID. */
export function checkOrder(versions: readonly ServiceVersion[]): (a: Sortable, b: Sortable) => number {
  const rank = new Map(versions.map((version, index) => [versionKey(version), index]));
  return (a, b) =>
    (rank.get(versionKey(a)) ?? versions.length) - (rank.get(versionKey(b)) ?? versions.length) ||
    compareText(a.endpoint, b.endpoint) ||
    compareText(a.operation, b.operation) ||
    compareText(a.aspect, b.aspect) ||
    compareText(a.id, b.id);
}

type Sortable = Pick<ReportCheck, 'id' | 'service' | 'spec' | 'endpoint' | 'operation' | 'aspect'>;

export function versionKey({ service, spec }: ServiceVersion): string {
  return `${service}@${spec}`;
}

function distinctChecks(checks: readonly Check[], versions: readonly ServiceVersion[]): readonly Check[] {
  const known = new Set(versions.map(versionKey));
  const uncovered = checks.find((check) => !known.has(versionKey(check)));
  // A check outside all summaries would be overlooked.
  if (uncovered !== undefined)
    throw new Error(`${checkRef(uncovered)} is planned for ${versionKey(uncovered)}, which the report does not cover`);
  const distinct = new Map(checks.map((check) => [checkRef(check), check]));
  return [...distinct.values()].sort(checkOrder(versions));
}

function resultsByRef(results: readonly CheckResult[], planned: readonly Check[]): ReadonlyMap<string, CheckResult> {
  const plannedByRef = groupBy(planned, checkRef);
  const merged = new Map<string, CheckResult>();
  for (const [ref, allResults] of groupBy(results, (result) => checkRef({ id: result.check, spec: result.spec }))) {
    const times = plannedByRef.get(ref) ?? [];
    const check = times[0];
    const ownResults = allResults.filter(({ aside }) => aside !== true);
    // Results of checks outside a partial run are dropped.
    if (check === undefined && ownResults.length === 0) continue;
    // Results for unplanned checks are a defect of the judge.
    if (check === undefined) throw new Error(`a result was given for ${ref}, which is not planned`);
    // A check is untested until all of its groups have a result.
    merged.set(ref, mergeResults(ownResults.length < times.length ? [...allResults, missing(check)] : allResults));
  }
  return merged;
}

/** Result of a check whose group returned none. */
function missing(check: Check): CheckResult {
  return {
    check: check.id,
    spec: check.spec,
    verdict: 'untested',
    findings: [],
    evidence: [],
    cause: 'A test group of this check returned no result.',
  };
}

function fillRequirements(
  requirements: readonly RequirementInput[],
  checks: readonly ReportCheck[],
): readonly ReportRequirement[] {
  const proving = groupBy(checks, (check) => requirementKey(check.requirement, check));
  return requirements.map((requirement) => {
    const verdicts = (proving.get(requirementKey(requirement.id, requirement)) ?? []).map(
      (check): Verdict => check.verdict,
    );
    const { id, service, spec, text, level, basis, section, openPoints, excluded, change } = requirement;
    return {
      id,
      service,
      spec,
      text,
      level,
      basis,
      section,
      openPoints,
      ...(excluded === undefined ? { verdict: rollUp(verdicts) } : { excluded }),
      checks: verdicts.length,
      ...omitUndefined({ change }),
    };
  });
}

function requirementKey(id: string, version: ServiceVersion): string {
  return `${id} ${versionKey(version)}`;
}

function fillOpenPoints(
  openPoints: readonly OpenPointInput[],
  requirements: readonly ReportRequirement[],
): readonly ReportOpenPoint[] {
  const checkCounts = new Map<string, number>();
  for (const requirement of requirements) {
    for (const point of requirement.openPoints) {
      const key = `${requirement.service} ${point}`;
      checkCounts.set(key, (checkCounts.get(key) ?? 0) + requirement.checks);
    }
  }
  return openPoints.map((point) => ({
    ...point,
    checks: point.checks ?? checkCounts.get(`${point.service} ${point.id}`) ?? 0,
  }));
}

/** The waiver as it is in the waiver file, without its effect in the run. */
export function waiverEntry({
  daysLeft: _daysLeft,
  state: _state,
  excuses: _excuses,
  ...entry
}: ReportWaiver): WaiverEntry {
  return entry;
}

export function reportWaiver({ waiver, state, daysLeft, excuses }: WaiverResult): ReportWaiver {
  const { checks, service, spec, symptom, reason, owner, link, expires } = waiver;
  return {
    checks,
    ...omitUndefined({ service, spec }),
    symptom,
    reason,
    owner,
    ...omitUndefined({ link }),
    expires,
    daysLeft,
    state,
    excuses,
  };
}

function rulesInUse(rules: Report['rules'], checks: readonly ReportCheck[]): Report['rules'] {
  const ids = [...new Set(checks.map((check) => check.rule))].sort(compareText);
  return Object.fromEntries(
    ids.flatMap((id) => {
      const rule = rules[id];
      return rule === undefined
        ? []
        : [
            [
              id,
              {
                title: rule.title,
                explain: rule.explain,
                ...omitUndefined({ fails: rule.fails, awaits: rule.awaits }),
              },
            ],
          ];
    }),
  );
}
