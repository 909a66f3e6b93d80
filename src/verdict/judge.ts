/** From the recorded exchanges of a group to a result for each of its checks. Pure: the same records, the same results. */
import { succeeded } from '../record/success.ts';
import { header } from '../record/headers.ts';
import {
  NOT_CARRIED,
  NOT_OURS,
  NO_AUDIENCE,
  NO_JWT,
  NO_PROFILE,
  NO_SCHEME,
  NO_SUCH_PARTY,
  STOPPED_ANSWERING,
} from '../record/failure.ts';
import type { CaseEvidence, Exchange } from '../record/exchange.ts';
import { SENTINEL } from '../plan/model.ts';
import type { Case, Check, Given, Group, ResolvedOperation, Step } from '../plan/model.ts';
import { clip } from '../rules/evidence.ts';
import type { Judgement } from '../rules/model.ts';
import { findRule } from '../rules/registry.ts';
import type { CheckResult, Verdict } from './model.ts';

export interface JudgeContext {
  /** Of the whole plan, by `<service>@<spec>/<endpoint>/<operation>`. */
  readonly operations: Readonly<Record<string, ResolvedOperation>>;
  /** Texts that no answer of the service may carry, by service. */
  readonly never: Readonly<Record<string, readonly string[]>>;
}

/** Why a step was not sent, where that means that nothing is required of this service, or by this run. */
const MOOT: readonly string[] = [NOT_OURS, NO_SCHEME, NO_JWT, NO_AUDIENCE, NO_PROFILE];

/** Evidence ids kept for a check that passed; a failing one keeps those of its findings and its case. */
const MOST_PASSIVE_EVIDENCE = 3;
const MOST_FINDINGS = 20;

/** One result for each check of the group, its passive checks included. */
export function judgeGroup(
  group: Group,
  exchanges: readonly Exchange[],
  context: JudgeContext,
): readonly CheckResult[] {
  const bySource = new Map<string, Exchange[]>();
  for (const exchange of exchanges) {
    const source = exchange.id.slice(0, exchange.id.indexOf('#'));
    const list = bySource.get(source);
    if (list === undefined) bySource.set(source, [exchange]);
    else list.push(exchange);
  }
  const setup = byStep(bySource.get(group.id) ?? [], 'setup.');
  const results = group.cases.flatMap((c) =>
    judgeCase(group, c, { ...setup, ...byStep(bySource.get(c.id) ?? [], '') }),
  );
  const all = [...results, ...judgePassive(group, exchanges, context)];
  const sentinel = bySource.get(group.id)?.find((e) => e.step === SENTINEL);
  return sentinel === undefined
    ? all
    : all.map((r) => (r.verdict === 'fail' || r.verdict === 'inconclusive' ? clearedAway(r, sentinel) : r));
}

/** What fails while test data is cleared says nothing of the service. */
function clearedAway(result: CheckResult, sentinel: Exchange): CheckResult {
  return {
    check: result.check,
    spec: result.spec,
    verdict: 'inconclusive',
    findings: [],
    evidence: [...result.evidence, sentinel.id],
    cause: 'the test data was cleared during the run: a record that was made before is gone',
  };
}

function byStep(exchanges: readonly Exchange[], prefix: string): CaseEvidence {
  const steps: Record<string, Exchange[]> = {};
  for (const exchange of exchanges) (steps[`${prefix}${exchange.step}`] ??= []).push(exchange);
  return steps;
}

function judgeCase(group: Group, planned: Case, evidence: CaseEvidence): readonly CheckResult[] {
  const own = Object.entries(evidence).flatMap(([step, list]) => (step.startsWith('setup.') ? [] : list));
  return planned.checks.map((check) => {
    const blocked =
      silenced(Object.values(evidence).flat()) ?? unmet(group, planned, check.given, evidence) ?? hindered(check, own);
    const judgement = blocked ?? apply(group, planned, check, evidence);
    const ids = (list: readonly Exchange[]): readonly string[] => list.map((e) => e.id).slice(0, 12);
    return result(
      check,
      judgement,
      blocked === undefined ? ids(own) : ids([...own, ...Object.values(evidence).flat()].slice(0, 12)),
    );
  });
}

/** Nothing was sent any more: one cause for all that is left. */
function silenced(exchanges: readonly Exchange[]): Judgement | undefined {
  return exchanges.some((e) => e.failure?.message === STOPPED_ANSWERING)
    ? { kind: 'inconclusive', cause: STOPPED_ANSWERING }
    : undefined;
}

function apply(group: Group, planned: Case, check: Check, evidence: CaseEvidence): Judgement {
  const rule = findRule(check.rule);
  if (rule === undefined || rule.kind !== 'case') return { kind: 'inconclusive', cause: `no rule ${check.rule}` };
  const absent = Object.values(evidence)
    .flat()
    .find((e) => e.failure?.message === NO_SUCH_PARTY);
  if (absent !== undefined) return { kind: 'inapplicable', reason: 'the target names no such other party' };
  const failures = Object.values(evidence)
    .flat()
    .map((e) => e.failure?.message);
  if (failures.includes(NOT_CARRIED)) return { kind: 'inapplicable', reason: 'only a run over sockets can send this' };
  const moot = MOOT.find((reason) => failures.includes(reason));
  if (moot !== undefined) return { kind: 'inapplicable', reason: moot };
  const judgement = rule.judge(check.params as never, evidence);
  if (judgement.kind !== 'inconclusive' || judgement.blockedBy !== undefined) return judgement;
  const waiting = planned.steps.find((s) => evidence[s.name]?.some((e) => e.failure?.lacks !== undefined));
  const blockedBy = waiting === undefined ? undefined : blocker(group, planned, waiting.name, evidence);
  return blockedBy === undefined ? judgement : { ...judgement, blockedBy };
}

/** The first condition that does not hold, as an inconclusive judgement. */
function unmet(group: Group, planned: Case, given: readonly Given[], evidence: CaseEvidence): Judgement | undefined {
  for (const condition of given) {
    const list = evidence[condition.step] ?? [];
    const step = stepOf(group, planned, condition.step);
    const bad = list.find(
      (e) =>
        e.response === undefined || (condition.is === 'success' && step !== undefined && !succeeded(e, step.success)),
    );
    if (list.length > 0 && bad === undefined) continue;
    if (bad?.failure?.message === NO_SUCH_PARTY)
      return { kind: 'inapplicable', reason: 'the target names no such other party' };
    const blockedBy = blocker(group, planned, condition.step, evidence);
    return {
      kind: 'inconclusive',
      cause: `${nameOf(condition.step)} ${describe(bad)}`,
      ...(blockedBy === undefined ? {} : { blockedBy }),
    };
  }
  return undefined;
}

function stepOf(group: Group, planned: Case, name: string): Step | undefined {
  return name.startsWith('setup.')
    ? group.setup.find((s) => `setup.${s.name}` === name)
    : planned.steps.find((s) => s.name === name);
}

/** The check that judges what a step failed on: its own success, or that of the step whose answer it waited for. */
function blocker(group: Group, planned: Case, name: string, evidence: CaseEvidence, depth = 0): string | undefined {
  const step = stepOf(group, planned, name);
  if (step === undefined || depth > 10) return undefined;
  const list = evidence[name] ?? [];
  const own = (waited: string): string =>
    name.startsWith('setup.') && !waited.startsWith('setup.') ? `setup.${waited}` : waited;
  if (list.length === 0)
    return step.onlyIf === undefined ? undefined : blocker(group, planned, own(step.onlyIf), evidence, depth + 1);
  const lacks = list.find((e) => e.failure?.lacks !== undefined)?.failure?.lacks;
  if (lacks !== undefined) return blocker(group, planned, own(lacks), evidence, depth + 1);
  // Without an answer nothing of the service was judged: that is for whoever runs it to look at, and never excused.
  return list.some((e) => e.response === undefined) ? undefined : step.success.provenBy;
}

/** A step as a reader of the report would call it. */
function nameOf(step: string): string {
  if (step === 'setup.control') return 'the positive control';
  return step.startsWith('setup.') ? `the record of ${step.slice(6)} that it needs` : `its step "${step}"`;
}

function describe(exchange: Exchange | undefined): string {
  if (exchange === undefined) return 'was not sent';
  if (exchange.response === undefined) return `has no answer: ${exchange.failure?.message ?? 'unknown'}`;
  return `was answered ${exchange.response.status} ${clip(exchange.response.body, 100)}`.trimEnd();
}

/** A service that announces that it is away, or asks for patience, is not judged by what it answers meanwhile. */
function hindered(check: Check, exchanges: readonly Exchange[]): Judgement | undefined {
  for (const { response } of exchanges) {
    if (response?.status === 503 && header(response, 'retry-after') !== undefined) {
      return { kind: 'inconclusive', cause: 'the service says that it is unavailable (503 with Retry-After)' };
    }
    if (response?.status === 429 && check.rule !== 'burst.not-throttled') {
      return { kind: 'inconclusive', cause: 'the service throttles its callers (429)' };
    }
  }
  return undefined;
}

function judgePassive(group: Group, exchanges: readonly Exchange[], context: JudgeContext): readonly CheckResult[] {
  const path = `${group.endpoint}/${group.operation}`;
  const operation = context.operations[`${group.service}@${group.spec}/${path}`];
  const own = exchanges.filter((e) => e.operation === path && e.failure?.kind !== 'not-sent');
  // Every group answers for each of its passive checks, or the check would count as not accounted for.
  const silent = own.length === 0 ? silenced(exchanges) : undefined;
  if (silent !== undefined) return group.passive.map((check) => result(check, silent, []));
  if (operation === undefined || own.length === 0) {
    return group.passive.map((check) =>
      result(check, { kind: 'inapplicable', reason: 'nothing was sent to this operation here' }, []),
    );
  }
  const never = context.never[group.service] ?? [];
  return group.passive.flatMap((check) => {
    const rule = findRule(check.rule);
    if (rule === undefined || rule.kind !== 'passive') return [];
    if (rule.judgeAll !== undefined)
      return [result(check, rule.judgeAll(own, operation), own.map((e) => e.id).slice(0, MOST_PASSIVE_EVIDENCE))];
    const judged = own.map((exchange) => ({ exchange, judgement: rule.judge(exchange, operation, never) }));
    const findings = judged.flatMap(({ judgement }) => (judgement.kind === 'judged' ? judgement.findings : []));
    const conclusive = judged.filter(({ judgement }) => judgement.kind === 'judged');
    const open = judged.find(({ judgement }) => judgement.kind === 'inconclusive');
    const first = judged[0]?.judgement;
    const overall: Judgement =
      findings.length > 0
        ? { kind: 'judged', findings }
        : open !== undefined
          ? open.judgement
          : conclusive.length > 0 || first === undefined
            ? { kind: 'judged', findings: [] }
            : first;
    const evidence = (
      findings.length > 0
        ? [...new Set(findings.map((f) => f.evidence))]
        : conclusive.map(({ exchange }) => exchange.id)
    ).slice(0, findings.length > 0 ? MOST_FINDINGS : MOST_PASSIVE_EVIDENCE);
    return [result(check, overall, evidence)];
  });
}

function result(check: Check, judgement: Judgement, evidence: readonly string[]): CheckResult {
  const base = { check: check.id, spec: check.spec, evidence };
  switch (judgement.kind) {
    case 'judged': {
      const verdict: Verdict = judgement.findings.length > 0 ? 'fail' : 'pass';
      return { ...base, verdict, findings: judgement.findings.slice(0, MOST_FINDINGS) };
    }
    case 'inapplicable':
      return { ...base, verdict: 'inapplicable', findings: [], cause: judgement.reason };
    case 'inconclusive':
      return {
        ...base,
        verdict: 'inconclusive',
        findings: [],
        cause: judgement.cause,
        ...(judgement.blockedBy === undefined ? {} : { blockedBy: [judgement.blockedBy] }),
      };
  }
}
