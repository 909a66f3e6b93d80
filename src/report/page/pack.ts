/**
 * Column-oriented encoding of objects with distinct values. Checks repeat titles, rules and requirements: encoded they parse faster, and
 * are a tenth of the size before compression.
 */

interface Column {
  readonly name: string;
  /** Distinct values in order of first use. */
  readonly values: readonly unknown[];
  /** Value index by row, -1 for an absent property. Omitted if every row has its own value, in order. */
  readonly rows?: readonly number[];
  /** Distinct strings, if the values are lists of strings: then each list contains indexes of them. */
  readonly texts?: readonly string[];
}

export interface PackedRows {
  readonly length: number;
  readonly columns: readonly Column[];
}

export function packRows(rows: readonly object[]): PackedRows {
  const names = new Set<string>();
  for (const row of rows) for (const name of Object.keys(row)) names.add(name);
  return { length: rows.length, columns: [...names].map((name) => packColumn(name, rows)) };
}

function packColumn(name: string, rows: readonly object[]): Column {
  const indexByKey = new Map<string, number>();
  const values: unknown[] = [];
  const indices = rows.map((row) => {
    const value = (row as Readonly<Record<string, unknown>>)[name];
    if (value === undefined) return -1;
    // A string may equal the JSON of another value; the prefix distinguishes them.
    const key = typeof value === 'string' ? `t${value}` : `j${JSON.stringify(value)}`;
    const known = indexByKey.get(key);
    if (known !== undefined) return known;
    indexByKey.set(key, values.length);
    values.push(value);
    return values.length - 1;
  });
  const isDistinct = values.length === rows.length && indices.every((value, index) => value === index);
  return { name, ...packValues(values), ...(isDistinct ? {} : { rows: indices }) };
}

function packValues(values: readonly unknown[]): Pick<Column, 'values' | 'texts'> {
  if (!values.every(isTextList) || values.length === 0) return { values };
  const texts = new Map<string, number>();
  const lists = values.map((list) =>
    list.map((text) => {
      const known = texts.get(text);
      if (known !== undefined) return known;
      texts.set(text, texts.size);
      return texts.size - 1;
    }),
  );
  return { values: lists, texts: [...texts.keys()] };
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** Decodes the output of `packRows`, without validation. */
export function unpackRows<Row>(packed: PackedRows): Row[] {
  const rows: Record<string, unknown>[] = Array.from({ length: packed.length }, () => ({}));
  for (const column of packed.columns) {
    const { texts } = column;
    const values =
      texts === undefined
        ? column.values
        : column.values.map((list) => (list as readonly number[]).map((index) => texts[index]));
    rows.forEach((row, index) => {
      const at = column.rows === undefined ? index : (column.rows[index] ?? -1);
      if (at >= 0) row[column.name] = values[at];
    });
  }
  return rows as Row[];
}
