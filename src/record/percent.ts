/** Percent-encoding (RFC 3986 §2.1) that throws for no text. */

/** JSON strings may hold lone surrogates (RFC 8259 §8.2), which have no UTF-8 form: each becomes U+FFFD. */
export function encodePercent(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** Undefined where the text is no percent-encoded UTF-8. */
export function decodePercent(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
