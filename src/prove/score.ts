/** Scores the outcomes of a campaign. Pure: the same outcomes in any order give the same bytes. */
import { compareText } from '../model/text.ts';
import { omitUndefined } from '../model/objects.ts';
import type { Fault } from '../../services/index.ts';
import type { Check, Plan } from '../plan/model.ts';
import { checksOf as planned } from '../plan/plan.ts';
import {
  percentOf,
  PROOF_SCHEMA,
  type ProofFile,
  type ProofTally,
  type ProvenCheck,
  type ProvenFault,
  type RuleScore,
  type VersionScore,
} from '../report/proof.ts';
import type { BaselineOutcome, FaultOutcome, VariantOutcome } from './model.ts';

/** Detecting faults kept for each check: enough to read, and a small file. */
const MAX_KILLERS = 3;
/** Requirements kept for each fault; a fault that violates more breaks the whole service. */
const MAX_REQUIREMENTS = 3;

export interface CampaignOutcomes {
  readonly plan: Plan;
  readonly faults: readonly Fault[];
  readonly outcomes: readonly FaultOutcome[];
  readonly variants: readonly VariantOutcome[];
  readonly baselines: readonly BaselineOutcome[];
  /** Description of each variant, by id. */
  readonly variantTexts: Readonly<Record<string, string>>;
}

/** Every check of a plan, once for each version. */
export function checksByKey(plan: Plan): ReadonlyMap<string, Check> {
  return new Map(planned(plan).map((check) => [proofKey(check.id, check.spec), check]));
}

export function proofKey(id: string, spec: string): string {
  return `${id}@${spec}`;
}

export function scoreCampaign(findings: CampaignOutcomes): ProofFile {
  const moot = new Map(
    findings.baselines.flatMap((b) =>
      Object.entries(b.moot).map(([check, reason]) => [proofKey(check, b.spec), reason] as const),
    ),
  );
  const checks = new Map([...checksByKey(findings.plan)].filter(([key]) => !moot.has(key)));
  const outcomes = [...findings.outcomes].sort((a, b) => compareText(a.fault, b.fault) || compareText(a.spec, b.spec));
  const detections = detectionsOf(outcomes, checks);
  const faults = [...findings.faults].sort((a, b) => compareText(a.id, b.id));
  const versions = versionScores(findings.plan, checks, outcomes, detections);
  const total = sum(versions);
  return {
    schema: PROOF_SCHEMA,
    score: percentOf(total.killed, total.faults),
    total,
    versions,
    rules: ruleScores(checks, detections, outcomes),
    survivors: outcomes.filter((o) => o.red.length === 0).map((o) => proofKey(o.fault, o.spec)),
    unproven: [...checks.keys()].filter((key) => !detections.has(key)).sort(compareText),
    moot: [...moot].map(([key, reason]) => `${key}: ${reason}`).sort(compareText),
    strays: outcomes.flatMap((o) => o.stray.map((check) => `${proofKey(o.fault, o.spec)} ${check}`)),
    baseline: findings.baselines.flatMap((b) => b.flagged.map((check) => proofKey(check, b.spec))).sort(compareText),
    variants: variantScores(findings),
    faults: faults.map((fault) => provenFault(fault, outcomes, checks)),
    checks: provenChecks(checks, detections, new Map(faults.map((f, index) => [f.id, index]))),
  };
}

/** True if the proof is complete: every fault is detected, every check is proven, and no variant is flagged. */
export function isCompleteProof(proof: ProofFile): boolean {
  const open = [proof.survivors, proof.unproven, proof.strays, proof.baseline, ...proof.variants.map((v) => v.flagged)];
  return proof.total.faults > 0 && open.every((list) => list.length === 0);
}

/** Faults by the key of the check that they turn red, the most specific ones first. */
function detectionsOf(
  outcomes: readonly FaultOutcome[],
  checks: ReadonlyMap<string, Check>,
): ReadonlyMap<string, readonly string[]> {
  const detections = new Map<string, string[]>();
  for (const { fault, spec, red } of [...outcomes].sort((a, b) => a.red.length - b.red.length)) {
    for (const id of red) {
      const key = proofKey(id, spec);
      if (!checks.has(key)) continue;
      const list = detections.get(key);
      if (list === undefined) detections.set(key, [fault]);
      else list.push(fault);
    }
  }
  return detections;
}

function versionScores(
  plan: Plan,
  checks: ReadonlyMap<string, Check>,
  outcomes: readonly FaultOutcome[],
  detections: ReadonlyMap<string, readonly string[]>,
): readonly VersionScore[] {
  const names = [...new Set(plan.groups.map((g) => `${g.service} ${g.spec}`))];
  return names.map((name) => {
    const [service = '', spec = ''] = name.split(' ');
    const own = outcomes.filter((o) => o.service === service && o.spec === spec);
    const keys = [...checks].filter(([, c]) => c.service === service && c.spec === spec).map(([key]) => key);
    return {
      service,
      spec,
      faults: own.length,
      killed: own.filter((o) => o.red.length > 0).length,
      checks: keys.length,
      proven: keys.filter((key) => detections.has(key)).length,
    };
  });
}

function sum(tallies: readonly ProofTally[]): ProofTally {
  const of = (member: keyof ProofTally): number => tallies.reduce((all, tally) => all + tally[member], 0);
  return { faults: of('faults'), killed: of('killed'), checks: of('checks'), proven: of('proven') };
}

function ruleScores(
  checks: ReadonlyMap<string, Check>,
  detections: ReadonlyMap<string, readonly string[]>,
  outcomes: readonly FaultOutcome[],
): readonly RuleScore[] {
  const rules = new Map<string, { checks: number; proven: number; killers: Set<string> }>();
  const proofs = ruleProofs(checks, outcomes);
  for (const [key, { rule }] of checks) {
    const entry = rules.get(rule) ?? { checks: 0, proven: 0, killers: new Set<string>() };
    const by = detections.get(key) ?? [];
    entry.checks += 1;
    if (by.length > 0) entry.proven += 1;
    for (const fault of by) entry.killers.add(fault);
    rules.set(rule, entry);
  }
  return [...rules]
    .sort(([a], [b]) => compareText(a, b))
    .map(([rule, entry]) => {
      const proof = proofs.get(rule);
      return {
        rule,
        checks: entry.checks,
        proven: entry.proven,
        killers: entry.killers.size,
        ...omitUndefined({ proof }),
      };
    });
}

/** For each rule its most specific fault, and all versions in which it turns the same check red. */
function ruleProofs(
  checks: ReadonlyMap<string, Check>,
  outcomes: readonly FaultOutcome[],
): ReadonlyMap<string, NonNullable<RuleScore['proof']>> {
  const proofs = new Map<string, NonNullable<RuleScore['proof']>>();
  for (const { fault, spec, red } of [...outcomes].sort((a, b) => a.red.length - b.red.length)) {
    for (const id of red) {
      const rule = checks.get(proofKey(id, spec))?.rule;
      const known = rule === undefined ? undefined : proofs.get(rule);
      if (rule === undefined) continue;
      if (known === undefined) proofs.set(rule, { by: fault, check: id, in: [spec] });
      else if (known.by === fault && known.check === id)
        proofs.set(rule, { ...known, in: [...known.in, spec].sort(compareText) });
    }
  }
  return proofs;
}

function variantScores({ variants, variantTexts }: CampaignOutcomes): ProofFile['variants'] {
  return Object.keys(variantTexts)
    .sort(compareText)
    .map((id) => {
      const runs = variants
        .filter((v) => v.variant === id)
        .sort((a, b) => compareText(a.service, b.service) || compareText(a.spec, b.spec));
      return {
        id,
        does: variantTexts[id] ?? '',
        runs: runs.map((v) => proofKey(v.service, v.spec)),
        flagged: runs.flatMap((v) => [...v.flagged].sort(compareText).map((check) => proofKey(check, v.spec))),
      };
    });
}

function provenFault(fault: Fault, outcomes: readonly FaultOutcome[], checks: ReadonlyMap<string, Check>): ProvenFault {
  const base = { id: fault.id, does: fault.describes };
  if (fault.unobservable !== undefined)
    return { ...base, requirements: [], kills: 0, unobservable: fault.unobservable };
  const own = ofFault(outcomes, fault.id);
  const counts = new Map<string, number>();
  for (const { red, spec } of own) {
    for (const id of red) {
      const requirement = checks.get(proofKey(id, spec))?.requirement;
      if (requirement !== undefined) counts.set(requirement, (counts.get(requirement) ?? 0) + 1);
    }
  }
  const requirements = [...counts].sort(([a, m], [b, n]) => n - m || compareText(a, b)).map(([id]) => id);
  const survives = own.filter((o) => o.red.length === 0).map((o) => o.spec);
  return {
    ...base,
    requirements: requirements.slice(0, MAX_REQUIREMENTS),
    kills: own.reduce((all, { red }) => all + red.length, 0),
    ...(survives.length === 0 ? {} : { survives }),
  };
}

/** Binary search, since outcomes are sorted by fault. */
function ofFault(outcomes: readonly FaultOutcome[], fault: string): readonly FaultOutcome[] {
  let low = 0;
  let high = outcomes.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareText(outcomes[middle]?.fault ?? '', fault) < 0) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (outcomes[end]?.fault === fault) end += 1;
  return outcomes.slice(low, end);
}

/** Checks by id; versions with the same faults are combined. */
function provenChecks(
  checks: ReadonlyMap<string, Check>,
  detections: ReadonlyMap<string, readonly string[]>,
  places: ReadonlyMap<string, number>,
): readonly ProvenCheck[] {
  const byId = new Map<string, Map<string, string[]>>();
  for (const [key, { id, spec }] of checks) {
    const by = (detections.get(key) ?? []).slice(0, MAX_KILLERS).map((fault) => places.get(fault) ?? -1);
    const entry = byId.get(id) ?? new Map<string, string[]>();
    entry.set(by.join(' '), [...(entry.get(by.join(' ')) ?? []), spec]);
    byId.set(id, entry);
  }
  return [...byId]
    .sort(([a], [b]) => compareText(a, b))
    .map(([id, sets]) => ({
      id,
      killers: [...sets].map(([by, specs]) => ({ in: specs, by: by === '' ? [] : by.split(' ').map(Number) })),
    }));
}
