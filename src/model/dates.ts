/** Days and instants. */

const DAY_MS = 86_400_000;

/** Whole days from one day (YYYY-MM-DD) to another; negative where the other came before. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

const DATE_TIME =
  /^(\d{4})-(0[1-9]|1[0-2])-(\d\d)[Tt]([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.(\d+))?(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d))$/;

/** Whether two texts that differ say the same moment; false where one of them is no date with its time and offset. */
export function isSameInstant(one: string, other: string): boolean {
  const instant = instantOf(one);
  return instant !== undefined && instant === instantOf(other);
}

/** Its second in UTC, and what there is of a fraction: a clock may be finer than the numbers of this language. */
function instantOf(text: string): string | undefined {
  const parts = DATE_TIME.exec(text);
  if (parts === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(1, 7).map(Number);
  const local = Date.UTC(year, month - 1, day, hour, minute, second);
  // Years before 100 are meant as they stand, and there is no 30 February.
  if (year < 100 || new Date(Date.UTC(year, month - 1, day)).getUTCDate() !== day) return undefined;
  const [sign, hours = '0', minutes = '0'] = parts.slice(8);
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60_000 : 60_000);
  // A leap second is none of the next minute's.
  const leap = second === 60 ? ' leap' : '';
  return `${local - offset}${leap} ${(parts[7] ?? '').replace(/0+$/, '')}`;
}
