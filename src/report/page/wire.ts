/** The two blocks of data in the page: the report, read at once, and the exchanges, read when one is first looked at. */
import type { Exchange } from '../../record/exchange.ts';
import type { Report, ReportCheck, ReportRequirement } from '../model.ts';
import type { Cause, HtmlData, IndexData } from './data.ts';
import { pack, unpack, type PackedRows } from './pack.ts';

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
