/** A media type without its parameters, in lower case: what two of them are compared by (RFC 9110 §8.3.1). */
export function bareMediaType(type: string): string {
  return type.replace(/;.*$/s, '').trim().toLowerCase();
}
