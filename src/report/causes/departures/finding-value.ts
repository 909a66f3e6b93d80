/** The values that a finding is about, where it is about values: they stand in it as JSON. Nothing else reads what it says. */
import { parseJson, type Json } from '../../../record/json.ts';
import type { Finding } from '../../model.ts';

/** The value that was wanted; undefined where that was none, or where it is cut for its length. */
export function wantedIn({ kind, expected }: Finding): Json | undefined {
  return kind === 'value' || kind === 'lost' ? valueIn(expected) : undefined;
}

/** The value that came. */
export function shownIn({ kind, actual }: Finding): Json | undefined {
  return kind === 'value' ? valueIn(actual) : undefined;
}

/** Of so many statuses that would be right it is said that they are due. */
const MOST_DUE = 3;

export function dueIn({ due = [] }: Finding): readonly number[] {
  return due.slice(0, MOST_DUE);
}

/** Whether what it is about is not there. */
export function isGone({ kind, member }: Finding): boolean {
  return kind === 'lost' || (kind === 'absent' && member === undefined);
}

function valueIn(text: string): Json | undefined {
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : undefined;
}
