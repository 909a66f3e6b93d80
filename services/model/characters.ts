/** Lengths are counted in characters, not in UTF-16 units; counting is only needed when the units are too many. */
export function isLongerThan(text: string, limit: number): boolean {
  return text.length > limit && Array.from(text).length > limit;
}
