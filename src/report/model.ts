/**
 * The canonical report, `report.json`, which every other artefact is generated from. `src/schema/report.ts` defines it: the types here are
 * those of the published schema. This file imports types only, so that the page can be built from it alone.
 */
import type { Report } from '../schema/report.ts';

export type { Basis, Level } from '../load/model.ts';
export type { Finding } from '../rules/model.ts';
export type * from '../schema/report.ts';
export type {
  Leftovers,
  NewMember,
  OtherVersion,
  PreflightStop,
  RunInfo,
  SeenBefore,
  SuccessFlag,
} from '../schema/report-run.ts';
export type { Disposition, Verdict } from '../verdict/model.ts';

export type Result = Report['summaries'][number]['result'];
export type PointState = NonNullable<Report['openPoints'][number]['state']>;
export type DecisionWord = Report['decision']['decision'];

export const REPORT_SCHEMA: Report['schema'] = 'plumbline.report/2';
