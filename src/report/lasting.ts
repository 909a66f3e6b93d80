/**
 * Parts of findings that a later run reports again. IDs, times and generated values differ in each run, so a waiver that quotes them would
 * not match.
 */

/** Pattern of values that change between runs. Status codes have three digits and are kept. */
const PASSING = new RegExp(
  [
    // Values of properties with a run-specific name, also inside a string: `"correlation_id":"e1b9sc4dvuix"`.
    String.raw`(?<=\\?"[\w$.-]*(?:id|token|nonce|cursor|trace|etag|stamp)\\?"\s*:\s*\\?")[^"\\]+`,
    // Times: RFC 3339, HTTP dates, and times of day.
    String.raw`\d{4}-\d{2}-\d{2}[\dT:.Z+-]*`,
    String.raw`(?<![a-z])(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? (?:[a-z]{3} +)?\d{1,2}[ -][\w: -]{5,}(?: gmt)?`,
    String.raw`\b\d{1,2}:\d{2}(?::\d{2})?\b`,
    // Hexadecimal digits and other numbers.
    String.raw`[0-9a-f-]*\d[0-9a-f-]{7,}`,
    String.raw`(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{6,}`,
    String.raw`\d{4,}`,
    // Random letters: a few generated values contain no digit.
    String.raw`(?<![a-z])(?=[a-z]*[b-df-hj-np-tv-xz]{5})[a-z]{8,}`,
    // Truncated values.
    String.raw`[\w-]*…`,
  ].join('|'),
  'gi',
);

/** The longest usable text that all texts contain and that does not change between runs. */
export function lastingPart(
  texts: readonly string[],
  { most, isUsable }: { readonly most: number; readonly isUsable: (text: string) => boolean },
): string | undefined {
  const [first = ''] = texts;
  const parts = first.split(PASSING).map((part) => part.slice(0, most));
  const common = parts.filter((part) => isUsable(part) && texts.every((text) => text.includes(part)));
  return common.sort((a, b) => b.length - a.length)[0];
}

export interface LastingPlace {
  readonly text: string;
  /** Whether it names a field of a body, which identifies the failure without a value. */
  readonly isMember: boolean;
}

/** Common location of all findings. List positions depend on other records, so they are dropped, except for the first entry. */
export function lastingPlace(places: readonly string[]): LastingPlace | undefined {
  const [first, ...others] = places.map(withoutEntries);
  return others.every((other) => other.text === first?.text) ? first : undefined;
}

/**
 * Location without list positions: `/student/tfn` of `body#/result/206/student/tfn`. For a list entry it is the list, which does not
 * identify the failure.
 */
function withoutEntries(place: string): LastingPlace {
  const parts = place.split(/\/[1-9]\d*(?=\/|$)/);
  const [list = ''] = parts;
  const rest = parts[parts.length - 1] ?? '';
  return rest === '' ? { text: list, isMember: false } : { text: rest, isMember: place.startsWith('body#/') };
}
