/** RFC 9110 §8.8.3.2: by weak comparison two tags are the same where what stands in quotes is, whichever of them is weak. */
export function isSameTag(one: string, other: string): boolean {
  return one.replace(/^W\//, '') === other.replace(/^W\//, '');
}
