/** What answers are declared as, and what a request says that it takes. Pure. */
import type { EndpointContract } from '../load/model.ts';
import type { Scope } from './scope.ts';

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
