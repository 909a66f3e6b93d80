/** Results of mutation testing: the published file, and the parts that reports show. */
import type { Report, ReportProof } from './model.ts';
import type { PageProof } from './page/data.ts';

export const PROOF_SCHEMA = 'plumbline.proof/1';

export interface ProofTally {
  readonly faults: number;
  readonly killed: number;
  readonly checks: number;
  /** Checks that at least one fault fails. */
  readonly proven: number;
}

export interface VersionScore extends ProofTally {
  readonly service: string;
  readonly spec: string;
}

export interface RuleScore {
  readonly rule: string;
  readonly checks: number;
  readonly proven: number;
  /** Distinct faults that fail a check of this rule. */
  readonly killers: number;
  /** The most specific fault, the check of this rule that it fails, and the versions. */
  readonly proof?: { readonly by: string; readonly check: string; readonly in: readonly string[] };
}

export interface ProvenFault {
  readonly id: string;
  /** Requirements that the fault violates, from the checks that it fails; the most frequent one first. */
  readonly requirements: readonly string[];
  /** Behaviour of the faulty service. */
  readonly does: string;
  /** Number of checks that it fails, over all versions. */
  readonly kills: number;
  /** Versions in which no check detected it. */
  readonly survives?: readonly string[];
  /** Reason why no check can detect it. */
  readonly unobservable?: string;
}

export interface ProvenCheck {
  readonly id: string;
  /** The first faults that fail the check, as indexes in `faults`, by set of versions. */
  readonly killers: readonly { readonly in: readonly string[]; readonly by: readonly number[] }[];
}

export interface ProofFile {
  readonly schema: typeof PROOF_SCHEMA;
  /** Percentage of detected faults, rounded down. Each fault counts once per version. */
  readonly score: number;
  /** Totals over all versions. Each fault and each check counts once per version. */
  readonly total: ProofTally;
  readonly versions: readonly VersionScore[];
  readonly rules: readonly RuleScore[];
  readonly survivors: readonly string[];
  /** `<check>@<spec>` that no fault fails. */
  readonly unproven: readonly string[];
  /** `<check>@<spec>: <reason>` of checks that the reference services cannot exercise; they are not counted. */
  readonly moot: readonly string[];
  /** `<fault>@<spec> <check>` of unrelated checks that a fault fails. */
  readonly strays: readonly string[];
  /** `<check>@<spec>` that fails on the reference service without a fault. */
  readonly baseline: readonly string[];
  readonly variants: readonly {
    readonly id: string;
    readonly does: string;
    readonly runs: readonly string[];
    readonly flagged: readonly string[];
  }[];
  readonly faults: readonly ProvenFault[];
  readonly checks: readonly ProvenCheck[];
}

/** Percentage with two decimals, rounded down, so that only a complete result is 100. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.floor((10_000 * part) / whole) / 100;
}

/** Published part of the results: totals, and one fault per rule. The full results are too large and change with every commit. */
export function publishedProof(proof: ProofFile): ProofFile {
  const named = new Set(proof.rules.flatMap((rule) => rule.proof?.by ?? []));
  return {
    ...proof,
    faults: proof.faults.filter((f) => named.has(f.id) || f.unobservable !== undefined || f.survives !== undefined),
    checks: [],
  };
}

type Shown = Pick<Report['checks'][number], 'id' | 'spec' | 'rule'>;

/** Faults that fail each check. If the file has no results for single checks, the fault that proves the rule. */
export function faultsByCheck(proof: ProofFile, checks: readonly Shown[]): PageProof['checks'] {
  const idsOf = (by: readonly number[]): readonly string[] => by.flatMap((place) => proof.faults[place]?.id ?? []);
  const known = new Map(
    proof.checks.flatMap(({ id, killers }) =>
      killers.flatMap((some) => some.in.map((spec) => [`${id}@${spec}`, some.by] as const)),
    ),
  );
  const ofRule = new Map(proof.rules.map(({ rule, proof: found }) => [rule, found]));
  const unproven = new Set(proof.unproven);
  return checks.flatMap(({ id, spec, rule }): PageProof['checks'] => {
    const exact = known.get(`${id}@${spec}`);
    if (exact !== undefined) return [{ id, spec, faults: idsOf(exact) }];
    const found = ofRule.get(rule);
    if (found === undefined || unproven.has(`${id}@${spec}`)) return [];
    const isThis = found.check === id && found.in.includes(spec);
    return [{ id, spec, faults: [found.by], ...(isThis ? {} : { ofRule: true }) }];
  });
}

/** Whether the file has one fault for each rule instead of the results of each check. */
export function isPublishedProof(proof: ProofFile): boolean {
  return proof.checks.length === 0;
}

/** Proof data of the page for the checks of a report; undefined if no version of the report was tested with faults. */
export function proofForReport(proof: ProofFile, report: Pick<Report, 'checks'>): PageProof | undefined {
  const versions = new Set(proof.versions.map(({ service, spec }) => `${service}@${spec}`));
  const tested = report.checks.filter(({ service, spec }) => versions.has(`${service}@${spec}`));
  if (tested.length === 0) return undefined;
  const checks = faultsByCheck(proof, tested);
  const survivors = survivorsIn(proof, new Set(tested.map((check) => check.spec)));
  const named = new Set([...checks.flatMap((check) => check.faults), ...survivors]);
  return {
    checks,
    ...(isPublishedProof(proof) ? { isSample: true } : {}),
    faults: Object.fromEntries(proof.faults.flatMap(({ id, does }) => (named.has(id) ? [[id, does] as const] : []))),
    survivors,
  };
}

/** Mutation score of these versions; undefined if there are no results for them. */
export function reportedProof(
  proof: ProofFile,
  versions: readonly { readonly service: string; readonly spec: string }[],
): ReportProof | undefined {
  const scores = proof.versions.filter((v) =>
    versions.some(({ service, spec }) => service === v.service && spec === v.spec),
  );
  if (scores.length === 0) return undefined;
  const faults = scores.reduce((all, v) => all + v.faults, 0);
  const killed = scores.reduce((all, v) => all + v.killed, 0);
  return {
    score: percentOf(killed, faults),
    faults,
    killed,
    survivors: survivorsIn(proof, new Set(scores.map((v) => v.spec))),
  };
}

/** Undetected faults without their versions. */
function survivorsIn(proof: ProofFile, specs: ReadonlySet<string>): readonly string[] {
  const parts = proof.survivors.map((survivor) => survivor.split('@')).filter(([, spec]) => specs.has(spec ?? ''));
  return [...new Set(parts.map(([id]) => id ?? ''))];
}
