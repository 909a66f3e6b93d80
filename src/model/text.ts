/** Texts: order, numbers with nouns, escapes. */

/** Code-unit order: the same on every machine, unlike `localeCompare`. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** `12,345`. */
export function formatNumber(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `1 check`, `12 checks`. */
export function pluralize(value: number, noun: string, plural = `${noun}s`): string {
  return `${formatNumber(value)} ${value === 1 ? noun : plural}`;
}

/** Verb for that many: `1 check fails`, `2 checks fail`. */
export function verbForCount(value: number, item: string, many: string): string {
  return value === 1 ? item : many;
}

/** `400, 403 or 404`. */
export function joinWithOr(values: readonly unknown[]): string {
  return values.length < 2 ? values.join('') : `${values.slice(0, -1).join(', ')} or ${String(values.at(-1))}`;
}

/** Capitalizes the first letter, except of a URL. */
export function capitalize(text: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//.test(text)) return text;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Swaps upper and lower case. */
export function swapCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()));
}

/** Escapes a text for a regular expression. */
export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** JSON strings may contain lone surrogates (RFC 8259 §8.2), which have no UTF-8 form: each becomes U+FFFD. */
export function encodePercent(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** Undefined if the text is not percent-encoded UTF-8. */
export function decodePercent(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** The command of an installed package; `plumbline` alone is another package. */
export const COMMAND = 'npx @plumbline/harness';
