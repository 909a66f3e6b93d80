/** Responses of an operation: every status of the contract with body and headers. */
import { pageStyleOf } from '../plan/catalogue/paging.ts';
import type { Json, JsonMap } from '../model/json.ts';
import type { EndpointContract, Operation, RejectionKind } from '../load/model.ts';
import { isConditional, needsCondition, rejectionMediaTypes } from '../plan/request-headers.ts';
import { documentedStatuses } from '../plan/response-schema.ts';
import type { Scope } from '../plan/scope.ts';
import { isRandomAccess } from '../model/paging/styles.ts';

const WORDS: Readonly<Record<RejectionKind, string>> = {
  unauthenticated: 'No valid access token',
  forbidden: 'The caller has no permission',
  'not-found': 'No such resource',
  identifier: 'The path is invalid',
  method: 'The method is not supported',
  'media-type': 'The media type of the body is not supported',
  'not-acceptable': 'The client does not accept JSON',
  malformed: 'The body is not valid JSON',
  shape: 'The structure of the body is invalid',
  value: 'A value is invalid',
  page: 'The page is invalid',
  query: 'A query parameter is invalid',
  precondition: 'The precondition failed',
  'precondition-required': 'The request needs a precondition',
  taken: 'The identifier already exists',
  duplicate: 'Another record has this value',
  reference: 'A referenced record does not exist',
  'foreign-reference': 'A referenced record belongs to another client',
  'in-use': 'Other records refer to it',
  'too-large': 'The body is too large',
  unavailable: 'Temporarily unavailable',
  assertion: 'The signed assertion is invalid',
  'token-request': 'The token request is invalid',
  'grant-type': 'The grant type is not supported',
  unlinked: 'The organisation is not linked',
};

export function exportedResponses(
  scope: Scope,
  endpoint: EndpointContract,
  operation: Operation,
  hasBody: boolean,
): JsonMap {
  const statuses = documentedStatuses(scope, endpoint, operation);
  const impossible = unreachable(scope, operation, hasBody);
  return Object.fromEntries(
    Object.entries(statuses)
      .filter(([status]) => !impossible.has(Number(status)))
      .sort(([a], [b]) => Number(a) - Number(b))
      .map(([status, schema]) => [status, response(scope, endpoint, operation, Number(status), schema)]),
  );
}

/** Statuses that the operation cannot return, such as 405 for an existing method or page errors for a list without pages. */
function unreachable(scope: Scope, operation: Operation, hasBody: boolean): ReadonlySet<number> {
  const never: readonly string[] = [
    'method',
    ...(hasBody ? [] : ['media-type', 'too-large', 'malformed', 'shape']),
    ...(operation.pagination === 'none' ? ['page'] : []),
    ...(isConditional(operation) ? [] : ['precondition']),
    ...(needsCondition(operation) ? [] : ['precondition-required']),
    ...(operation.taken === 'refuse' ? [] : ['taken']),
  ];
  const refusals = Object.entries(scope.contracts.errors.refusals);
  const possible = new Set([
    ...operation.success,
    ...refusals
      .filter(([kind]) => !never.includes(kind) && isOf(kind, operation))
      .flatMap(([, refusal]) => refusal.statuses),
  ]);
  return new Set(
    refusals
      .filter(([kind]) => never.includes(kind))
      .flatMap(([, refusal]) => refusal.statuses.filter((status) => !possible.has(status))),
  );
}

function response(
  scope: Scope,
  endpoint: EndpointContract,
  operation: Operation,
  status: number,
  schema: Json,
): JsonMap {
  const isSuccess = operation.success.includes(status);
  const headers = isSuccess ? pageHeaders(scope, operation) : {};
  // Status 204 has no body, even if other successes have one.
  const hasContent = schema !== null && status !== 204;
  return {
    description: describe(scope, operation, status),
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(hasContent ? { content: { [responseMediaType(scope, endpoint, operation, isSuccess)]: { schema } } } : {}),
  };
}

/** Media type of a response. Successes may have their own; the identity provider is a separate service. */
export function responseMediaType(
  scope: Scope,
  endpoint: EndpointContract,
  operation: Operation,
  isSuccess: boolean,
): string {
  const defaultType = (endpoint.base === 'service' ? scope.contracts.mediaType : undefined) ?? 'application/json';
  return (isSuccess ? operation.media : rejectionMediaTypes(scope, endpoint)[0]) ?? defaultType;
}

function describe(scope: Scope, operation: Operation, status: number): string {
  if (operation.success.includes(status)) return status === 204 ? 'Success, no content' : 'Done';
  const kinds = Object.entries(scope.contracts.errors.refusals).filter(
    ([kind, refusal]) => refusal.statuses.includes(status) && isOf(kind, operation),
  );
  return kinds.map(([kind]) => WORDS[kind as RejectionKind]).join('; ') || 'Refused';
}

/** Rejections of the identity provider and of the service may share statuses. */
function isOf(kind: string, operation: Operation): boolean {
  if (['assertion', 'token-request', 'grant-type', 'unlinked'].includes(kind)) return operation.kind === 'token';
  if (kind === 'page') return operation.kind === 'list';
  return (
    operation.kind !== 'token' ||
    kind === 'media-type' ||
    kind === 'too-large' ||
    kind === 'unavailable' ||
    kind === 'not-acceptable'
  );
}

function pageHeaders(scope: Scope, operation: Operation): JsonMap {
  const pages = pageStyleOf(scope, operation);
  if (pages === undefined || operation.pagination === 'none') return {};
  const { current, next, previous, total } = pages;
  const positionType = isRandomAccess(pages) ? 'integer' : 'string';
  const header = (spot: object | undefined, description: string, type = positionType): JsonMap =>
    spot === undefined || !('header' in spot) ? {} : { [String(spot.header)]: { description, schema: { type } } };
  return {
    ...header(current, 'The current page.'),
    ...header(next, 'The next page.'),
    ...header(previous, 'The previous page.'),
    ...header(total, `Total number of ${total?.counts ?? 'pages'}.`, 'integer'),
  };
}
