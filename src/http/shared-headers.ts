/** Header fields that come again and again, each kept once: a run keeps those of every exchange until its report is written. */
import type { HeaderList } from '../record/headers.ts';

type HeaderField = HeaderList[number];

/** Longer ones are seldom the same twice. */
const LONGEST = 100;
/** A service that never repeats itself is not remembered without end. */
const MOST = 4096;
const known = new Map<string, HeaderField>();

export function sharedField(field: HeaderField): HeaderField {
  const [name, value] = field;
  if (value.length > LONGEST) return field;
  // No name holds a colon (RFC 9110 §5.1).
  const key = `${name}:${value}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  if (known.size >= MOST) known.clear();
  known.set(key, field);
  return field;
}
