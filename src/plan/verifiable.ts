/**
 * Uses of open questions that a run can verify. `src/verdict/verified-assumptions.ts` lists the checks that verify each
 * kind.
 */
import type { Basis, Requirement } from '../load/model.ts';
import type { Check, BasisOnceVerified, UseKind, VerifiableUse } from './model.ts';
import type { ScopedOperation } from './scope.ts';
import type { AnswerUse } from './open-question-uses.ts';

/** Kind of use by its place in the contracts. Other uses, such as of a limit or a rejection code, stay assumptions. */
const KINDS: readonly (readonly [RegExp, UseKind])[] = [
  [/^\/(token\/carrier\/header$|security\/)/, 'auth'],
  [/^\/(endpoints\/\d+\/operations\/\d+\/pagination$|pagination\/ask\/(page|size)\/)/, 'paging'],
  [/^\/pagination\/(current|next|previous|total)\//, 'page-header'],
  [/^\/pagination\/ends$/, 'page-ends'],
];

const RAISED: readonly Basis[] = ['documented', 'standard'];

/** The basis of a check after a run has verified all its unanswered uses; undefined if no run can. */
export function basisOnceVerified(
  { scope, endpoint, operation }: ScopedOperation,
  requirement: Requirement,
  uses: readonly AnswerUse[] = [],
  before?: Pick<Check, 'restsOn' | 'onceVerified'>,
): BasisOnceVerified | undefined {
  if (!RAISED.includes(requirement.basis)) return undefined;
  const isOpen = (point: string): boolean => !scope.isAnswered(point);
  const ofRequirement = scope.openQuestionsOf(requirement);
  const found = new Map<string, VerifiableUse>();
  const add = (point: string, kind: UseKind, at: string): void => {
    found.set(`${point} ${kind} ${at}`, { point, kind, at });
  };
  for (const { point, kind, at } of before?.onceVerified?.uses ?? []) add(point, kind, at);
  // An earlier use that no run can verify.
  if (found.size === 0 && before?.restsOn.some((point) => isOpen(point) && !ofRequirement.includes(point)) === true)
    return undefined;
  const own = `${endpoint.endpoint}/${operation.name}`;
  const create = scope.operation(endpoint, 'create');
  for (const use of uses) {
    if (!isOpen(use.point) || scope.inDoubt([use.point]).length === 0) continue;
    const kind = use.point === endpoint.fieldsFrom ? 'fields' : KINDS.find(([places]) => places.test(use.place))?.[1];
    if (kind === undefined) return undefined;
    if (kind === 'auth' && operation.access !== 'token') return undefined;
    if (kind === 'fields' && create === undefined) return undefined;
    add(use.point, kind, kind === 'fields' ? `${endpoint.endpoint}/${create?.name ?? ''}` : own);
  }
  const used = new Set([...found.values()].map(({ point }) => point));
  for (const point of ofRequirement) {
    if (!isOpen(point) || used.has(point)) continue;
    // The requirement reads the fields of the record by name.
    if (point !== endpoint.fieldsFrom || create === undefined) return undefined;
    add(point, 'fields', `${endpoint.endpoint}/${create.name}`);
  }
  const all = [...found.values()];
  return all.length === 0 ? undefined : { basis: requirement.basis, uses: all };
}
