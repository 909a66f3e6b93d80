/** Uses of open questions that a run can verify. `src/verdict/verified.ts` names the checks that verify each kind. */
import type { Basis, EndpointContract, Operation, Requirement } from '../load/model.ts';
import type { Check, OnceVerified, UseKind, VerifiableUse } from './model.ts';
import type { Scope } from './scope.ts';
import type { AnswerUse } from './uses.ts';

/** Kind of use by its place in the contracts. A use at any other place, such as a limit or a rejection code, stays an assumption. */
const KINDS: readonly (readonly [RegExp, UseKind])[] = [
  [/^\/endpoints\/\d+\/operations\/\d+\/path$/, 'path'],
  [/^\/(token\/carrier|security)\//, 'auth'],
  [/^\/envelope\/(success|result)$/, 'envelope'],
  [/^\/envelope\/messages$/, 'messages'],
  [/^\/(endpoints\/\d+\/operations\/\d+\/pagination$|pagination\/ask\/(page|size)\/)/, 'paging'],
  [/^\/pagination\/(current|next|previous|total)\//, 'page-header'],
  [/^\/pagination\/ends$/, 'page-ends'],
];

const RAISED: readonly Basis[] = ['documented', 'standard'];

interface Place {
  readonly scope: Scope;
  readonly endpoint: EndpointContract;
  readonly operation: Operation;
}

/** The basis of a check once a run has verified all its unanswered uses; undefined if no run can. */
export function onceVerified(
  { scope, endpoint, operation }: Place,
  requirement: Requirement,
  uses: readonly AnswerUse[] = [],
  before?: Pick<Check, 'restsOn' | 'onceVerified'>,
): OnceVerified | undefined {
  if (!RAISED.includes(requirement.basis)) return undefined;
  const isOpen = (point: string): boolean => !scope.isAnswered(point);
  const ofRequirement = scope.restsOn(requirement);
  const found = new Map<string, VerifiableUse>();
  const add = (point: string, kind: UseKind, at: string): void => {
    found.set(`${point} ${kind} ${at}`, { point, kind, at });
  };
  for (const { point, kind, at } of before?.onceVerified?.uses ?? []) add(point, kind, at);
  // An earlier use that no run can verify.
  if (found.size === 0 && before?.restsOn.some((point) => isOpen(point) && !ofRequirement.includes(point)) === true)
    return undefined;
  const own = `${endpoint.endpoint}/${operation.name}`;
  const called = new Set(operation.access === 'token' ? [own] : []);
  const open = uses.filter(({ point }) => isOpen(point) && scope.inDoubt([point]).length > 0);
  const kinds = open.map((use) => [use, KINDS.find(([place]) => place.test(use.place))?.[1]] as const);
  for (const [{ point, place }, kind] of kinds) {
    if (kind === undefined) return undefined;
    if (kind !== 'path') continue;
    const read = readAt(scope, place);
    if (read === undefined) return undefined;
    called.add(read.at);
    // The operation succeeded, and the same request with an invented path was rejected.
    add(point, 'auth', read.at);
    add(point, kind, read.tried);
  }
  for (const [{ point }, kind] of kinds) {
    if (kind === 'auth') for (const at of called) add(point, kind, at);
    else if (kind !== undefined && kind !== 'path') add(point, kind, own);
  }
  const used = new Set([...found.values()].map(({ point }) => point));
  for (const point of ofRequirement) {
    if (!isOpen(point) || used.has(point)) continue;
    // The requirement reads the fields of the record by name.
    const create = scope.operation(endpoint, 'create');
    if (point !== endpoint.fieldsFrom || create === undefined) return undefined;
    add(point, 'fields', `${endpoint.endpoint}/${create.name}`);
  }
  const all = [...found.values()];
  return all.length === 0 ? undefined : { basis: requirement.basis, uses: all };
}

/** The GET whose path is at the place, and the operation that the invented path is tried for: the first one with the same path. */
function readAt(scope: Scope, place: string): { readonly at: string; readonly tried: string } | undefined {
  const [, , endpointIndex, , operationIndex] = place.split('/');
  const endpoint = scope.declared.endpoints[Number(endpointIndex)];
  const operation = endpoint?.operations[Number(operationIndex)];
  if (endpoint === undefined || operation?.method !== 'GET') return undefined;
  const first = endpoint.operations.find(({ path }) => path === operation.path) ?? operation;
  return { at: `${endpoint.endpoint}/${operation.name}`, tried: `${endpoint.endpoint}/${first.name}` };
}
