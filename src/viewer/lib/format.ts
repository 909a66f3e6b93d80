/** Numbers, times and words, the same on every machine. */
import { counted as plural } from '../../record/counted.ts';

export { capital, counted as plural, number as count } from '../../record/counted.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `19 Nov 2026`, of the UTC date. */
export function day(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return iso;
  return `${time.getUTCDate()} ${MONTHS[time.getUTCMonth()] ?? ''} ${time.getUTCFullYear()}`;
}

/** `19 Nov 2026, 18:00 UTC`. */
export function moment(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return iso;
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${day(iso)}, ${two(time.getUTCHours())}:${two(time.getUTCMinutes())} UTC`;
}

/** `19 Nov 18:00`: a run among those of the last weeks, by its UTC time. */
export function run(iso: string): string {
  return moment(iso).replace(/ \d{4}, (\d\d:\d\d) UTC$/, ' $1');
}

/** `4.8 s`, `2 min 05 s`, `310 ms`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}

export function bytes(size: number): string {
  if (size < 1000) return plural(size, 'byte');
  return size < 1_000_000 ? `${(size / 1000).toFixed(1)} kB` : `${(size / 1_000_000).toFixed(1)} MB`;
}

export function daysLeft(days: number): string {
  if (days < 0) return `expired ${plural(-days, 'day')} ago`;
  return days === 0 ? 'expires today' : `${plural(days, 'day')} left`;
}

/** A JSON value as a reader would write it. */
export function value(json: unknown): string {
  return typeof json === 'string' ? json : JSON.stringify(json);
}
