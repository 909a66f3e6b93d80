/** Failure of one check with the properties that grouping compares: reaction of the service, location, and ending of the exchange. */
import { fieldNamesIn } from '../finding.ts';
import type { CauseKind, Finding, Report, ReportCheck } from '../model.ts';

export type JudgedReport = Pick<Report, 'checks' | 'rules'> & {
  readonly run?: Pick<Report['run'], 'flags' | 'others'>;
};

/**
 * Layers of a response from the outside to the inside. `derived` rules only judge a status; `standalone` failures explain nothing and
 * follow from nothing.
 */
export const LAYERS = [
  'version',
  'connection',
  'breakdown',
  'status',
  'text',
  'media',
  'shape',
  'value',
  'derived',
  'standalone',
] as const;
export type ResponseLayer = (typeof LAYERS)[number];
export const layerRank = (layer: ResponseLayer): number => LAYERS.indexOf(layer);
/** Place of one finding. */
export interface Occurrence {
  readonly finding: Finding;
  readonly exchange: string;
  readonly case: string;
  /** Called operation, `<service>@<spec> <operation>`. */
  readonly operation: string;
  /** Status, kind of transport failure, or `denied:200` if the success flag of the body is false. */
  readonly ending: string;
  readonly status: number | undefined;
}

export interface Failure {
  readonly check: ReportCheck;
  readonly index: number;
  /** Rule whose request it is. For a check on the schema of a response, the rule that judges the response. */
  readonly rule: string;
  readonly kind: CauseKind;
  readonly layer: ResponseLayer;
  /** Treatment of the request, if the status is wrong. */
  readonly did?: 'accepted' | 'rejected otherwise' | 'rejected a valid request' | 'success form';
  readonly signature: string;
  readonly occurrences: readonly Occurrence[];
  /** How it ended, and the statuses that would have been right. */
  readonly ending?: string;
  readonly expected?: readonly number[];
  /** Whether the request was valid; set for a breakdown. */
  readonly valid?: boolean;
  /** Title of the rule family, if the operation accepts all invalid requests of it. */
  readonly all?: string;
}

/** Failures with the same signature. */
export interface FailureGroup {
  readonly signature: string;
  readonly failures: readonly Failure[];
}

/** One item of the report: a group, the failures that follow from it, and the checks that could not be judged because of it. */
export interface ReportItem {
  readonly group: FailureGroup;
  readonly failures: readonly Failure[];
  readonly explained: readonly Failure[];
  readonly heldUp: string[];
}

export const endingKey = ({ operation, ending }: Occurrence): string => `${operation} ${ending}`;
export const statusClassKey = ({ operation, status }: Occurrence): string =>
  `${operation} ${Math.floor((status ?? 0) / 100)}`;
export const checkOperationKey = ({ service, spec, endpoint, operation }: ReportCheck): string =>
  `${service}@${spec} ${endpoint}/${operation}`;
export const failureOperation = ({ check }: Failure): string => checkOperationKey(check);
/** Fields in the test case and in the findings of a failure. */
export const failureFields = ({ check, occurrences }: Failure): readonly string[] =>
  withoutDuplicates([
    ...(check.member ?? []).slice(-1),
    ...occurrences.flatMap(({ finding }) => finding.member ?? fieldNamesIn(finding.where).slice(-1)),
  ]);

export const isPlainRequestFailure = ({ check, did }: Failure): boolean =>
  check.rule === 'outcome.accepted' && did !== undefined;
export const withoutDuplicates = <T>(all: readonly T[]): readonly T[] => [...new Set(all)];
export const statusOfEnding = (ending: string): number | undefined =>
  /^(?:denied:)?\d{3}$/.test(ending) ? Number(ending.replace('denied:', '')) : undefined;
