/** Where the contract of a check is written, as file and line. */
import type { ReportCheck } from './model.ts';

export function contractPlace(check: Pick<ReportCheck, 'contract'>): { readonly file: string; readonly line?: number } {
  const colon = check.contract.lastIndexOf(':');
  const line = Number(check.contract.slice(colon + 1));
  return colon < 1 || !Number.isInteger(line) || line < 1
    ? { file: check.contract }
    : { file: check.contract.slice(0, colon), line };
}
