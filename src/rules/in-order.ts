/** Which of two values comes first: numbers by size, texts by their characters. */
import type { Json } from '../record/json.ts';

export function isBefore(one: Json | undefined, other: Json | undefined): boolean {
  if (typeof one === 'number' && typeof other === 'number') return one < other;
  return String(one) < String(other);
}
