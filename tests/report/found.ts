/** Findings as rules make them. */
import { type Json, jsonText } from '../../src/model/json.ts';
import type { Finding } from '../../src/report/model.ts';

export function wrongStatus(
  got: number,
  due: readonly number[],
  words: Partial<Finding> = {},
): Omit<Finding, 'evidence'> {
  return { where: 'status', expected: due.join(' or '), actual: String(got), kind: 'status', got, due, ...words };
}

export function otherValue(where: string, wanted: Json, shown: Json | undefined): Omit<Finding, 'evidence'> {
  return { where, expected: jsonText(wanted), actual: jsonText(shown), kind: shown === undefined ? 'lost' : 'value' };
}
