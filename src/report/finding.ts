/** Reads a finding: the place it names, and the values it compares (they are JSON in the text). */
import { type Json, parseJson } from '../model/json.ts';
import type { Finding, OtherVersion } from './model.ts';

/** Location in a body, such as `body#/0/result`; other locations are `status`, `header date` and `exchange`. */
const PLACE = /^\w+#(?<pointer>.*)$/s;

/** JSON pointer of a location in a body; undefined for the whole body and for other locations. */
export function bodyPointerIn(where: string): string | undefined {
  return PLACE.exec(where)?.groups?.['pointer'];
}

/** Field names on the path to a location in a body, without list positions. */
export function fieldNamesIn(where: string): readonly string[] {
  return (bodyPointerIn(where) ?? '').split('/').filter((part) => !/^\d*$/.test(part));
}

/** The expected value; undefined if the finding compares no values, or the value was cut for its length. */
export function expectedValue({ kind, expected }: Finding): Json | undefined {
  return kind === 'value' || kind === 'lost' ? jsonIn(expected) : undefined;
}

/** The received value, under the same conditions. */
export function actualValue({ kind, actual }: Finding): Json | undefined {
  return kind === 'value' || kind === 'lost' ? jsonIn(actual) : undefined;
}

function jsonIn(text: string): Json | undefined {
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : undefined;
}

/** Statuses that a title lists as expected. */
const MAX_DUE = 5;

export function expectedStatuses({ due = [] }: Finding): readonly number[] {
  return due.slice(0, MAX_DUE);
}

/** `student-reporting 4.0.1 reports version 3.0.8`. */
export function otherVersionText({ service, spec, version }: OtherVersion): string {
  return `${service} ${spec} reports version ${version}`;
}
