/**
 * What of a finding a later run will see again. Identifiers, times, and what a run draws so that no other record has it come
 * otherwise every night: a waiver that quotes one of them never holds.
 */

/** Between them stands what lasts; a status has three digits and stays. */
const PASSING = new RegExp(
  [
    // The value of a member that names something of one run: `"correlation_id":"e1b9sc4dvuix"`, also inside a text.
    String.raw`(?<=\\?"[\w$.-]*(?:id|token|nonce|cursor|trace|etag|stamp)\\?"\s*:\s*\\?")[^"\\]+`,
    // Times: of RFC 3339, of HTTP, and of a clock alone.
    String.raw`\d{4}-\d{2}-\d{2}[\dT:.Z+-]*`,
    String.raw`(?<![a-z])(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? (?:[a-z]{3} +)?\d{1,2}[ -][\w: -]{5,}(?: gmt)?`,
    String.raw`\b\d{1,2}:\d{2}(?::\d{2})?\b`,
    // Hexadecimal digits and other numbers.
    String.raw`[0-9a-f-]*\d[0-9a-f-]{7,}`,
    String.raw`(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{6,}`,
    String.raw`\d{4,}`,
    // Letters that nobody would put together: of what is drawn from letters and digits a few have no digit.
    String.raw`(?<![a-z])(?=[a-z]*[b-df-hj-np-tv-xz]{5})[a-z]{8,}`,
    // What was cut off may have been any of these.
    String.raw`[\w-]*…`,
  ].join('|'),
  'gi',
);

/** The longest part that all texts have and that is likely to be found again, of those that are usable. */
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
  /** It names a member of a body: that alone says what is wrong there. */
  readonly isMember: boolean;
}

/** What all places have in common. How long a list is depends on what else is stored: only its first entry is there every night. */
export function lastingPlace(places: readonly string[]): LastingPlace | undefined {
  const [first, ...others] = places.map(withoutEntries);
  return others.every((other) => other.text === first?.text) ? first : undefined;
}

/** `/student/tfn` of `body#/result/206/student/tfn`; of an entry itself the list, which is not what is wrong. */
function withoutEntries(place: string): LastingPlace {
  const parts = place.split(/\/[1-9]\d*(?=\/|$)/);
  const [list = ''] = parts;
  const rest = parts[parts.length - 1] ?? '';
  return rest === '' ? { text: list, isMember: false } : { text: rest, isMember: place.startsWith('body#/') };
}
