/** Days and instants. */

const DAY_MS = 86_400_000;

/** Whole days between two dates (YYYY-MM-DD); negative if the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

const DATE_TIME =
  /^(\d{4})-(0[1-9]|1[0-2])-(\d\d)[Tt]([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.(\d+))?(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d))$/;

/** True if two texts are the same instant in different notations. False unless both are date-times with an offset. */
export function isSameInstant(left: string, right: string): boolean {
  const instant = instantOf(left);
  return instant !== undefined && instant === instantOf(right);
}

/** Seconds in UTC and the fraction as text, which may be more precise than a number. */
function instantOf(text: string): string | undefined {
  const parts = DATE_TIME.exec(text);
  if (parts === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(1, 7).map(Number);
  const local = Date.UTC(year, month - 1, day, hour, minute, second);
  // `Date.UTC` maps years below 100 to 19xx and accepts 30 February.
  if (year < 100 || new Date(Date.UTC(year, month - 1, day)).getUTCDate() !== day) return undefined;
  const [sign, hours = '0', minutes = '0'] = parts.slice(8);
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60_000 : 60_000);
  // A leap second differs from the first second of the next minute.
  const leap = second === 60 ? ' leap' : '';
  return `${local - offset}${leap} ${(parts[7] ?? '').replace(/0+$/, '')}`;
}
