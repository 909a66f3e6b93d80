/** What the trials of a campaign find, before it is scored. */

/** One fault in one spec version, as the campaign saw it. */
export interface FaultOutcome {
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
  /** Checks whose request cannot be made of the reference services, with the reason. */
  readonly moot: Readonly<Record<string, string>>;
}
