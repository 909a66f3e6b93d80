/** RFC 9110 §5.6.7: the one form in which a date may be sent. */
const IMF_FIXDATE =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Milliseconds since the epoch, or undefined for anything that is no IMF-fixdate. */
export function httpDate(value: string): number | undefined {
  if (!IMF_FIXDATE.test(value)) return undefined;
  // A leap second is a second like any other (the grammar ends at 23:59:60), but not to Date.
  const time = Date.parse(value.replace(/:60 GMT$/, ':59 GMT'));
  return Number.isNaN(time) ? undefined : time;
}
