/**
 * Decides on a report by a policy. Pessimistic: a run is admitted only if checks that could block were judged in every
 * service and version, and no reason blocks it. Reasons are sorted by importance; the exit code follows from them.
 */
import { omitUndefined, groupBy } from '../model/objects.ts';
import { inScope, matchesSymptom } from '../model/check-scope.ts';
import { isSuccessStatus } from '../model/success.ts';
import { failureGroupsOf } from '../report/open-causes.ts';
import { checkRef } from '../report/checks.ts';
import { otherVersionText } from '../report/finding.ts';
import type { Decision, Reason, Report, ReportCheck, Summary } from '../report/model.ts';
import { runPart, partText } from '../report/conformance-status.ts';
import { awaitingWaived, countChecks, isMandatory } from '../report/tally.ts';
import { hasAnswer } from '../report/answer-results.ts';
import { pluralize, formatNumber, verbForCount } from '../model/text.ts';
import { distinctTexts, oneLine, levelCounts } from '../report/text.ts';
import type { UndecidedReport } from '../report/build.ts';
import { type DecisionReason, waiverReasons } from './reasons.ts';
import { type Effect, EFFECTS, type FailingScope, GATE_RULES, type Policy } from './policy.ts';
import { regressionReasons } from './regression-guard.ts';

export function decide(report: UndecidedReport, policy: Policy, baseline?: Report): Decision {
  const couldBlock = blockingCheck(policy);
  // A policy without blocking checks still requires that some checks were judged.
  const matters = policy.failing.length === 0 ? () => true : couldBlock;
  const grounds = [
    ...waiverReasons(report),
    ...planGrounds(report, matters, policy),
    ...judgementGrounds(report, couldBlock),
    ...(baseline === undefined ? [] : regressionReasons(report, baseline, matters)),
  ];
  const reasons = [
    ...(report.run.others ?? []).map((other) => reason(OTHER_VERSION, 'show', otherVersionText(other), [])),
    ...(report.run.stopped ?? []).map((text) => reason(STOPPED, 'incomplete', `${text}.`, [])),
    ...failingReasons(report, couldBlock, whyOf(policy)),
    ...lastDayReasons(report),
    ...grounds.map(({ rule, text, checks }) => reason(rule, effectOf(rule, report, policy), text, checks)),
    ...baselineReasons(baseline),
    ...assumedReasons(report, couldBlock),
  ].sort(byImportance);
  const effects = new Set(reasons.map(({ effect }) => effect));
  const exitCode = effects.has('block') ? 1 : effects.has('incomplete') ? 3 : 0;
  const part = runPart(report.summaries);
  return {
    decision: exitCode === 0 ? 'admit' : 'block',
    exitCode,
    ...omitUndefined({ part }),
    reasons: exitCode === 0 ? [admitted(report, couldBlock, policy), ...reasons] : reasons,
    policy: policy.name,
  };
}

/** A run that selects services by name covers them completely and is not a partial run. */
function effectOf(rule: DecisionReason['rule'], { run: { selection } }: UndecidedReport, { rules }: Policy): Effect {
  const isOfServices = Object.keys(selection ?? {}).every((name) => name === 'service');
  return rule === 'narrowed' && isOfServices ? 'show' : rules[rule];
}

/** Properties of a check on which it depends whether its failure blocks. */
type Blocking = Pick<ReportCheck, 'id' | 'service' | 'spec' | 'level' | 'basis' | 'verdict' | 'findings'>;

/** True if the failure of a check would block. */
export function blockingCheck(policy: Policy): (check: Blocking) => boolean {
  const scopeOf = blockingScope(policy);
  return (check) => scopeOf(check) !== undefined;
}

/** The reason why a failure without a mandatory requirement blocks; undefined if the policy gives none. */
function whyOf(policy: Policy): (check: Blocking) => string | undefined {
  const scopeOf = blockingScope(policy);
  return (check) => scopeOf(check)?.why;
}

/** The first scope that makes the failure of a check block. */
function blockingScope(policy: Policy): (check: Blocking) => FailingScope | undefined {
  const scopes = policy.failing.map((scope) => ({ ...scope, matches: inScope(scope) }));
  return (check) =>
    scopes.find(
      (scope) =>
        scope.levels.includes(check.level) &&
        scope.bases.includes(check.basis) &&
        scope.matches(check) &&
        isShownBy(check, scope),
    );
}

/** An unjudged check has no findings: a scope for a certain finding does not wait for it. */
function isShownBy({ verdict, findings }: Blocking, { symptom, found }: FailingScope): boolean {
  if (symptom === undefined && found === undefined) return true;
  return (
    verdict === 'fail' &&
    findings.some(
      (finding) =>
        (symptom === undefined || matchesSymptom(finding, symptom)) &&
        (found === undefined ||
          (finding.kind === found.kind && (found.isSuccess !== true || isSuccessStatus(finding.got ?? 0)))),
    )
  );
}

/** The checks of each service and version in the order of the summaries, with a heading. */
export function checksByVersion(
  report: UndecidedReport,
): readonly { readonly name: string; readonly summary: Summary; readonly checks: readonly ReportCheck[] }[] {
  return report.summaries.map((summary) => ({
    name: `${summary.service} ${summary.spec}`,
    summary,
    checks: report.checks.filter((check) => check.service === summary.service && check.spec === summary.spec),
  }));
}

function failingReasons(
  report: UndecidedReport,
  couldBlock: (check: ReportCheck) => boolean,
  why: (check: ReportCheck) => string | undefined,
): readonly WithEffect[] {
  const groups = new Map(failureGroupsOf(report).flatMap(({ id, checks }) => checks.map((ref) => [ref, id] as const)));
  const groupOf = (check: ReportCheck): string => groups.get(checkRef(check)) ?? check.id;
  const groupsOf = (checks: readonly ReportCheck[]): ReadonlySet<string> => new Set(checks.map(groupOf));
  /** `1 failure blocks: 4 checks, 2 block (2 MUST documented)`. Checks with a common cause are one failure. */
  const failureText = (checks: readonly ReportCheck[], one: string, many: string, total = checks.length): string => {
    const failures = groupsOf(checks).size;
    const blocking =
      total === checks.length ? '' : `, ${formatNumber(checks.length)} ${verbForCount(checks.length, one, many)}`;
    return `${pluralize(failures, 'failure')} ${verbForCount(failures, one, many)}: ${pluralize(total, 'check')}${blocking} (${levelCounts(checks)})`;
  };
  return checksByVersion(report).flatMap(({ name, checks }) => {
    const failing = checks.filter((check) => check.disposition === 'nonconforming');
    const blocking = failing.filter(couldBlock);
    const advisory = failing.filter((check) => !couldBlock(check));
    const excused = checks.filter((check) => check.disposition === 'expected-failure');
    const mainGroups = groupsOf([...blocking, ...excused]);
    const shown = advisory.filter((check) => !mainGroups.has(groupOf(check)));
    const withAdvisory = (own: readonly ReportCheck[], one: string, many: string): string => {
      const ownGroups = groupsOf(own);
      return failureText(own, one, many, own.length + advisory.filter((check) => ownGroups.has(groupOf(check))).length);
    };
    const awaiting = [...awaitingWaived(checks)];
    return [
      ...[...groupBy(blocking, (check) => why(check) ?? '')].map(([words, own]) => {
        const cause = words === '' ? '' : ` Reason: ${oneLine(words, 200)}.`;
        return reason('failing', 'block', `${name}: ${withAdvisory(own, 'blocks', 'block')}.${cause}`, own);
      }),
      ...reasonIfAny(
        'failing-shown',
        'show',
        `${name}: ${failureText(shown, 'does not block', 'do not block')}.`,
        shown,
      ),
      ...reasonIfAny('waived', 'show', `${name}: ${withAdvisory(excused, 'is waived', 'are waived')}.`, excused),
      ...reasonIfAny(
        'waived',
        'show',
        `${name}: ${pluralize(awaiting.length, 'check')} could not be judged because of a waived failure, and ${verbForCount(awaiting.length, 'does', 'do')} not block.`,
        awaiting,
      ),
    ];
  });
}

/** Waivers in use on their last day: the same failures block tomorrow. */
function lastDayReasons({ waivers }: UndecidedReport): readonly WithEffect[] {
  const ending = waivers.filter(({ state, daysLeft }) => state === 'used' && daysLeft === 0);
  const [first] = ending;
  if (first === undefined) return [];
  const owners = distinctTexts(ending.map(({ owner }) => owner)).join(', ');
  return [
    reason(
      'waived',
      'show',
      `${pluralize(ending.length, 'waiver')} (${oneLine(owners, 80)}) ${verbForCount(ending.length, 'ends', 'end')} today, ${first.expires}. Fix the service, or renew ${verbForCount(ending.length, 'it', 'them')}.`,
      ending.flatMap(({ excuses }) => excuses),
    ),
  ];
}

/** A blocked baseline is compared like an approved one. */
function baselineReasons(baseline: Report | undefined): readonly WithEffect[] {
  if (baseline?.decision.decision !== 'block') return [];
  const { policy } = baseline.decision;
  return [reason('baseline', 'show', `The policy ${oneLine(policy, 60)} did not approve the baseline.`, [])];
}

/** Mandatory checks that cannot block, because their requirement is assumed. */
function assumedReasons(
  { checks, openPoints }: UndecidedReport,
  couldBlock: (check: ReportCheck) => boolean,
): readonly WithEffect[] {
  const mandatory = checks.filter(isMandatory);
  const assumed = mandatory.filter((check) => check.basis === 'assumed' && !couldBlock(check)).length;
  if (assumed === 0) return [];
  const open = openPoints.filter((point) => !hasAnswer(point)).length;
  const questions =
    open === 0 ? '' : ` ${pluralize(open, 'open question')} ${verbForCount(open, 'has', 'have')} no answer.`;
  return [
    reason(
      'assumed',
      'show',
      `${formatNumber(assumed)} of ${pluralize(mandatory.length, 'mandatory check')} ${verbForCount(assumed, 'is', 'are')} assumed and cannot block.${questions}`,
      [],
    ),
  ];
}

/** Defects of the plan itself: it is empty, has no check that counts, or is partial. */
function planGrounds(
  report: UndecidedReport,
  matters: (check: ReportCheck) => boolean,
  policy: Policy,
): readonly DecisionReason[] {
  const { selection } = report.run;
  const narrowed: readonly DecisionReason[] =
    selection === undefined ? [] : [{ rule: 'narrowed', text: narrowedText(report, selection, policy), checks: [] }];
  if (report.checks.length === 0)
    return [...narrowed, { rule: 'empty-plan', text: 'No check was planned.', checks: [] }];
  const proven = (checks: readonly ReportCheck[]): boolean =>
    checks.some((check) => matters(check) && (check.verdict === 'pass' || check.verdict === 'fail'));
  if (selection !== undefined) {
    // A partial run may omit versions, and a small shard may have few checks that count in each.
    return proven(report.checks)
      ? narrowed
      : [...narrowed, { rule: 'unproven', text: 'No check that the policy enforces was judged.', checks: [] }];
  }
  return checksByVersion(report).flatMap(({ name, checks }): readonly DecisionReason[] => {
    if (checks.length === 0) return [{ rule: 'empty-plan', text: `${name}: no check was planned.`, checks: [] }];
    return proven(checks)
      ? []
      : [{ rule: 'unproven', text: `${name}: no check that the policy enforces was judged.`, checks: [] }];
  });
}

function judgementGrounds(
  report: UndecidedReport,
  couldBlock: (check: ReportCheck) => boolean,
): readonly DecisionReason[] {
  return checksByVersion(report).flatMap(({ name, checks }): readonly DecisionReason[] => {
    const untested = checks.filter((check) => check.verdict === 'untested');
    const awaiting = awaitingWaived(checks);
    const unjudged = checks.filter((check) => check.verdict === 'inconclusive' && !awaiting.has(check));
    const inconclusive = unjudged.filter(couldBlock);
    // The table beside it counts all of them.
    const ofWhich =
      inconclusive.length === unjudged.length
        ? ''
        : ` (${formatNumber(inconclusive.length)} of them can block the release)`;
    const unexpected = checks.filter((check) => check.disposition === 'unexpected-pass');
    return [
      ...groundIfAny(
        'unexpected-pass',
        `${name}: ${pluralize(unexpected.length, 'check')} ${verbForCount(unexpected.length, 'passes', 'pass')}, but a waiver expects a failure. Narrow or remove the waiver.`,
        unexpected,
      ),
      ...groundIfAny(
        'untested',
        `${name}: ${pluralize(untested.length, 'planned check')} ${verbForCount(untested.length, 'has', 'have')} no verdict.`,
        untested,
      ),
      ...groundIfAny(
        'inconclusive',
        `${name}: ${pluralize(unjudged.length, 'check')} could not be judged${ofWhich}${commonCause(inconclusive)}.`,
        inconclusive,
      ),
    ];
  });
}

/** The most frequent cause: one dead service is one explanation for a thousand checks. */
function commonCause(checks: readonly ReportCheck[]): string {
  const counts = new Map<string, number>();
  for (const { cause } of checks) if (cause !== undefined) counts.set(cause, (counts.get(cause) ?? 0) + 1);
  const [cause, times] = [...counts].reduce<readonly [string, number]>(
    (most, left) => (left[1] > most[1] ? left : most),
    ['', 0],
  );
  if (times === 0) return '';
  const text = oneLine(cause, 160).replace(/\.$/, '');
  return times === checks.length ? `: ${text}` : `; ${formatNumber(times)} of them: ${text}`;
}

/** A version that was run completely is not partial, even if the run omitted others. */
function narrowedText(
  report: UndecidedReport,
  selection: NonNullable<Report['run']['selection']>,
  policy: Policy,
): string {
  const asked = describeSelection(selection);
  const part = runPart(report.summaries);
  if (effectOf('narrowed', report, policy) !== 'show')
    return `The run covers only a selection (${asked}${part === undefined ? '' : `, ${partText(part)}`}); policy ${policy.name} needs a complete run.`;
  return part === undefined
    ? `The run covers a selection: ${asked}.`
    : `Partial run (${asked}): ${partText(part)}. A partial run makes no statement about conformance.`;
}

/** Verdicts of the checks that could have blocked, each counted once. */
function admitted(report: UndecidedReport, couldBlock: (check: ReportCheck) => boolean, policy: Policy): WithEffect {
  if (policy.failing.length === 0)
    return reason('admitted', 'show', `The policy ${policy.name} blocks no failure.`, []);
  const binding = report.checks.filter(couldBlock);
  const { verdicts, dispositions } = countChecks(binding);
  const { pass, inapplicable } = verdicts;
  const awaiting = [...awaitingWaived(report.checks)].filter(couldBlock).length;
  const unjudged = dispositions.undetermined - awaiting;
  const mandatory = binding.filter(isMandatory).length;
  const others = mandatory === binding.length ? '' : ` and ${pluralize(binding.length - mandatory, 'other')}`;
  const parts = [
    `${formatNumber(pass)} ${verbForCount(pass, 'passes', 'pass')}`,
    ...(dispositions['expected-failure'] === 0 ? [] : [`${formatNumber(dispositions['expected-failure'])} waived`]),
    ...(awaiting === 0 ? [] : [`${formatNumber(awaiting)} not judged because of waived failures`]),
    ...(unjudged === 0 ? [] : [`${formatNumber(unjudged)} not judged`]),
    ...(inapplicable === 0
      ? []
      : [`${formatNumber(inapplicable)} ${verbForCount(inapplicable, 'does not apply', 'do not apply')}`]),
  ];
  return reason(
    'admitted',
    'show',
    `${formatNumber(mandatory)} of ${pluralize(report.checks.filter(isMandatory).length, 'mandatory check')}${others} can block: ${parts.join(', ')}.`,
    [],
  );
}

function describeSelection(selection: NonNullable<Report['run']['selection']>): string {
  const parts = [
    // A pattern contains no blanks; a text with blanks describes another selection.
    selection.only === undefined ? undefined : `${selection.only.includes(' ') ? '' : '--only '}${selection.only}`,
    selection.service === undefined ? undefined : `--service ${selection.service}`,
    selection.spec === undefined ? undefined : `--spec ${selection.spec.join(',')}`,
    selection.shard === undefined ? undefined : `--shard ${selection.shard}`,
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? 'unknown selection' : oneLine(parts.join(' '));
}

type WithEffect = Reason & { readonly effect: Effect };

/** A reason about checks; no reason without checks. */
function reasonIfAny(
  code: string,
  effect: Effect,
  text: string,
  checks: readonly ReportCheck[],
): readonly WithEffect[] {
  return checks.length === 0 ? [] : [reason(code, effect, text, checks)];
}

/** Like `reasonIfAny`, for a rule of the policy, which gives the effect. */
function groundIfAny(
  rule: DecisionReason['rule'],
  text: string,
  checks: readonly ReportCheck[],
): readonly DecisionReason[] {
  return checks.length === 0 ? [] : [{ rule, text, checks }];
}

function reason(
  code: string,
  effect: Effect,
  text: string,
  checks: readonly ReportCheck[] | readonly string[],
): WithEffect {
  return { code, effect, text, checks: checks.map((check) => (typeof check === 'string' ? check : checkRef(check))) };
}

/** Code of a reason that policies cannot change; the checks decide it. */
const OTHER_VERSION = 'other-version';
/** Another fixed reason: a service that stops responding is never admitted. */
const STOPPED = 'stopped-responding';

const CODE_ORDER: readonly string[] = [
  STOPPED,
  OTHER_VERSION,
  'failing',
  'assumed',
  ...GATE_RULES,
  'failing-shown',
  'waived',
  'baseline',
];

function byImportance(a: WithEffect, b: WithEffect): number {
  return (
    EFFECTS.indexOf(a.effect) - EFFECTS.indexOf(b.effect) || CODE_ORDER.indexOf(a.code) - CODE_ORDER.indexOf(b.code)
  );
}
