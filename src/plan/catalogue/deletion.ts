/** What becomes of a record that is deleted. Pure. */
import type { EndpointContract } from '../../load/model.ts';
import type { Scope } from '../scope.ts';

/** What was asked for is still to be done (RFC 9110 §9.3.5, §15.3.3). */
const ACCEPTED = 202;

/** Whether it is gone when the answer comes, or marked; undefined where nothing deletes it, or nobody says when it is done. */
export function deletionOf(scope: Scope, endpoint: EndpointContract): 'removal' | 'marking' | undefined {
  const operation = scope.operation(endpoint, 'delete');
  if (operation?.success.some((status) => status !== ACCEPTED) !== true) return undefined;
  return operation.leaves === undefined ? 'removal' : 'marking';
}
