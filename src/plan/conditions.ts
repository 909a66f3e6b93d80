/** Conditional requests (RFC 9110 §13): which operations keep to conditions, and which are not done without one (RFC 6585 §3). */
import type { Operation } from '../load/model.ts';

/** What of an operation says it. */
type Conditional = Pick<Operation, 'conditional' | 'kind' | 'method'>;

export function isConditional({ conditional = false }: Conditional): boolean {
  return conditional !== false;
}

/** A request without a condition is refused. What only reads changes nothing that a condition would guard. */
export function needsCondition({ conditional, method }: Conditional): boolean {
  return conditional === 'required' && method !== 'GET' && method !== 'HEAD';
}

const NO_HEADERS: Readonly<Record<string, string>> = {};
/** RFC 9110 §13.1.1, §13.1.2: that there is such a record, whatever its state; of what makes one, that there is none. */
const ANY: Readonly<Record<string, string>> = { 'if-match': '*' };
const NONE: Readonly<Record<string, string>> = { 'if-none-match': '*' };

/** The condition under which a good request of the operation is sent, where it has to have one. */
export function goodCondition(operation: Conditional): Readonly<Record<string, string>> {
  if (!needsCondition(operation)) return NO_HEADERS;
  return operation.kind === 'create' ? NONE : ANY;
}
