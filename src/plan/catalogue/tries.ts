import type { Row, RowTry } from '../../load/model.ts';

/** The parameters of the sequence as one try has them: its own over those of the row. */
export function withOf(row: Row, { with: own }: RowTry): Pick<RowTry, 'with'> {
  return own === undefined ? {} : { with: { ...row.with, ...own } };
}
