import type { Exchange } from '../../model/exchange.ts';
import type { DecisionWord, Report, ReportCause, ReportCheck, ReportRequirement, Summary, Verdict } from '../model.ts';
import { packRows, type PackedRows, unpackRows } from './pack.ts';

/** Two data blocks of the page: the report, parsed at once, and the exchanges, parsed when the first one is opened. */

export const REPORT_BLOCK = 'plumbline-report';
export const EXCHANGES_BLOCK = 'plumbline-exchanges';

type Rest = Omit<HtmlData, 'report' | 'exchanges'>;

export interface ReportWire extends Rest {
  readonly kind: 'report';
  readonly report: Omit<Report, 'checks' | 'requirements' | 'causes'>;
  readonly checks: PackedRows;
  readonly requirements: PackedRows;
  readonly causes: readonly PageCause[];
}

export interface IndexWire extends IndexData {
  readonly kind: 'index';
}

export type Wire = ReportWire | IndexWire;

/** Parsed content of the first block. */
export interface PageData extends Rest {
  readonly report: Report;
  readonly causes: readonly PageCause[];
}

export function toWire(data: HtmlData, causes: readonly PageCause[]): ReportWire {
  const { report, exchanges: _exchanges, ...rest } = data;
  // Failure groups are passed separately with check indexes, which are shorter than references.
  const { checks, requirements, causes: _causes, ...head } = report;
  return {
    kind: 'report',
    ...rest,
    report: head,
    checks: packRows(checks),
    requirements: packRows(requirements),
    causes,
  };
}

export function fromWire(wire: ReportWire): PageData {
  const { kind: _kind, report, checks, requirements, ...rest } = wire;
  return {
    ...rest,
    report: {
      ...report,
      requirements: unpackRows<ReportRequirement>(requirements),
      checks: unpackRows<ReportCheck>(checks),
    },
  };
}

export function exchangesToWire(exchanges: readonly Exchange[]): PackedRows {
  return packRows(exchanges);
}

export function exchangesFromWire(packed: PackedRows): Exchange[] {
  return unpackRows<Exchange>(packed);
}

/** Input of the page. The viewer depends only on these types and the report model. All parts except the report are optional. */

/** A failure group with indexes of `report.checks`. */
export interface PageCause extends Omit<ReportCause, 'checks' | 'holdsUp'> {
  readonly checks: readonly number[];
  /** Checks that could not be judged because of it. */
  readonly holdsUp?: readonly number[];
}

/** Key of a check in one version, `<check id>@<spec>`, as in `Reason.checks` and `ReportWaiver.excuses`. */
export type CheckKey = string;

export function checkKey(check: { readonly id: string; readonly spec: string }): CheckKey {
  return `${check.id}@${check.spec}`;
}

export interface CheckRef {
  readonly id: string;
  readonly service: string;
  readonly spec: string;
  /** Verdict in the other run, if it had one. */
  readonly was?: Verdict;
}

/** Comparison with an earlier run. */
export interface BaselineSummary {
  readonly run: {
    readonly id: string;
    readonly startedAt: string;
    readonly target?: string;
    readonly decision?: DecisionWord;
  };
  /** Whether the earlier run had another target, which may explain any difference. */
  readonly otherTarget?: boolean;
  /** Newly failing checks. */
  readonly appeared: readonly CheckRef[];
  /** Checks that no longer fail. */
  readonly fixed: readonly CheckRef[];
  /** Checks that are no longer planned or no longer judged. */
  readonly stopped: readonly CheckRef[];
  /** Checks that were not planned in the earlier run. */
  readonly added?: readonly CheckRef[];
  /** Checks of the earlier run that this partial run did not include. */
  readonly unasked?: { readonly count: number; readonly of: number };
}

/** An earlier run of the same target. */
export interface HistoryPoint {
  readonly id: string;
  readonly startedAt: string;
  readonly decision: DecisionWord;
  readonly verdicts: Readonly<Record<Verdict, number>>;
  /** Failing checks, waived or not, for first occurrences and flaky checks. */
  readonly failing?: readonly CheckKey[];
  /** Planned checks that were not judged; the run has no information about them. */
  readonly unjudged?: readonly CheckKey[];
}

/** Faults that fail a check. */
export interface CheckFaults {
  readonly id: string;
  readonly spec: string;
  readonly faults: readonly string[];
  /** Whether the faults are known only for the rule, not for this check. */
  readonly ofRule?: true;
}

/** Mutation testing results for the page. */
export interface PageProof {
  readonly checks: readonly CheckFaults[];
  /** There is one fault for each rule; a check may detect more. */
  readonly isSample?: true;
  /** Description of each fault, by ID. */
  readonly faults: Readonly<Record<string, string>>;
  /** Faults that no check detected. */
  readonly survivors: readonly string[];
}

/** Durations of the exchanges of one operation. */
export interface OperationTiming {
  readonly service: string;
  readonly spec: string;
  readonly operation: string;
  readonly exchanges: number;
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly slowestMs: number;
}

export interface HtmlData {
  readonly report: Report;
  /** Exchanges of failing or selected checks; see `citedExchanges`. Failure groups use all of them; the page contains some. */
  readonly exchanges: readonly Exchange[];
  readonly baseline?: BaselineSummary;
  /** Earlier runs, the oldest first; may include this run. */
  readonly history?: readonly HistoryPoint[];
  readonly proof?: PageProof;
  /** Durations over all exchanges of the run. If absent, the page computes them from `exchanges` and states that. */
  readonly timings?: readonly OperationTiming[];
}

/** A run in the index. */
export interface IndexRun {
  readonly id: string;
  readonly target: string;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly decision: DecisionWord;
  readonly exitCode: 0 | 1 | 3;
  readonly summaries: readonly Summary[];
  /** URL of the report, relative to the index. */
  readonly href?: string;
}

/** Runs of all targets. */
export interface IndexData {
  readonly runs: readonly IndexRun[];
}
