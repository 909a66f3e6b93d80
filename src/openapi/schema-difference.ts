/** One difference between two schemas, before anybody knows of which operation. Pure. */
import { defined } from '../record/defined.ts';
import type { DriftRuleId } from './drift-rules.ts';
import type { Facet } from './grounds.ts';

export interface SchemaDifference {
  readonly rule: DriftRuleId;
  /** Members on the way, `[]` for the items of a list. */
  readonly at: readonly string[];
  /** What of the contract it rests on. */
  readonly facet: Facet;
  /** The contract's, and the published one's. */
  readonly wanted?: string;
  readonly found?: string;
}

export function differs(
  rule: DriftRuleId,
  at: readonly string[],
  facet: Facet,
  wanted?: string,
  found?: string,
): SchemaDifference {
  return { rule, at, facet, ...defined({ wanted, found }) };
}
