/**
 * Types of the canonical report, `report.json`, which all other artefacts are generated from. `src/schema/report.ts` defines them. This
 * file imports only types, so that the page can be built from it.
 */
import type { Report } from '../schema/report.ts';

export type { Basis, Level } from '../load/model.ts';
export type { Finding } from '../rules/model.ts';
export type * from '../schema/report.ts';
export type {
  Leftovers,
  UndeclaredField,
  OtherVersion,
  PreflightStop,
  RunInfo,
  KnownFailure,
  SuccessFlag,
} from '../schema/report-run.ts';
export type { Disposition, Verdict } from '../verdict/model.ts';

export type VersionResult = Report['summaries'][number]['result'];
export type PointState = NonNullable<Report['openPoints'][number]['state']>;
export type DecisionWord = Report['decision']['decision'];

export const REPORT_SCHEMA: Report['schema'] = 'plumbline.report/2';
