/**
 * Public API of the package: reading and comparing reports and deciding on them, like `plumbline gate` and `compare`.
 */
export { parseReport } from './report/serialize.ts';
export { decide } from './gate/decide.ts';
export { compareReports, type Comparison } from './gate/compare.ts';
export { parsePolicy, presetPolicy } from './gate/policy-file.ts';
export type { Policy } from './gate/policy.ts';
export type {
  Decision,
  Report,
  ReportCause,
  ReportCheck,
  ReportRequirement,
  ReportWaiver,
  RunInfo,
  Summary,
} from './report/model.ts';
