/**
 * Whether a verdict on an operation can mean anything: it succeeded once, and what its contract declares is provoked.
 *
 * The check stands beside the operation's success, so that one group alone answers for it. Which refusals are provoked
 * is a matter of the plan and known before anything is sent; whether each came is the verdict of its own case.
 */
import { extended } from '../model/objects.ts';
import { pathParameters } from '../model/path-template.ts';
import { JSON_FORMS, type Operation, type RefusalKind } from '../load/model.ts';
import { isConditional, needsCondition } from './request-headers.ts';
import type { OperationContext } from './context.ts';
import type { Group } from './model.ts';
import { SUCCEEDS, writableFields } from './request-templates.ts';

export interface PlannedOperation {
  readonly context: OperationContext;
  readonly groups: readonly Group[];
}

/** The groups of all operations of one endpoint, with a check more beside each success. */
export function withCoverage(made: readonly PlannedOperation[]): readonly PlannedOperation[] {
  const provoked = new Set<unknown>();
  for (const { groups } of made)
    for (const group of groups)
      for (const { checks } of group.cases) for (const { params } of checks) provoked.add(params['kind']);
  return made.map(({ context, groups }) => ({
    context,
    groups: groups.map((group) => (group.aspect === 'success' ? covered(context, group, provoked) : group)),
  }));
}

function covered(context: OperationContext, group: Group, provoked: ReadonlySet<unknown>): Group {
  const declared = context.scope.contracts.errors.refusals;
  const unprovoked = expected(context).filter((kind) => declared[kind] !== undefined && !provoked.has(kind));
  const check = context.check('success', {
    rule: 'coverage.exercised',
    title: context.rules.find('coverage.exercised')?.title ?? '',
    params: { step: 'probe', success: context.success, unprovoked },
  });
  const [first, ...rest] = group.cases;
  if (check === undefined || first === undefined) return group;
  // That it succeeded rests on all that the success itself rests on, and is no stronger a demand.
  const resting = context.resting(check, [...new Set(first.checks.flatMap(({ restsOn }) => restsOn))]);
  const level = first.checks.find(({ rule }) => rule === SUCCEEDS)?.level ?? 'MUST';
  const whole = check.level === 'MUST' && level !== 'MUST' ? extended(resting, { level }) : resting;
  return { ...group, cases: [{ ...first, checks: [...first.checks, whole] }, ...rest] };
}

/** What it writes comes with the request. */
function sendsRecord({ kind, request }: Operation): boolean {
  // Faults of other bodies a contract tries itself.
  if (request !== 'none' && !JSON_FORMS.has(request)) return false;
  return kind === 'create' || kind === 'update' || kind === 'replace' || (kind === 'action' && request !== 'none');
}

function isRead({ method }: Operation): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Kinds that a request to this operation can be refused with. That a service is unavailable, no run brings about. */
function expected(context: OperationContext): readonly RefusalKind[] {
  const { scope, endpoint, operation } = context;
  const complete = scope.contracts.methods === 'complete';
  if (operation.kind === 'token')
    return ['assertion', 'token-request', 'unlinked', ...(complete ? (['method'] as const) : [])];
  if (endpoint.base !== 'service') return [];
  const writes = sendsRecord(operation);
  const kinds: readonly (readonly [RefusalKind, boolean])[] = [
    ['unauthenticated', operation.access === 'token'],
    // Neighbours of a path and what a client accepts are conventions: without them nothing of the kind is tried.
    [
      'not-found',
      pathParameters(operation.path).length > 0 || (operation.path.length > 1 && context.declares('path.unknown')),
    ],
    ['identifier', pathParameters(operation.path).length > 0 && 'identifier' in scope.contracts.errors.refusals],
    ['method', complete],
    [
      'not-acceptable',
      (operation.kind === 'read' || operation.kind === 'list') && context.declares('media.not-acceptable'),
    ],
    ['media-type', writes],
    ['malformed', writes],
    ['shape', writes],
    ['too-large', writes],
    ['value', writes && writableFields(scope, endpoint, operation).length > 0],
    [
      'reference',
      writes && writableFields(scope, endpoint, operation).some(({ references }) => references !== undefined),
    ],
    ['duplicate', writes && writableFields(scope, endpoint, operation).some(({ unique }) => unique === true)],
    ['precondition', isConditional(operation) && !isRead(operation)],
    ['precondition-required', needsCondition(operation)],
    ['taken', operation.taken === 'refuse'],
    ['page', operation.kind === 'list' && operation.pagination !== 'none'],
    [
      'query',
      // Nothing of the kind is tried on what writes.
      (operation.kind === 'read' || operation.kind === 'list') &&
        (operation.query !== undefined || operation.unknownParameters === 'refuse'),
    ],
  ];
  return kinds.filter(([, applies]) => applies).map(([kind]) => kind);
}
