/** Judges the recorded exchanges of a group: one result for each check. Pure. */
import { isDeepStrictEqual } from 'node:util';
import {
  type CaseEvidence,
  type Exchange,
  isUnavailable,
  isUnansweredByService,
  setupStep,
} from '../model/exchange.ts';
import { omitUndefined, mergeObjects } from '../model/objects.ts';
import { isTargetFault } from '../model/failure.ts';
import { releaseBodies } from '../model/body.ts';
import {
  type Case,
  type Check,
  checksOfGroup,
  type Group,
  type ResolvedOperation,
  CANARY_STEP,
  type Step,
} from '../plan/model.ts';
import { inconclusiveJudgement, PASSED_JUDGEMENT } from '../rules/evidence.ts';
import type { Finding, Judgement, PassiveRule } from '../rules/model.ts';
import { isNotFound, createdReadableRule } from '../rules/http-status.ts';
import { acceptedRule } from '../rules/outcome.ts';
import { stillRespondsRule } from '../rules/raw.ts';
import { findRule } from '../rules/registry.ts';
import { caseTrialRecords } from './case-records.ts';
import { requestsOnCreatedRecords } from './requests-by-record.ts';
import { type DecidedCase, judgeCheck, type Situation, stoppedAnswering } from './decide-check.ts';
import {
  type CaseTrials,
  confirmation,
  type Confirmation,
  needsUnchangedList,
  type ListPlaces,
  OTHER_CLIENTS_WRITE,
  readsSharedList,
} from './confirm-by-retry.ts';
import type { CheckResult } from './model.ts';
import { EMPTY_LIST, checkResult } from './check-result.ts';
import { triesOf } from './repeat.ts';
import { judgePassiveElsewhere, type PassiveChecks, passiveOperationKey } from './passive-checks.ts';
import { boundFindings } from './roll-up.ts';

export interface JudgeContext {
  /** By `<service>@<spec>/<endpoint>/<operation>`, for the whole plan. */
  readonly operations: Readonly<Record<string, ResolvedOperation>>;
  /** Secrets that no response may contain, by service. */
  readonly forbiddenTexts: Readonly<Record<string, readonly string[]>>;
  readonly passive: PassiveChecks;
}

/** Maximum number of evidence ids of a passive check. If single responses fail, those of the findings are kept instead. */
const MAX_PASSIVE_EVIDENCE = 3;
/** Maximum number of evidence ids of a check of a case. */
const MAX_CASE_EVIDENCE = 12;

export function judgeGroup(
  group: Group,
  exchanges: readonly Exchange[],
  context: JudgeContext,
): readonly CheckResult[] {
  const { setup, evidenceOf, trialsOf, isPassedOver } = caseTrialRecords(group, exchanges, rightIn(group));
  const { unavailableStatuses } = context.operations[passiveOperationKey(group)] ?? {};
  const counting = exchanges.filter((exchange) => !isPassedOver(exchange));
  const passive = judgePassive(group, counting, evidenceOf, context);
  const situation = {
    group,
    evidenceOf,
    ...omitUndefined({ unavailableStatuses, lost: lostIn(group, passive, evidenceOf) }),
  };
  const results = group.cases.flatMap((planned) => {
    const tried = mergeObjects(situation, { planned, evidence: evidenceOf(planned) });
    const trials = trialsOf(planned);
    return readsSharedList(group, planned, context.operations)
      ? judgeCase(tried, trials)
      : judgeCase(tried, []).map((result) => withTries(result, tried, trials));
  });
  const inPassing = judgePassiveElsewhere(group, setup, evidenceOf, context);
  const all = [...results, ...passive, ...inPassing, ...refusedOf(group, setup, unavailableStatuses)];
  releaseBodies(exchanges);
  const canary = setup[setupStep(CANARY_STEP)]?.[0];
  if (canary === undefined) return all;
  // A service that crashes may lose its data.
  const liveness = new Set(checksOfGroup(group).flatMap(({ id, rule }) => (rule === stillRespondsRule.id ? [id] : [])));
  return all.map((r) =>
    (r.verdict === 'fail' || r.verdict === 'inconclusive') && !liveness.has(r.check) ? clearedAway(r, canary) : r,
  );
}

/**
 * Whether a case of the group must be retried: it failed while the service was unavailable or lost a connection, or
 * other clients may have caused the failure.
 */
export function needsRetry(
  group: Group,
  { operations }: JudgeContext,
): (planned: Case, exchanges: readonly Exchange[]) => boolean {
  return (planned, exchanges) => {
    const isOpen = readsSharedList(group, planned, operations);
    if (!isOpen && !exchanges.some(isUnansweredByService)) return false;
    const isRight = rightIn(group);
    const { evidenceOf, trialsOf, timesAway } = caseTrialRecords(group, exchanges, isRight);
    const situation = { group, planned, evidence: evidenceOf(planned) };
    const away = timesAway(planned);
    // A faulty request may close the connection without a response.
    const isDue = exchanges.some(({ response }) => isUnavailable(response)) || !isRight(planned, situation.evidence);
    if (away > 0 && away < MAX_AWAY && isDue) return true;
    if (!isOpen) return false;
    const trials = trialsOf(planned);
    return planned.checks.some((check) => {
      const { judgement, seen, left } = settledIn(mergeObjects(situation, { check }), trials);
      if (isUnsettled(judgement)) return trials.length < MAX_UNSETTLED;
      return needsUnchangedList(check.rule) && isFailing(judgement) && confirmationOf(seen, left).is === 'open';
    });
  };
}

/** Whether no check of a case fails or is inconclusive. */
function rightIn(group: Group): (planned: Situation['planned'], evidence: CaseEvidence) => boolean {
  return (planned, evidence) =>
    !planned.checks.some((check) => isWrong(judgeCheck({ group, planned, check, evidence }).judgement));
}

/** A service that is unavailable in every trial is judged by that. */
const MAX_AWAY = 2;

/** Maximum number of trials if other writes prevent a judgement in each. */
const MAX_UNSETTLED = 3;

/** The first trial that can be judged, and those after it. */
interface Settled extends DecidedCase {
  readonly seen: Situation;
  readonly left: CaseTrials;
}

function settledIn(situation: Situation, trials: CaseTrials): Settled {
  let seen = situation;
  let decided = judgeCheck(seen);
  let used = 0;
  for (; isUnsettled(decided.judgement) && used < trials.length; used += 1) {
    seen = { ...situation, evidence: { ...situation.evidence, ...trials[used]?.evidence } };
    decided = judgeCheck(seen);
  }
  const { judgement, evidence } = decided;
  return { judgement, evidence, seen, left: trials.slice(used) };
}

function isUnsettled(judgement: Judgement): boolean {
  return judgement.kind === 'inapplicable' && judgement.unsettled === true;
}

function isFailing(judgement: Judgement): judgement is Judgement & { readonly kind: 'judged' } {
  return judgement.kind === 'judged' && judgement.findings.length > 0;
}

function listingOf(params: Readonly<Record<string, unknown>>): ListPlaces | undefined {
  const { records, uid, style } = params as Partial<ListPlaces>;
  return records === undefined || uid === undefined ? undefined : { records, uid, ...omitUndefined({ style }) };
}

function confirmationOf(situation: Situation, trials: CaseTrials): Confirmation {
  const { evidence } = situation;
  return confirmation(
    evidence,
    trials,
    (tried) => judgeCheck({ ...situation, evidence: { ...evidence, ...tried } }).judgement,
    listingOf(situation.check.params),
  );
}

/** A failure after test data was cleared does not count against the service. */
function clearedAway(result: CheckResult, canary: Exchange): CheckResult {
  return {
    check: result.check,
    spec: result.spec,
    verdict: 'inconclusive',
    findings: [],
    evidence: [...result.evidence, canary.id],
    ...omitUndefined({ aside: result.aside }),
    cause: 'the test data was cleared during the run: a record that the run created is missing',
  };
}

/**
 * Failures of setup requests. A valid request must be accepted everywhere, so the check of that operation fails too.
 */
function refusedOf(
  { setup, ...group }: Group,
  evidence: CaseEvidence,
  away: Situation['unavailableStatuses'],
): readonly CheckResult[] {
  const judgementOf = (step: Step): DecidedCase => {
    const check = { rule: acceptedRule.id, params: { step: step.name, success: step.success }, given: EMPTY_LIST };
    const planned = { id: group.id, steps: [step], checks: EMPTY_LIST };
    const sent = { [step.name]: evidence[setupStep(step.name)] ?? EMPTY_LIST };
    const alone = { ...group, setup: EMPTY_LIST };
    return judgeCheck({
      group: alone,
      planned,
      check,
      evidence: sent,
      ...omitUndefined({ unavailableStatuses: away }),
    });
  };
  return setup.flatMap((step) => {
    const { brings, provenBy: id } = step.success;
    // A request with a reference may be rejected because the record is missing although its create was accepted.
    if (brings === undefined || id === undefined || JSON.stringify(step.request).includes('"$ref"')) return [];
    const { judgement, evidence: shown } = judgementOf(step);
    if (!isFailing(judgement)) return [];
    const ids = shown.map((e) => e.id).slice(0, MAX_CASE_EVIDENCE);
    const findings = boundFindings(judgement.findings, id);
    return [{ check: id, spec: group.spec, verdict: 'fail', findings, evidence: ids, aside: true as const }];
  });
}

function judgeCase(situation: Omit<Situation, 'check'>, trials: CaseTrials): readonly CheckResult[] {
  const decided = situation.planned.checks.map((check) => ({
    check,
    ...settledIn(mergeObjects(situation, { check }), trials),
  }));
  // A failure without a retry is reported unchanged.
  const settled = new Map(
    decided.flatMap(({ check, judgement, seen, left }): readonly (readonly [string, Judgement])[] => {
      if (left.length === 0 || !needsUnchangedList(check.rule) || !isFailing(judgement)) return [];
      const found = confirmationOf(seen, left);
      if (found.is === 'kept') return [[check.id, PASSED_JUDGEMENT]];
      return found.is === 'untold' ? [[check.id, inconclusiveJudgement(found.why)]] : [];
    }),
  );
  const settledJudgement = (check: Check, judgement: Judgement): Judgement => {
    const waitsFor = judgement.kind === 'inconclusive' ? (judgement.blockedBy ?? '') : '';
    const own = settled.get(check.id) ?? settled.get(waitsFor);
    // A check that waited for a check that passed after all was not judged itself.
    return own === PASSED_JUDGEMENT && !settled.has(check.id)
      ? inconclusiveJudgement(OTHER_CLIENTS_WRITE)
      : (own ?? judgement);
  };
  return decided.map(({ check, judgement, evidence }) =>
    checkResult(check, settledJudgement(check, judgement), evidence.map((e) => e.id).slice(0, MAX_CASE_EVIDENCE)),
  );
}

/** Adds to a failing result in how many tries of its case it failed. */
function withTries(result: CheckResult, situation: Omit<Situation, 'check'>, trials: CaseTrials): CheckResult {
  const check = situation.planned.checks.find(({ id }) => id === result.check);
  if (trials.length === 0 || result.verdict !== 'fail' || check === undefined) return result;
  const tries = [{}, ...trials.map(({ evidence }) => evidence)].map(
    (evidence) => judgeCheck({ ...situation, check, evidence: { ...situation.evidence, ...evidence } }).judgement,
  );
  return { ...result, tries: triesOf(tries) };
}

/** Judges all responses of an operation. */
interface PassiveJudging {
  readonly operation: ResolvedOperation;
  readonly never: readonly string[];
  /** In the order of the passive checks of the group; undefined for an unknown rule. */
  readonly rules: readonly (PassiveRule | undefined)[];
}

const pathOf = ({ endpoint, operation }: Group): string => `${endpoint}/${operation}`;

function passiveJudging(group: Group, { operations, forbiddenTexts }: JudgeContext): PassiveJudging | undefined {
  const operation = operations[passiveOperationKey(group)];
  if (operation === undefined) return undefined;
  const rules = group.passive.map(({ rule: id }) => {
    const rule = findRule(id);
    return rule?.kind === 'passive' ? rule : undefined;
  });
  return { operation, never: forbiddenTexts[group.service] ?? [], rules };
}

/** Whether the rule judges each response separately. */
function isOfOne(rule: PassiveRule | undefined): rule is PassiveRule {
  return rule !== undefined && rule.judgeAll === undefined && rule.judgeMade === undefined;
}

/** Result of each rule for one response; undefined for rules that judge several together. */
type RuleResults = readonly (Judgement | undefined)[];

function ruleResultsOn(exchange: Exchange, { operation, never, rules }: PassiveJudging): RuleResults {
  return rules.map((rule) => (isOfOne(rule) ? rule.judge(exchange, operation, never) : undefined));
}

/** Results for a response whose body was released. Shared by responses with equal results. */
interface ReleasedResults {
  readonly group: Group;
  readonly context: JudgeContext;
  readonly ruleResults: RuleResults;
}

const releasedResults = new WeakMap<Exchange, ReleasedResults>();

/** Returns a function that tests whether a shortened response shows every failure of the whole one. */
export function showsAllFailures(group: Group, context: JudgeContext): (whole: Exchange, kept: Exchange) => boolean {
  const judging = passiveJudging(group, context);
  if (judging === undefined) return () => true;
  const path = pathOf(group);
  let latest: (ReleasedResults & { readonly ofWhole: RuleResults; readonly isPart: boolean }) | undefined;
  return (whole, kept) => {
    if (whole.operation !== path) return true;
    const isPart = whole !== kept;
    const ofWhole = ruleResultsOn(whole, judging);
    // Responses without failures and with equal results have equal results after shortening too.
    if (latest?.isPart !== isPart || !areSame(ofWhole, latest.ofWhole)) {
      const ruleResults = isPart ? ruleResultsOn(kept, judging) : ofWhole;
      if (isPart && !isDeepStrictEqual(ofWhole.filter(isWrong), ruleResults.filter(isWrong))) return false;
      latest = { group, context, ruleResults, ofWhole, isPart };
    }
    releasedResults.set(kept, latest);
    return true;
  };
}

function areSame(some: RuleResults, others: RuleResults): boolean {
  return some.every((one, index) => isSame(one, others[index]));
}

/** Whether two responses have the same result without a failure. */
function isSame(one: Judgement | undefined, other: Judgement | undefined): boolean {
  return (
    one === other ||
    (one?.kind === 'inapplicable' &&
      other?.kind === 'inapplicable' &&
      one.reason === other.reason &&
      one.notSent === other.notSent)
  );
}

function isWrong(judgement: Judgement | undefined): boolean {
  return judgement !== undefined && (judgement.kind === 'inconclusive' || isFailing(judgement));
}

function judgePassive(
  group: Group,
  exchanges: readonly Exchange[],
  evidenceOf: (planned: Case) => CaseEvidence,
  context: JudgeContext,
): readonly CheckResult[] {
  const path = pathOf(group);
  const sent = exchanges.filter(({ failure }) => failure?.kind !== 'not-sent');
  const own = sent.filter((e) => e.operation === path);
  // Every group must return a result for each passive check.
  const silent = own.length === 0 ? stoppedAnswering({ evidence: { all: exchanges } }) : undefined;
  if (silent !== undefined) return group.passive.map((check) => checkResult(check, silent, []));
  const judging = own.length === 0 ? undefined : passiveJudging(group, context);
  if (judging === undefined)
    return group.passive.map((check) =>
      checkResult(check, { kind: 'inapplicable', reason: 'no response was of the kind that this check judges' }, []),
    );
  const { operation, never, rules } = judging;
  const tallies = rules.map(() => new Tally());
  // One response at a time, so that a large body is parsed once and then released.
  for (const exchange of own) {
    const before = releasedResults.get(exchange);
    const isKnown = before?.group === group && before.context === context;
    for (const [index, ruleResult] of (isKnown ? before.ruleResults : ruleResultsOn(exchange, judging)).entries())
      if (ruleResult !== undefined) tallies[index]?.add(ruleResult, exchange);
  }
  return group.passive.flatMap((check, index) => {
    const rule = rules[index];
    if (rule === undefined) return [];
    if (rule.judgeMade !== undefined) {
      const calls = requestsOnCreatedRecords(group, evidenceOf);
      const ids = calls.map(({ call }) => call.id).slice(0, MAX_PASSIVE_EVIDENCE);
      return [checkResult(check, rule.judgeMade(calls), ids)];
    }
    if (rule.judgeAll !== undefined)
      return [checkResult(check, rule.judgeAll(own, operation), own.map((e) => e.id).slice(0, MAX_PASSIVE_EVIDENCE))];
    const tally = tallies[index] ?? new Tally();
    if (rule.wholeGroup === true)
      for (const exchange of sent)
        if (exchange.operation !== path && exchange.response !== undefined)
          tally.add(rule.judge(exchange, operation, never), exchange);
    return [tally.result(check)];
  });
}

/** Collects the results of one rule for several responses. */
class Tally {
  readonly #findings: Finding[] = [];
  /** Ids of judged exchanges, up to the limit. */
  readonly #judged: string[] = [];
  #first: Judgement | undefined;
  #open: Judgement | undefined;
  #broken: Judgement | undefined;

  add(judgement: Judgement, { id, failure }: Exchange): void {
    this.#first ??= judgement;
    if (judgement.kind === 'inconclusive' && isTargetFault(failure?.kind)) this.#broken ??= judgement;
    else if (judgement.kind === 'inconclusive') this.#open ??= judgement;
    if (judgement.kind !== 'judged') return;
    this.#findings.push(...judgement.findings);
    if (this.#judged.length < MAX_PASSIVE_EVIDENCE) this.#judged.push(id);
  }

  /**
   * Failures come first, then responses that could not be judged. Broken responses are judged by `http.complete` and
   * `http.answered`; other rules judge the complete ones, if any.
   */
  result(check: Check): CheckResult {
    if (this.#findings.length > 0) {
      const findings = boundFindings(this.#findings, check.id);
      return checkResult(check, { kind: 'judged', findings }, [...new Set(findings.map((one) => one.evidence))]);
    }
    const judgement =
      this.#open ?? (this.#judged.length > 0 ? PASSED_JUDGEMENT : (this.#broken ?? this.#first ?? PASSED_JUDGEMENT));
    // A copy without the spare capacity of a list that grew: one exists for each check and group.
    return checkResult(check, judgement, this.#judged.slice());
  }
}

/** If a created record is missing, the checks that need it are blocked by the check that reports this. */
function lostIn(
  group: Group,
  passive: readonly CheckResult[],
  evidenceOf: (planned: Case) => CaseEvidence,
): Situation['lost'] {
  const check = group.passive.find(({ rule }) => rule === createdReadableRule.id)?.id;
  if (check === undefined || passive.every((one) => one.check !== check || one.verdict !== 'fail')) return undefined;
  const gone = requestsOnCreatedRecords(group, evidenceOf).filter(isNotFound);
  return { check, calls: new Set(gone.map(({ call }) => call.id)) };
}
