/** Where the contract of a check is written, as file and line. */
import { defined } from '../record/defined.ts';
import type { ReportCheck, RunInfo } from './model.ts';

/** A file in the folder that a run was started in that stands for a check: of contracts that are the package's, the target that was run. */
export function placeHere(
  { packaged }: Pick<RunInfo, 'packaged'>,
  check: Pick<ReportCheck, 'contract'>,
): { readonly file?: string; readonly line?: number } {
  return packaged === undefined ? contractPlace(check) : defined({ file: packaged.target });
}

export function contractPlace(check: Pick<ReportCheck, 'contract'>): { readonly file: string; readonly line?: number } {
  const colon = check.contract.lastIndexOf(':');
  const line = Number(check.contract.slice(colon + 1));
  return colon < 1 || !Number.isInteger(line) || line < 1
    ? { file: check.contract }
    : { file: check.contract.slice(0, colon), line };
}
