/** Reads a finding: the place it names, and the values it compares (they are JSON in the text). */
import { type Json, parseJson } from '../model/json.ts';
import type { Finding, OtherVersion } from './model.ts';

/** `status`, `header date`, `body#/0/result`, `exchange`. */
const PLACE = /^\w+#(?<pointer>.*)$/s;

/** JSON pointer of a place in a body; undefined if the finding is about the whole body or something else. */
export function pointerIn(where: string): string | undefined {
  return PLACE.exec(where)?.groups?.['pointer'];
}

/** Names of the fields on the way to a place in a body, without positions in lists. */
export function fieldsIn(where: string): readonly string[] {
  return (pointerIn(where) ?? '').split('/').filter((part) => !/^\d*$/.test(part));
}

/** The expected value; undefined if the finding compares no values, or the value was cut for its length. */
export function expectedValue({ kind, expected }: Finding): Json | undefined {
  return kind === 'value' || kind === 'lost' ? jsonIn(expected) : undefined;
}

function jsonIn(text: string): Json | undefined {
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : undefined;
}

/** Statuses that a title lists as expected. */
const MOST_DUE = 3;

export function dueIn({ due = [] }: Finding): readonly number[] {
  return due.slice(0, MOST_DUE);
}

/** `student-reporting 4.0.1 reports version 3.0.8`. */
export function otherVersionText({ service, spec, version }: OtherVersion): string {
  return `${service} ${spec} reports version ${version}`;
}
