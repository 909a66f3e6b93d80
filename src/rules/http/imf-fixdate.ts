/** RFC 9110 §5.6.7: the one form in which a date may be sent. */
const IMF_FIXDATE =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Milliseconds since the epoch, or undefined for anything that is no IMF-fixdate. */
export function httpDate(value: string): number | undefined {
  if (!IMF_FIXDATE.test(value)) return undefined;
  // A leap second is a second like any other (the grammar ends at 23:59:60), but not to Date.
  const time = Date.parse(value.replace(/:60 GMT$/, ':59 GMT'));
  // The name of the day is that of the date (RFC 5322 §3.3), of which this is a subset.
  return Number.isNaN(time) || !new Date(time).toUTCString().startsWith(value.slice(0, 3)) ? undefined : time;
}
