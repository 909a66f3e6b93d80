/** Conditional requests (RFC 9110 §13): which operations keep to conditions, and which are not done without one (RFC 6585 §3). */
import type { EndpointContract, Operation } from '../load/model.ts';
import type { Scope } from './scope.ts';

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

const JSON_TYPE = 'application/json';

/**
 * What the contract names, and JSON all the same: errors may come as such. A service that reads the field may refuse whoever does not
 * name what it has (RFC 9110 §15.5.7).
 */
export function acceptFor(media = JSON_TYPE): string {
  return media.toLowerCase() === JSON_TYPE ? JSON_TYPE : `${media}, ${JSON_TYPE};q=0.9`;
}

/** What a refusal may be declared as: errors of a family may have a type of their own, and the identity provider is another service. */
export function refusalTypes({ contracts }: Pick<Scope, 'contracts'>, { base }: EndpointContract): readonly string[] {
  if (base !== 'service') return [JSON_TYPE];
  const { mediaType = JSON_TYPE, errors } = contracts;
  const types = errors.families.map(({ media }) => media ?? mediaType);
  return types.length === 0 ? [mediaType] : [...new Set(types)];
}
