/** Numbers and their nouns, as every text says them. No locale is asked: the same gives the same bytes everywhere. */

/** `12,345`. */
export function number(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `1 check`, `12 checks`. */
export function counted(value: number, noun: string, plural = `${noun}s`): string {
  return `${number(value)} ${value === 1 ? noun : plural}`;
}

/** Verb for that many: `1 check fails`, `2 checks fail`. */
export function verb(value: number, one: string, many: string): string {
  return value === 1 ? one : many;
}

/** The text as a sentence begins; an address stays as it is. */
export function capital(text: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//.test(text)) return text;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The text with small letters in place of capitals, and capitals in place of small letters. */
export function inOtherCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()));
}
