/** Headers of requests: conditions (RFC 9110 §13) that operations support or require (RFC 6585 §3), and Accept. */
import type { EndpointContract, Operation } from '../load/model.ts';
import type { Scope } from './scope.ts';

type Conditional = Pick<Operation, 'conditional' | 'kind' | 'method'>;

export function isConditional({ conditional = false }: Conditional): boolean {
  return conditional !== false;
}

/** Whether a request without a condition is rejected. Reads never need one. */
export function needsCondition({ conditional, method }: Conditional): boolean {
  return conditional === 'required' && method !== 'GET' && method !== 'HEAD';
}

const NO_HEADERS: Readonly<Record<string, string>> = {};
/** RFC 9110 §13.1.1, §13.1.2: the record exists in any state; for a create, it does not exist. */
const ANY: Readonly<Record<string, string>> = { 'if-match': '*' };
const NONE: Readonly<Record<string, string>> = { 'if-none-match': '*' };

/** The condition of a valid request, if one is required. */
export function requiredCondition(operation: Conditional): Readonly<Record<string, string>> {
  if (!needsCondition(operation)) return NO_HEADERS;
  return operation.kind === 'create' ? NONE : ANY;
}

const JSON_TYPE = 'application/json';

/**
 * The declared type, and JSON for errors. A service may reject a client that does not accept its types (RFC 9110
 * §15.5.7).
 */
export function acceptFor(media = JSON_TYPE): string {
  return media.toLowerCase() === JSON_TYPE ? JSON_TYPE : `${media}, ${JSON_TYPE};q=0.9`;
}

/** Content types of rejections. An error family can have its own, and the identity provider is another service. */
export function rejectionMediaTypes(
  { contracts }: Pick<Scope, 'contracts'>,
  { base }: EndpointContract,
): readonly string[] {
  if (base !== 'service') return [JSON_TYPE];
  const { mediaType = JSON_TYPE, errors } = contracts;
  const types = errors.families.map(({ media }) => media ?? mediaType);
  return types.length === 0 ? [mediaType] : [...new Set(types)];
}
