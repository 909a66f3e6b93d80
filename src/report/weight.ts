/** Which of two checks a reader has to see first. */
import type { ReportCheck } from './model.ts';

const LEVEL_WEIGHT = { MUST: 0, SHOULD: 1, MAY: 2 } as const;
export const DISPOSITION_WEIGHT = {
  nonconforming: 0,
  'unexpected-pass': 100,
  undetermined: 200,
  'expected-failure': 300,
  conforming: 400,
} as const;

const BASIS_WEIGHT = { documented: 0, standard: 0, confirmed: 0, practice: 5, assumed: 5 } as const;

/** Less is worse: by level, a MUST first; of one level, what nobody with a say has said after what somebody has. */
export function weightOf(check: ReportCheck | undefined): number {
  if (check === undefined) return 1000;
  return DISPOSITION_WEIGHT[check.disposition] + LEVEL_WEIGHT[check.level] * 10 + BASIS_WEIGHT[check.basis];
}
