import { parseJson, type Json } from '../record/json.ts';

/** What the bytes of a message say; undefined where that is no JSON, or nothing. */
export function jsonIn(bytes: Buffer): Json | undefined {
  if (bytes.length === 0) return undefined;
  const parsed = parseJson(bytes.toString('utf8'));
  return parsed.ok ? parsed.value : undefined;
}
