/** Each letter of a to z in the other case; all else as it was. */
export function inOtherCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()));
}
