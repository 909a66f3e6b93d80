/** What a campaign finds, and the file it is published in. Plain JSON, the same bytes for the same code. */

export const PROOF_SCHEMA = 'plumbline.proof/1';

/** One fault in one spec version, as the campaign saw it. */
export interface Outcome {
  readonly fault: string;
  readonly service: string;
  readonly spec: string;
  /** Ids of the checks that turned red, sorted; those that are red without the fault are left out. */
  readonly red: readonly string[];
  /** Red checks that have nothing to do with the fault. */
  readonly stray: readonly string[];
  readonly judged: number;
}

/** A service that keeps every rule in another way, run against the plan. */
export interface VariantOutcome {
  readonly variant: string;
  readonly service: string;
  readonly spec: string;
  /** Ids of the checks that failed, or could not be judged although they can be without the variant. */
  readonly flagged: readonly string[];
  readonly judged: number;
}

export interface Baseline {
  readonly service: string;
  readonly spec: string;
  /** Red, or not to be judged, without any fault: a finding about us. */
  readonly flagged: readonly string[];
}

export interface Tally {
  readonly faults: number;
  readonly killed: number;
  readonly checks: number;
  /** Checks that at least one fault turns red. */
  readonly proven: number;
}

export interface VersionScore extends Tally {
  readonly service: string;
  readonly spec: string;
}

export interface RuleScore {
  readonly rule: string;
  readonly checks: number;
  readonly proven: number;
  /** Distinct faults that turn a check of this rule red. */
  readonly killers: number;
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
  /** In hundredths of a percent, of faults times versions; 10000 is all. */
  readonly score: number;
  /** Over all versions: each fault and each check counts once for each version that has it. */
  readonly total: Tally;
  readonly versions: readonly VersionScore[];
  readonly rules: readonly RuleScore[];
  /** `<fault>@<spec>`. */
  readonly survivors: readonly string[];
  /** `<check>@<spec>` without a killer. */
  readonly unproven: readonly string[];
  /** `<fault>@<spec> <check>`: red without having to do with the fault. */
  readonly strays: readonly string[];
  /** `<check>@<spec>` that the reference does not pass without any fault. */
  readonly baseline: readonly string[];
  readonly variants: readonly { readonly id: string; readonly does: string; readonly runs: readonly string[]; readonly flagged: readonly string[] }[];
  readonly faults: readonly ProvenFault[];
  readonly checks: readonly ProvenCheck[];
}
