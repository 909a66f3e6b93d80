/** Steps of `plumbline probe`: variants of reads that need no record. Pure. */
import { pathParameters } from '../model/path-template.ts';
import { pageStyleOf } from '../plan/catalogue/paging.ts';
import type { EndpointContract, Operation } from '../load/model.ts';
import type { Case, Group, RequestTemplate, Step } from '../plan/model.ts';
import type { Scope } from '../plan/scope.ts';
import { requestOf, successOf } from '../plan/request-templates.ts';

/** Step names. */
export const PROBE_STEPS = {
  plain: 'as-declared',
  head: 'its-head',
  options: 'its-methods',
  bare: 'without-a-token',
  paged: 'a-page-of-one',
  otherType: 'as-another-type',
  unknownParameter: 'with-an-unknown-parameter',
  slash: 'with-a-slash',
} as const;

type Look = (typeof PROBE_STEPS)[keyof typeof PROBE_STEPS];

/** Media type and parameter that no service knows. */
const OTHER_TYPE = 'application/x-plumbline';
const UNKNOWN_PARAMETER = 'plumbline';

export function probeSteps(scope: Scope): readonly Group[] {
  return scope
    .endpoints()
    .flatMap((endpoint) => scope.operations(endpoint).flatMap((operation) => lookAt(scope, endpoint, operation)));
}

function lookAt(scope: Scope, endpoint: EndpointContract, operation: Operation): readonly Group[] {
  const isRead = operation.method === 'GET' && pathParameters(operation.path).length === 0;
  if (!isRead || endpoint.base !== 'service') return [];
  const path = `${endpoint.endpoint}/${operation.name}`;
  const id = `${scope.service}@${scope.version}/${path}/probe`;
  const success = successOf(scope, operation);
  const cases = requestsOf(scope, endpoint, operation).map(([look, request]): Case => {
    const step: Step = { name: look, operation: path, request, success };
    return { id: `${id}/${look}`, title: look, steps: [step], checks: [] };
  });
  return [
    {
      id,
      service: scope.service,
      spec: scope.version,
      endpoint: endpoint.endpoint,
      operation: operation.name,
      aspect: 'probe',
      setup: [],
      cases,
      passive: [],
      at: operation.at,
    },
  ];
}

function requestsOf(
  scope: Scope,
  endpoint: EndpointContract,
  operation: Operation,
): readonly (readonly [Look, RequestTemplate])[] {
  const request = requestOf(endpoint, operation, {});
  const page = operation.kind === 'list' ? pageHeaders(scope, operation) : undefined;
  const { path, headers, query = [] } = request;
  const asked: readonly (readonly [Look, Partial<RequestTemplate> | undefined])[] = [
    [PROBE_STEPS.plain, {}],
    [PROBE_STEPS.head, { method: 'HEAD' }],
    [PROBE_STEPS.options, { method: 'OPTIONS' }],
    [PROBE_STEPS.bare, operation.access === 'token' ? { auth: { kind: 'none' } } : undefined],
    [PROBE_STEPS.paged, page === undefined ? undefined : { headers: page }],
    [PROBE_STEPS.otherType, { headers: { ...headers, accept: OTHER_TYPE } }],
    [PROBE_STEPS.unknownParameter, { query: [...query, [UNKNOWN_PARAMETER, '1']] }],
    [PROBE_STEPS.slash, path.endsWith('/') ? undefined : { path: `${path}/` }],
  ];
  return asked.flatMap(([look, change]) => (change === undefined ? [] : [[look, { ...request, ...change }] as const]));
}

/** Headers for a page of one record, if pagination uses headers. */
function pageHeaders(scope: Scope, operation: Operation): Readonly<Record<string, string>> | undefined {
  const { page, size } = pageStyleOf(scope, operation)?.ask ?? {};
  const [asked, sized] = [headerOf(page), headerOf(size)];
  return asked === undefined || sized === undefined ? undefined : { [asked]: '1', [sized]: '1' };
}

function headerOf(slot: object | undefined): string | undefined {
  return slot !== undefined && 'header' in slot ? String(slot.header) : undefined;
}
