/** The media type of a header value, lower-cased and without its parameters. */
export function mediaType(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const semicolon = value.indexOf(';');
  return (semicolon < 0 ? value : value.slice(0, semicolon)).trim().toLowerCase();
}

// How specific a range is decides which quality counts (RFC 9110, section 12.5.1).
const specificity: Readonly<Record<string, number>> = { '*/*': 1, 'application/*': 2, 'application/json': 3 };

/** Whether an Accept header leaves JSON acceptable; none, or an empty one, accepts everything. */
export function acceptsJson(accept: string | undefined): boolean {
  if (accept === undefined || accept === '*/*' || accept === 'application/json' || accept.trim() === '') return true;
  let best = 0;
  let quality = 0;
  for (const range of accept.split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const rank = specificity[name] ?? 0;
    if (rank === 0 || rank < best) continue;
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    const value = weight === undefined ? 1 : Number(weight.slice(2));
    best = rank;
    quality = Number.isNaN(value) ? 0 : value;
  }
  return quality > 0;
}
