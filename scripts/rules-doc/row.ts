/** A row of what can be checked, and how one is written. */

/** MUST, SHOULD, or a convention that no RFC has. A MUST binds only where the feature is in use. */
export type RowLevel = 'M' | 'S' | 'C';

export interface Row {
  readonly id: string;
  readonly words: string;
  readonly level: RowLevel;
  readonly source: string;
  /** Kept by another part of Plumbline than a rule. */
  readonly elsewhere?: string;
  /** Why nothing checks it. */
  readonly excluded?: string;
}

export interface Section {
  readonly title: string;
  readonly rows: readonly Row[];
}

export type Rest = Pick<Row, 'elsewhere' | 'excluded'>;

export const row = (id: string, level: RowLevel, source: string, words: string, rest: Rest = {}): Row => ({
  id,
  words,
  level,
  source,
  ...rest,
});
export const not = (excluded: string): Rest => ({ excluded });
export const by = (elsewhere: string): Rest => ({ elsewhere });
