/** What both models are made of. */

/** Where a thing was written. `file` is relative to the project root; lines and columns count from 1. */
export interface Position {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}
