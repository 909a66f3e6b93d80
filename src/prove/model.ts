/** Outcomes of the trials of a campaign, before scoring. */

/** The outcome of one fault in one spec version. */
export interface FaultOutcome {
  readonly fault: string;
  readonly service: string;
  readonly spec: string;
  /** Sorted ids of checks that turned red, without those that are red without the fault. */
  readonly red: readonly string[];
  /** Red checks that do not depend on the fault. */
  readonly stray: readonly string[];
  readonly judged: number;
}

/** The outcome of a service that conforms in another way. */
export interface VariantOutcome {
  readonly variant: string;
  readonly service: string;
  readonly spec: string;
  /** Ids of checks that failed, or became inconclusive by the variant. */
  readonly flagged: readonly string[];
  readonly judged: number;
}

export interface BaselineOutcome {
  readonly service: string;
  readonly spec: string;
  /** Checks that are red or inconclusive without any fault, which is a defect of Plumbline. */
  readonly flagged: readonly string[];
  /** Checks whose request does not apply to the reference services, with the reason. */
  readonly moot: Readonly<Record<string, string>>;
}
