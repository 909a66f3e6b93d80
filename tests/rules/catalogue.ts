/** The rows of the check catalogue: a letter for the section and a number, without gaps. */
const ROWS: Readonly<Record<string, number>> = {
  A: 25,
  B: 13,
  C: 8,
  D: 13,
  E: 13,
  F: 14,
  G: 15,
  H: 10,
  I: 16,
  J: 21,
  K: 9,
  L: 6,
  M: 9,
};

export function isCatalogued(row: string): boolean {
  const match = /^([A-M])(\d{2})$/.exec(row);
  const last = match === null ? undefined : ROWS[match[1] ?? ''];
  return last !== undefined && Number(match?.[2]) >= 1 && Number(match?.[2]) <= last;
}
