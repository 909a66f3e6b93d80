/**
 * From planned checks and what groups said of them to the canonical report.
 *
 * The plan is the list; results only fill it in. A planned check without a result is `untested`, so a group that never
 * ran cannot disappear. Pure: times are in `run`, and the decision is made by a function that the caller passes, because
 * the gate reads reports and not the other way round.
 */
import { compareText } from '../model/text.ts';
import { defined, extended, groupBy } from '../model/objects.ts';
import { groupFailures } from './grouping/group-failures.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Check, Plan } from '../plan/model.ts';
import { checkRef, type CheckResult, type Verdict } from '../verdict/model.ts';
import { withVerified } from '../verdict/verified-assumptions.ts';
import { mergeResults, rollUp } from '../verdict/roll-up.ts';
import { applyWaivers, type WaiverEntry, type WaiverUse } from '../verdict/waivers.ts';
import { withSeen } from './points-seen.ts';
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

/** A report that the gate has not seen yet. */
export type UndecidedReport = Omit<Report, 'decision'>;

export interface ServiceVersion {
  readonly service: string;
  readonly spec: string;
}

/** A requirement as it stands in one version: range, basis and change already resolved for the target. */
export type RequirementInput = Omit<ReportRequirement, 'verdict' | 'checks'>;
/** Without a number of checks: all of the requirements that name it rest on it. */
export type OpenPointInput = Omit<ReportOpenPoint, 'checks' | 'seen' | 'state'> &
  Partial<Pick<ReportOpenPoint, 'checks'>>;

/** What a report holds beside its checks. */
interface Around {
  /** What was to be held against its contract, in the order of `versions.yaml`. */
  readonly versions: readonly ServiceVersion[];
  /** Checks in the whole plan of each version (`<service>@<spec>`); absent where all of them were planned. */
  readonly sizes?: ReadonlyMap<string, number> | undefined;
  readonly requirements: readonly RequirementInput[];
  readonly openPoints: readonly OpenPointInput[];
  /** Explanations by rule id; those of rules that occur in no check are left out. */
  readonly rules: Report['rules'];
  readonly run: RunInfo;
  /** All that was sent, where it is at hand: a service that broke down is told by what it said. */
  readonly exchanges?: readonly Exchange[];
  readonly decide: (report: UndecidedReport) => Decision;
  readonly proof?: ReportProof | undefined;
}

export interface BuildInput extends Around {
  /** Every planned check, once for each group that is to judge it (see `plannedChecks`). */
  readonly checks: readonly Check[];
  /** One for each of those, in any order: a check with fewer results than groups is `untested`. */
  readonly results: readonly CheckResult[];
  readonly waivers: readonly WaiverEntry[];
}

/** Every check of a plan; those that several groups judge stand once for each. */
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
  const disposed = applyWaivers(input.waivers, judged, {
    startedAt: input.run.startedAt,
    narrowed: input.run.selection !== undefined,
  });
  const checks = judged.map(({ check, verdict, findings, result }): ReportCheck => {
    const disposition = disposed.dispositions.get(checkRef(check));
    if (disposition === undefined) throw new Error(`no disposition for ${checkRef(check)}`);
    const { params: _params, given: _given, at, restsOn, ...told } = check;
    return extended(told, {
      verdict,
      disposition,
      findings,
      ...(restsOn.length === 0 ? {} : { restsOn }),
      evidence: result.evidence,
      ...defined({
        tries: result.tries,
        cause: result.cause,
        unsettled: result.unsettled,
        blockedBy: result.blockedBy,
      }),
      contract: `${at.file}:${at.line}`,
    });
  });
  return assemble({ ...input, checks, waivers: disposed.waivers.map(reportWaiver) });
}

export interface ReportParts extends Around {
  /** In report order. */
  readonly checks: readonly ReportCheck[];
  readonly waivers: readonly ReportWaiver[];
}

/** Everything that follows from the checks: roll-ups, counts, summaries, the decision. Merging shards needs it too. */
export function assemble(given: ReportParts): Report {
  const parts = { ...given, checks: withVerified(given.checks) };
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
    openPoints: withSeen(fillOpenPoints(parts.openPoints, requirements), parts.checks, parts.run),
    waivers: parts.waivers,
    checks: parts.checks,
    rules: rulesInUse(parts.rules, parts.checks),
    ...defined({ proof: parts.proof }),
  };
  const undecided = { ...judged, causes: groupFailures(judged, parts.exchanges ?? []) };
  return { ...undecided, decision: parts.decide(undecided) };
}

/** Service and version in the order given, then endpoint, operation, aspect and id. */
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
  const stranger = checks.find((check) => !known.has(versionKey(check)));
  // It would be in the list and in no summary: red somewhere that nobody looks.
  if (stranger !== undefined)
    throw new Error(`${checkRef(stranger)} is planned for ${versionKey(stranger)}, which the report does not cover`);
  const distinct = new Map(checks.map((check) => [checkRef(check), check]));
  return [...distinct.values()].sort(checkOrder(versions));
}

function resultsByRef(results: readonly CheckResult[], planned: readonly Check[]): ReadonlyMap<string, CheckResult> {
  const plannedByRef = groupBy(planned, checkRef);
  const merged = new Map<string, CheckResult>();
  for (const [ref, given] of groupBy(results, (result) => checkRef({ id: result.check, spec: result.spec }))) {
    const times = plannedByRef.get(ref) ?? [];
    const check = times[0];
    const own = given.filter(({ aside }) => aside !== true);
    // Where a part is run, what others saw of the rest is no matter of the part.
    if (check === undefined && own.length === 0) continue;
    // A verdict on something nobody planned means that plan and judge disagree: our defect, never to be dropped quietly.
    if (check === undefined) throw new Error(`a result was given for ${ref}, which is not planned`);
    // Planned equals accounted for: what two of three groups say is not what was to be proven.
    merged.set(ref, mergeResults(own.length < times.length ? [...given, missing(check)] : given));
  }
  return merged;
}

/** Stands in for the verdict that a group should have given. */
function missing(check: Check): CheckResult {
  return {
    check: check.id,
    spec: check.spec,
    verdict: 'untested',
    findings: [],
    evidence: [],
    cause: 'A group that was to judge it gave no verdict.',
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
      ...defined({ change }),
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
  const resting = new Map<string, number>();
  for (const requirement of requirements) {
    for (const point of requirement.openPoints) {
      const key = `${requirement.service} ${point}`;
      resting.set(key, (resting.get(key) ?? 0) + requirement.checks);
    }
  }
  return openPoints.map((point) => ({
    ...point,
    checks: point.checks ?? resting.get(`${point.service} ${point.id}`) ?? 0,
  }));
}

export function reportWaiver({ waiver, state, daysLeft, excuses }: WaiverUse): ReportWaiver {
  const { checks, service, spec, symptom, reason, owner, link, expires } = waiver;
  return {
    checks,
    ...defined({ service, spec }),
    symptom,
    reason,
    owner,
    ...defined({ link }),
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
        : [[id, { title: rule.title, explain: rule.explain, ...defined({ fails: rule.fails, awaits: rule.awaits }) }]];
    }),
  );
}
