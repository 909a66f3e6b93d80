/** The proof of the checks: the file that a campaign of seeded faults is published in, and what reports show of it. */
import type { Report, ReportProof } from './model.ts';
import type { Proof } from './page/data.ts';

export const PROOF_SCHEMA = 'plumbline.proof/1';

export interface ProofTally {
  readonly faults: number;
  readonly killed: number;
  readonly checks: number;
  /** Checks that at least one fault turns red. */
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
  /** Distinct faults that turn a check of this rule red. */
  readonly killers: number;
  /** A fault that turns little else red, the check of this rule that it turns red, and the versions in which it does. */
  readonly proof?: { readonly by: string; readonly check: string; readonly in: readonly string[] };
}

export interface ProvenFault {
  readonly id: string;
  /** The requirements it breaks, by what its killers prove; the one with most killers first. */
  readonly requirements: readonly string[];
  /** What the service does instead. */
  readonly does: string;
  /** Checks that it turns red, over all versions. */
  readonly kills: number;
  /** Versions in which nothing noticed it. */
  readonly survives?: readonly string[];
  /** Why nothing can notice it. */
  readonly unobservable?: string;
}

export interface ProvenCheck {
  readonly id: string;
  /** For each set of versions the first faults that turn it red there, as places in `faults`. */
  readonly killers: readonly { readonly in: readonly string[]; readonly by: readonly number[] }[];
}

export interface ProofFile {
  readonly schema: typeof PROOF_SCHEMA;
  /** Percent of the faults that are noticed, each counted once for each version that has it; rounded down. */
  readonly score: number;
  /** Over all versions: each fault and each check counts once for each version that has it. */
  readonly total: ProofTally;
  readonly versions: readonly VersionScore[];
  readonly rules: readonly RuleScore[];
  /** `<fault>@<spec>`. */
  readonly survivors: readonly string[];
  /** `<check>@<spec>` without a killer. */
  readonly unproven: readonly string[];
  /** `<check>@<spec>: <reason>` of checks whose request cannot be made of the reference services; counted nowhere. */
  readonly moot: readonly string[];
  /** `<fault>@<spec> <check>`: red without having to do with the fault. */
  readonly strays: readonly string[];
  /** `<check>@<spec>` that the reference does not pass without any fault. */
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

/** With two digits after the point, rounded down: 100 is said of all and of nothing less. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.floor((10_000 * part) / whole) / 100;
}

/**
 * What is published of a campaign: how it went, and one proving fault for each rule. What turns each single check red is
 * in the file that the campaign wrote, which is made anew with every change and too large to keep.
 */
export function publishedOf(proof: ProofFile): ProofFile {
  const named = new Set(proof.rules.flatMap((rule) => rule.proof?.by ?? []));
  return {
    ...proof,
    faults: proof.faults.filter((f) => named.has(f.id) || f.unobservable !== undefined || f.survives !== undefined),
    checks: [],
  };
}

type Shown = Pick<Report['checks'][number], 'id' | 'spec' | 'rule'>;

/** Checks with the faults that turn them red; where the proof does not tell of each check, with the one that proves its rule. */
export function killersIn(proof: ProofFile, checks: readonly Shown[]): Proof['checks'] {
  const idsOf = (by: readonly number[]): readonly string[] => by.flatMap((place) => proof.faults[place]?.id ?? []);
  const known = new Map(
    proof.checks.flatMap(({ id, killers }) =>
      killers.flatMap((some) => some.in.map((spec) => [`${id}@${spec}`, some.by] as const)),
    ),
  );
  const ofRule = new Map(
    proof.rules.flatMap(({ rule, proof: found }) => (found === undefined ? [] : [[rule, [found.by]] as const])),
  );
  const unproven = new Set(proof.unproven);
  return checks.flatMap(({ id, spec, rule }) => {
    const own = known.get(`${id}@${spec}`);
    if (own !== undefined) return [{ id, spec, faults: idsOf(own) }];
    const faults = unproven.has(`${id}@${spec}`) ? [] : (ofRule.get(rule) ?? []);
    return faults.length === 0 ? [] : [{ id, spec, faults, ofRule: true }];
  });
}

/** What the page shows beside the checks of a report, and nothing of other checks. */
export function proofForReport(proof: ProofFile, report: Pick<Report, 'checks'>): Proof {
  const checks = killersIn(proof, report.checks);
  const survivors = survivorsIn(proof, new Set(report.checks.map((check) => check.spec)));
  const named = new Set([...checks.flatMap((check) => check.faults), ...survivors]);
  return {
    checks,
    faults: Object.fromEntries(proof.faults.flatMap(({ id, does }) => (named.has(id) ? [[id, does] as const] : []))),
    survivors,
  };
}

/** How the checks of these versions did against seeded faults; undefined where no campaign was recorded for them. */
export function reportedProof(
  proof: ProofFile,
  versions: readonly { readonly service: string; readonly spec: string }[],
): ReportProof | undefined {
  const own = proof.versions.filter((v) =>
    versions.some(({ service, spec }) => service === v.service && spec === v.spec),
  );
  if (own.length === 0) return undefined;
  const faults = own.reduce((all, v) => all + v.faults, 0);
  const killed = own.reduce((all, v) => all + v.killed, 0);
  return {
    score: percentOf(killed, faults),
    faults,
    killed,
    survivors: survivorsIn(proof, new Set(own.map((v) => v.spec))),
  };
}

/** Without their versions. */
function survivorsIn(proof: ProofFile, specs: ReadonlySet<string>): readonly string[] {
  const parts = proof.survivors.map((survivor) => survivor.split('@')).filter(([, spec]) => specs.has(spec ?? ''));
  return [...new Set(parts.map(([id]) => id ?? ''))];
}
