const calendars = new Map<string, Intl.DateTimeFormat>();

/** The calendar date in a zone (IANA name). */
export function dateIn(zone: string, now: Date): string {
  const known = calendars.get(zone);
  if (known) return known.format(now);
  const made = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
  calendars.set(zone, made);
  return made.format(now);
}

export function yearsBefore(date: string, years: number): string {
  return String(Number(date.slice(0, 4)) - years).padStart(4, '0') + date.slice(4);
}

const form = /^(\d{4})-(\d{2})-(\d{2})$/;
const daysOfMonth = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

export function isCalendarDate(text: string): boolean {
  const parts = form.exec(text);
  if (!parts) return false;
  const year = Number(parts[1]);
  const month = Number(parts[2]);
  const day = Number(parts[3]);
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && leap ? 29 : daysOfMonth[month - 1];
  return days !== undefined && day >= 1 && day <= days;
}
