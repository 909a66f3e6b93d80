import type { Exchange } from '../../model/exchange.ts';
import type { DecisionWord, Report, ReportCause, ReportCheck, ReportRequirement, Summary, Verdict } from '../model.ts';
import { pack, type PackedRows, unpack } from './pack.ts';

/** The two blocks of data in the page: the report, read at once, and the exchanges, read when one is first looked at. */

export const REPORT_BLOCK = 'plumbline-report';
export const EXCHANGES_BLOCK = 'plumbline-exchanges';

type Rest = Omit<HtmlData, 'report' | 'exchanges'>;

export interface ReportWire extends Rest {
  readonly kind: 'report';
  readonly report: Omit<Report, 'checks' | 'requirements' | 'causes'>;
  readonly checks: PackedRows;
  readonly requirements: PackedRows;
  readonly causes: readonly Cause[];
}

export interface IndexWire extends IndexData {
  readonly kind: 'index';
}

export type Wire = ReportWire | IndexWire;

/** What the page works with once the first block is read. */
export interface PageData extends Rest {
  readonly report: Report;
  readonly causes: readonly Cause[];
}

export function toWire(data: HtmlData, causes: readonly Cause[]): ReportWire {
  const { report, exchanges: _exchanges, ...rest } = data;
  // Told beside it, by the places of their checks: their names would stand in the page twice.
  const { checks, requirements, causes: _causes, ...head } = report;
  return { kind: 'report', ...rest, report: head, checks: pack(checks), requirements: pack(requirements), causes };
}

export function fromWire(wire: ReportWire): PageData {
  const { kind: _kind, report, checks, requirements, ...rest } = wire;
  return {
    ...rest,
    report: { ...report, requirements: unpack<ReportRequirement>(requirements), checks: unpack<ReportCheck>(checks) },
  };
}

export function exchangesToWire(exchanges: readonly Exchange[]): PackedRows {
  return pack(exchanges);
}

export function exchangesFromWire(packed: PackedRows): Exchange[] {
  return unpack<Exchange>(packed);
}

/**
 * What the page is given. The viewer knows these types and the report model, and nothing of a run.
 * Everything but the report is optional: what is absent is not shown.
 */

/** A failure group, with positions in `report.checks`. */
export interface Cause extends Omit<ReportCause, 'checks' | 'holdsUp'> {
  readonly checks: readonly number[];
  /** Checks that could not be judged because of it. */
  readonly holdsUp?: readonly number[];
}

/** Names one check in one spec version: `<check id>@<spec>`, as in `Reason.checks` and `ReportWaiver.excuses`. */
export type CheckKey = string;

export function checkKey(check: { readonly id: string; readonly spec: string }): CheckKey {
  return `${check.id}@${check.spec}`;
}

export interface CheckRef {
  readonly id: string;
  readonly service: string;
  readonly spec: string;
  /** Its verdict in the other run, where it had one. */
  readonly was?: Verdict;
}

/** This run beside an earlier one. */
export interface BaselineSummary {
  readonly run: {
    readonly id: string;
    readonly startedAt: string;
    readonly target?: string;
    readonly decision?: DecisionWord;
  };
  /** It was a run of another target: every difference may come from that. */
  readonly otherTarget?: boolean;
  /** Fail now and did not then. */
  readonly appeared: readonly CheckRef[];
  /** Failed then and do not now. */
  readonly fixed: readonly CheckRef[];
  /** Were judged then and are not now: planned no longer, or without a verdict. */
  readonly stopped: readonly CheckRef[];
  /** Planned now and not then. */
  readonly added?: readonly CheckRef[];
  /** Where this run was narrowed: how many checks of the earlier one it was not asked for, of how many. */
  readonly unasked?: { readonly count: number; readonly of: number };
}

/** One earlier run of the same target. */
export interface HistoryPoint {
  readonly id: string;
  readonly startedAt: string;
  readonly decision: DecisionWord;
  readonly verdicts: Readonly<Record<Verdict, number>>;
  /** Every check that failed, waived or not: tells since when a check fails, and which ones flip. */
  readonly failing?: readonly CheckKey[];
  /** Checks that were planned and not judged: such a run says nothing of them. */
  readonly unjudged?: readonly CheckKey[];
}

/** Faults that turn a check red. */
export interface Killers {
  readonly id: string;
  readonly spec: string;
  readonly faults: readonly string[];
  /** They turn checks of its rule red; which turn this one red is not kept. */
  readonly ofRule?: true;
}

/** Which seeded faults turn each check red. */
export interface Proof {
  readonly checks: readonly Killers[];
  /** What each fault is, by id. */
  readonly faults: Readonly<Record<string, string>>;
  /** Faults that no check noticed. */
  readonly survivors: readonly string[];
}

/** How long the exchanges of one operation took. */
export interface OperationTiming {
  readonly service: string;
  readonly spec: string;
  /** `<endpoint>/<operation>`. */
  readonly operation: string;
  readonly exchanges: number;
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly slowestMs: number;
}

export interface HtmlData {
  readonly report: Report;
  /** Those that failing or chosen checks cite; see `citedExchanges`. The causes are told from all of them, and some of each are shown. */
  readonly exchanges: readonly Exchange[];
  readonly baseline?: BaselineSummary;
  /** Oldest first; whether the run itself is among them does not matter. */
  readonly history?: readonly HistoryPoint[];
  readonly proof?: Proof;
  /** Over all exchanges of the run. Absent: counted from `exchanges`, and said so. */
  readonly timings?: readonly OperationTiming[];
}

/** One run in an index of runs. */
export interface IndexRun {
  readonly id: string;
  readonly target: string;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly decision: DecisionWord;
  readonly exitCode: 0 | 1 | 3;
  readonly summaries: readonly Summary[];
  /** Address of its report, relative to the index. */
  readonly href?: string;
}

/** Many targets at a glance, and the runs of each. */
export interface IndexData {
  readonly runs: readonly IndexRun[];
}
