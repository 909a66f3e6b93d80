/**
 * Decides a check from the evidence of its case. A decision table, read from the top: the first row with a result
 * decides, and the last row is the rule itself.
 */
import { omitUndefined } from '../model/objects.ts';
import {
  type CaseEvidence,
  BASELINE_STEP,
  type Exchange,
  isSetupStep,
  isUnavailable,
  isSafeMethod,
  setupStep,
  stepName,
} from '../model/exchange.ts';
import { NOT_SENT_REASONS, type NotSentReason } from '../model/failure.ts';
import { firstHeader } from '../model/headers.ts';
import { isSameJson } from '../model/json.ts';
import { isSuccessStatus, succeeded } from '../model/success.ts';
import type { Case, Check, Group, Step } from '../plan/model.ts';
import { matchesRulePattern } from '../model/check-scope.ts';
import { truncateText } from '../rules/evidence.ts';
import { type Finding, isFormRule, type Judgement } from '../rules/model.ts';
import { findRule } from '../rules/registry.ts';
import { RULE_DEPENDENCIES, READ_BACK } from './rule-dependencies.ts';

export interface Situation {
  readonly group: Group;
  readonly planned: Omit<Case, 'title'>;
  readonly check: Pick<Check, 'rule' | 'params' | 'given'>;
  /** By step, including the setup. */
  readonly evidence: CaseEvidence;
  /** Exchanges of another case of the group. */
  readonly evidenceOf?: (other: Omit<Case, 'title'>) => CaseEvidence;
  /** Statuses, besides 503, that mean "unavailable". */
  readonly unavailableStatuses?: readonly number[];
  /** Requests that did not find a created record, and the check that reports this. */
  readonly lost?: { readonly check: string; readonly calls: ReadonlySet<string> };
}

interface TableRow {
  readonly when: string;
  /** Which exchanges explain the result: those of the case, or those of the setup too. */
  readonly shows: 'own' | 'all';
  /** Undefined if the row does not apply. */
  readonly decide: (situation: Situation) => Judgement | undefined;
}

export const DECISION_TABLE: readonly TableRow[] = [
  { when: 'the service stopped responding', shows: 'all', decide: stoppedAnswering },
  {
    when: 'a request was not sent, for a reason that does not depend on the service',
    shows: 'own',
    decide: requestNotSent,
  },
  { when: 'a precondition of the check is not met', shows: 'all', decide: preconditionUnmet },
  { when: 'the service reports that it is unavailable', shows: 'all', decide: serviceUnavailable },
  { when: 'the service limits the request rate', shows: 'all', decide: rateLimited },
  { when: 'the record to compare could not be read', shows: 'all', decide: readBackRejected },
  {
    when: 'a gateway returns an error, and no other response shows that the service is reachable',
    shows: 'all',
    decide: serviceUnreachable,
  },
  { when: 'the check fails, and a record that it needs was not created', shows: 'all', decide: prerequisiteMissing },
  {
    when: 'the check fails after a write with status 202, which may be carried out later',
    shows: 'own',
    decide: acceptedButPending,
  },
  { when: 'the check fails, and so does a check that it depends on', shows: 'own', decide: failsByDependency },
  { when: 'none of the above: the rule decides', shows: 'own', decide: judgedByRule },
];

export interface DecidedCase {
  readonly judgement: Judgement;
  /** Exchanges of the result, those of the case first. */
  readonly evidence: readonly Exchange[];
}

/** Default step of a check. */
const PROBE = 'probe';

/** Number of the case's exchanges that are shown with its setup. */
const MAX_OWN = 3;

export function judgeCheck(situation: Situation): DecidedCase {
  const own = ownOf(situation);
  for (const { decide, shows } of DECISION_TABLE) {
    const judgement = decide(situation);
    if (judgement === undefined) continue;
    // The reason for an inconclusive result may be in the setup.
    if (judgement.kind === 'inconclusive')
      return { judgement, evidence: [...explainingExchanges(own), ...setupOf(situation)] };
    return { judgement, evidence: shows === 'own' ? own : [...own, ...setupOf(situation)] };
  }
  return { judgement: { kind: 'inconclusive', cause: `no rule ${situation.check.rule}` }, evidence: own };
}

/** The first exchanges, and the first one that failed, which is usually the reason. */
function explainingExchanges(own: readonly Exchange[]): readonly Exchange[] {
  const bad = own.find(({ response }) => response === undefined || !isSuccessStatus(response.status));
  const shown = new Set([...(bad === undefined ? [] : [bad]), ...own].slice(0, MAX_OWN));
  return own.filter((one) => shown.has(one));
}

/** One cause for all checks after the service stopped responding. */
export function stoppedAnswering({ evidence }: Pick<Situation, 'evidence'>): Judgement | undefined {
  return allOf(evidence).some((e) => e.failure?.why === 'stopped-answering')
    ? { kind: 'inconclusive', cause: NOT_SENT_REASONS['stopped-answering'] }
    : undefined;
}

/** Reasons why a request was not sent that do not depend on the service; the first one found counts. */
const NOTHING_ASKED: readonly (readonly [NotSentReason, string])[] = [
  ['no-sign-in', NOT_SENT_REASONS['no-sign-in']],
  ['no-party', NOT_SENT_REASONS['no-party']],
  ['not-carried', 'the request needs the transport of `plumbline run`, which this run does not use'],
  ['not-ours', NOT_SENT_REASONS['not-ours']],
  ['no-scheme', NOT_SENT_REASONS['no-scheme']],
  ['no-letters', NOT_SENT_REASONS['no-letters']],
  ['short-key', NOT_SENT_REASONS['short-key']],
  ['no-jwt', NOT_SENT_REASONS['no-jwt']],
  ['no-audience', NOT_SENT_REASONS['no-audience']],
  ['no-issuer', NOT_SENT_REASONS['no-issuer']],
  ['no-profile', NOT_SENT_REASONS['no-profile']],
  ['one-token', NOT_SENT_REASONS['one-token']],
];

function requestNotSent({ evidence }: Situation): Judgement | undefined {
  const all = allOf(evidence);
  for (const [why, reason] of NOTHING_ASKED) {
    const failure = all.find((e) => e.failure?.why === why)?.failure;
    // The message names the missing key of the target.
    if (failure !== undefined)
      return { kind: 'inapplicable', reason: why === 'no-party' ? failure.message : reason, notSent: why };
  }
  return undefined;
}

/** The first unmet precondition. */
function preconditionUnmet(situation: Situation): Judgement | undefined {
  const { check, evidence } = situation;
  for (const { step: name, is } of check.given) {
    const list = evidence[name] ?? [];
    const step = stepOf(situation, name);
    const holds = (e: Exchange): boolean =>
      e.response !== undefined && (is !== 'success' || step === undefined || succeeded(e, step.success));
    const bad = list.find((e) => !holds(e));
    if (list.length > 0 && bad === undefined) continue;
    return blocked(situation, name, `${wordsFor(name)} ${outcomeOf(bad)}`);
  }
  return undefined;
}

/** A service that announces unavailability is not judged by its responses meanwhile. */
function serviceUnavailable(situation: Situation): Judgement | undefined {
  const { unavailableStatuses: others = [] } = situation;
  const found = ownOf(situation).find(
    ({ response }) =>
      response !== undefined &&
      (response.status === 503 || others.includes(response.status)) &&
      firstHeader(response, 'retry-after') !== undefined,
  );
  const status = found?.response?.status;
  return status === undefined
    ? undefined
    : { kind: 'inconclusive', cause: `the service reports that it is unavailable (${status} with Retry-After)` };
}

function rateLimited(situation: Situation): Judgement | undefined {
  const rule = findRule(situation.check.rule);
  if (rule?.kind === 'case' && rule.judgesThrottling === true) return undefined;
  return ownOf(situation).some(({ response }) => response?.status === 429)
    ? { kind: 'inconclusive', cause: 'the service limits the request rate (429)' }
    : undefined;
}

/** A stored value cannot be compared if reading it failed. */
function readBackRejected(situation: Situation): Judgement | undefined {
  const { check, evidence } = situation;
  const names = READ_BACK.filter(({ laws }) => matchesRulePattern(laws, check.rule)).flatMap(({ steps }) => steps);
  for (const name of names.map((parameter) => check.params[parameter])) {
    if (typeof name !== 'string' || name === PROBE) continue;
    const step = stepOf(situation, name);
    const refused = (evidence[name] ?? []).find(
      (e) =>
        e.response !== undefined &&
        step !== undefined &&
        !succeeded(e, step.success) &&
        !isWanted(situation, name, e.response.status),
    );
    if (refused !== undefined) return blocked(situation, name, `${wordsFor(name)} ${outcomeOf(refused)}`);
  }
  return undefined;
}

/** Whether a check of the case expects this rejection: then its content is judged like any other. */
function isWanted({ planned }: Situation, step: string, status: number): boolean {
  return planned.checks.some(
    ({ rule, params }) =>
      (rule === 'outcome.refused' || rule === 'outcome.status') &&
      params['step'] === step &&
      Array.isArray(params['statuses']) &&
      params['statuses'].includes(status),
  );
}

/**
 * A gateway error is judged only after a successful request of the same kind; otherwise the service may be unreachable.
 */
function serviceUnreachable(situation: Situation): Judgement | undefined {
  const { check, evidence } = situation;
  if (!isFormRule(check.rule) || check.given.some(({ step, is }) => step === BASELINE_STEP && is === 'success'))
    return undefined;
  const { step, statuses } = check.params;
  if (typeof step !== 'string' || !Array.isArray(statuses)) return undefined;
  const away = (evidence[step] ?? []).find(
    ({ response }) => response !== undefined && isUnavailable(response) && !statuses.includes(response.status),
  );
  return away === undefined ? undefined : blocked(situation, step, `${wordsFor(step)} ${outcomeOf(away)}`);
}

/** A record at a fixed address is requested without an ID, even if its create was rejected. */
function prerequisiteMissing(situation: Situation): Judgement | undefined {
  const { group, planned, evidence } = situation;
  for (const making of group.setup) {
    const name = setupStep(making.name);
    const refused = (evidence[name] ?? []).find((e) => e.response !== undefined && !succeeded(e, making.success));
    if (refused === undefined || name === BASELINE_STEP) continue;
    const isMissed = planned.steps.some(
      (step) =>
        isSameAddress(step, making) &&
        (evidence[step.name] ?? []).some((e) => e.response !== undefined && !succeeded(e, step.success)),
    );
    if (isMissed && findingsOf(judgedByRule(situation)).length > 0)
      return blocked(situation, name, `${wordsFor(name)} ${outcomeOf(refused)}`);
  }
  return undefined;
}

function isSameAddress({ request: one }: Step, { request: other }: Step): boolean {
  return one.path === other.path && isSameJson(one.parameters, other.parameters);
}

const ACCEPTED = 202;

/**
 * RFC 9110 §15.3.3: after a 202, the request may be carried out later or never. Later responses count only if the case
 * polls for the result, or the contract declares the 202. Lifecycle checks then do not apply.
 */
function acceptedButPending(situation: Situation): Judgement | undefined {
  const { planned, check, evidence } = situation;
  const isAccepted = ({ request, response }: Exchange): boolean =>
    response?.status === ACCEPTED && !isSafeMethod(request.method);
  const at = planned.steps.findIndex(({ name }) => evidence[name]?.some(isAccepted) === true);
  const step = planned.steps[at];
  if (step === undefined) return undefined;
  const isKnown = step.success.statuses.includes(ACCEPTED);
  const after = planned.steps.slice(at + 1);
  if ((isKnown && !check.rule.startsWith('lifecycle.')) || after.some(({ send }) => send?.kind === 'poll'))
    return undefined;
  const later = after.flatMap(({ name }) => evidence[name] ?? []);
  const shows = ({ where, evidence: of }: Finding): boolean =>
    later.some(({ id, request }) => id === of && (isSafeMethod(request.method) || where.startsWith('body')));
  const findings = findingsOf(judgedByRule(situation));
  if (findings.length === 0 || !findings.every(shows)) return undefined;
  const { method = '' } = evidence[step.name]?.find(isAccepted)?.request ?? {};
  const reason = `the ${method} before it returned 202 and may not be carried out yet`;
  return isKnown ? { kind: 'inapplicable', reason } : { kind: 'inconclusive', cause: reason };
}

/** A failure may result from the failure of a rule that this one depends on. */
function failsByDependency(situation: Situation): Judgement | undefined {
  const { planned, check, group } = situation;
  const presumptions = RULE_DEPENDENCIES.filter(({ rules }) => rules.includes(check.rule));
  if (presumptions.length === 0 || findingsOf(judgedByRule(situation)).length === 0) return undefined;
  for (const { presumes, within, counts } of presumptions) {
    for (const other of within === 'case' ? [planned] : group.cases) {
      const evidence = other === planned ? situation.evidence : situation.evidenceOf?.(other);
      if (evidence === undefined) continue;
      for (const law of other.checks) {
        if (law === check || !presumes.includes(law.rule)) continue;
        const seen = { ...situation, planned: other, check: law, evidence };
        const findings = findingsOf(judgedByRule(seen));
        const found = findings.find((one) => counts === undefined || counts(one, law.params, evidence));
        if (found !== undefined && preconditionUnmet(seen) === undefined)
          return {
            kind: 'inconclusive',
            cause: `depends on a check that fails, "${law.title}": ${found.where} is ${truncateText(found.actual, 100)}`,
            blockedBy: law.id,
          };
      }
    }
  }
  return undefined;
}

function findingsOf(judgement: Judgement | undefined): readonly Finding[] {
  return judgement?.kind === 'judged' ? judgement.findings : [];
}

/** The result of the rule. If a step waited for a value from another step, the check of that step is the blocker. */
function judgedByRule(situation: Situation): Judgement | undefined {
  const { planned, check, evidence } = situation;
  const rule = findRule(check.rule);
  if (rule?.kind !== 'case') return undefined;
  const judgement = rule.judge(check.params as never, evidence);
  if (judgement.kind !== 'inconclusive' || judgement.blockedBy !== undefined) return judgement;
  const waiting = planned.steps.find((s) => evidence[s.name]?.some((e) => e.failure?.lacks !== undefined))?.name;
  const lacking = judgement.lacks ?? waiting;
  return lacking === undefined ? judgement : blocked(situation, lacking, judgement.cause);
}

function blocked(situation: Situation, step: string, cause: string): Judgement {
  const { lost, evidence } = situation;
  const isLost = (evidence[step] ?? []).some(({ id }) => lost?.calls.has(id) === true);
  const blockedBy = isLost ? lost?.check : blockerOf(situation, step);
  return { kind: 'inconclusive', cause, ...omitUndefined({ blockedBy }) };
}

/** Limit for chains of steps, which also ends a cycle. */
const MAX_CHAIN = 10;

/** The check that judges the failed step, or the step that it waited for. */
function blockerOf(situation: Situation, name: string, depth = 0): string | undefined {
  const step = stepOf(situation, name);
  if (step === undefined || depth > MAX_CHAIN) return undefined;
  const list = situation.evidence[name] ?? [];
  // Steps of the setup refer to each other without the prefix.
  const before = (waited: string): string | undefined =>
    blockerOf(situation, isSetupStep(name) && !isSetupStep(waited) ? setupStep(waited) : waited, depth + 1);
  if (list.length === 0) return step.onlyIf === undefined ? undefined : before(step.onlyIf);
  const lacks = list.find((e) => e.failure?.lacks !== undefined)?.failure?.lacks;
  if (lacks !== undefined) return before(lacks);
  // Without a response the service was not judged: the operator has to look at it, and no waiver applies.
  return list.some((e) => e.response === undefined) ? undefined : step.success.provenBy;
}

function stepOf({ group, planned }: Situation, name: string): Step | undefined {
  return (isSetupStep(name) ? group.setup : planned.steps).find((s) => s.name === stepName(name));
}

/** A step in the words of the report. */
function wordsFor(step: string): string {
  if (step === BASELINE_STEP) return 'the valid request';
  return isSetupStep(step) ? `the required record of ${stepName(step)}` : `step "${step}"`;
}

function outcomeOf(exchange: Exchange | undefined): string {
  if (exchange === undefined) return 'was not sent';
  const { response, failure } = exchange;
  if (response === undefined)
    return `${failure?.kind === 'not-sent' ? 'was not sent' : 'has no response'}: ${failure?.message ?? 'unknown'}`;
  return `returned ${response.status} ${truncateText(response.body, 100)}`.trimEnd();
}

function ownOf({ evidence }: Situation): readonly Exchange[] {
  return Object.entries(evidence).flatMap(([step, list]) => (isSetupStep(step) ? [] : list));
}

function setupOf({ evidence }: Situation): readonly Exchange[] {
  return Object.entries(evidence).flatMap(([step, list]) => (isSetupStep(step) ? list : []));
}

function allOf(evidence: CaseEvidence): readonly Exchange[] {
  return Object.values(evidence).flat();
}
