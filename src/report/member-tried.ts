import { fieldOf } from './departure-place.ts';
import type { JudgedReport } from './departure.ts';
import type { ReportCheck } from './model.ts';
import { ofSameOperation } from './same-operation.ts';

/** The member that a request was made faulty at; of `kid-path` that is `kid`, where `kid` alone is tried too. */
export function memberTried(check: ReportCheck, report: Pick<JudgedReport, 'checks'>): string {
  const name = fieldOf(check) ?? '';
  const parts = name.split('-');
  const stems = parts.slice(1).map((_, index) => parts.slice(0, parts.length - 1 - index).join('-'));
  return stems.find((stem) => ofSameOperation(check, report).some((other) => fieldOf(other) === stem)) ?? name;
}
