/** Something that speaks against a run, before the policy has said what it does. */
import type { ReportCheck } from '../report/model.ts';
import type { GateRule } from './policy.ts';

export interface Ground {
  readonly rule: GateRule;
  /** For a reader: what, how many, what to do. */
  readonly text: string;
  /** What it rests on, as checks or as references. */
  readonly checks: readonly ReportCheck[] | readonly string[];
}
