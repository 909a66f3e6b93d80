/**
 * Coverage of an operation: it succeeded once, and every declared rejection is provoked.
 * The check is next to the operation's success, so one group answers for it. The plan shows which rejections are
 * provoked; whether each was returned is the verdict of its own case.
 */
import { mergeObjects } from '../model/objects.ts';
import { pathParameters } from '../model/path-template.ts';
import { JSON_FORMS, type Operation, type RejectionKind } from '../load/model.ts';
import { isConditional, needsCondition } from './request-headers.ts';
import type { OperationContext } from './context.ts';
import type { Group } from './model.ts';
import type { ScopedOperation } from './scope.ts';
import { SUCCESS_RULE, writableFields } from './request-templates.ts';

export interface PlannedOperation {
  readonly context: OperationContext;
  readonly groups: readonly Group[];
}

/** Adds a coverage check to each success group of an endpoint. */
export function addCoverageChecks(made: readonly PlannedOperation[]): readonly PlannedOperation[] {
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
  const declares = (rule: string): boolean => context.declares(rule);
  const unprovoked = rejectionKinds(context, declares).filter(
    (kind) => declared[kind] !== undefined && !provoked.has(kind),
  );
  const check = context.check('success', {
    rule: 'coverage.exercised',
    title: context.rules.find('coverage.exercised')?.title ?? '',
    params: { step: 'probe', success: context.success, unprovoked },
  });
  const [first, ...rest] = group.cases;
  if (check === undefined || first === undefined) return group;
  // The coverage check depends on the same assumptions as the success, and has no higher level.
  const resting = context.resting(check, [...new Set(first.checks.flatMap(({ restsOn }) => restsOn))]);
  const level = first.checks.find(({ rule }) => rule === SUCCESS_RULE)?.level ?? 'MUST';
  const whole = check.level === 'MUST' && level !== 'MUST' ? mergeObjects(resting, { level }) : resting;
  return { ...group, cases: [{ ...first, checks: [...first.checks, whole] }, ...rest] };
}

/** Whether the request body is the record. */
function sendsRecord({ kind, request }: Operation): boolean {
  // Contracts test other bodies with their own cases.
  if (request !== 'none' && !JSON_FORMS.has(request)) return false;
  return kind === 'create' || kind === 'update' || kind === 'replace' || (kind === 'action' && request !== 'none');
}

function isRead({ method }: Operation): boolean {
  return method === 'GET' || method === 'HEAD';
}

/**
 * Kinds of rejection that a request can provoke. A run cannot make the service unavailable.
 * @param declares whether the contract declares a convention
 */
export function rejectionKinds(
  { scope, endpoint, operation }: ScopedOperation,
  declares: (rule: string) => boolean,
): readonly RejectionKind[] {
  const complete = scope.contracts.methods === 'complete';
  if (operation.kind === 'token')
    return ['assertion', 'token-request', 'unlinked', ...(complete ? (['method'] as const) : [])];
  if (endpoint.base !== 'service') return [];
  const writes = sendsRecord(operation);
  const kinds: readonly (readonly [RejectionKind, boolean])[] = [
    ['unauthenticated', operation.access === 'token'],
    // Unknown paths and media types are conventions: without a declaration no case tests them.
    ['not-found', pathParameters(operation.path).length > 0 || (operation.path.length > 1 && declares('path.unknown'))],
    ['identifier', pathParameters(operation.path).length > 0 && 'identifier' in scope.contracts.errors.refusals],
    ['method', complete],
    ['not-acceptable', (operation.kind === 'read' || operation.kind === 'list') && declares('media.not-acceptable')],
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
      // Only reads and lists are tested.
      (operation.kind === 'read' || operation.kind === 'list') &&
        (operation.query !== undefined || operation.unknownParameters === 'refuse'),
    ],
  ];
  return kinds.filter(([, applies]) => applies).map(([kind]) => kind);
}
