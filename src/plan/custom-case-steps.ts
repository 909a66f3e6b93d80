/** Steps of a custom case: operations of the contract and other requests. Each is sent once. */
import { pathParameters } from '../model/path-template.ts';
import { ownProperty } from '../model/json.ts';
import { omitUndefined, mapOptional } from '../model/objects.ts';
import type { DeclaredCase, Position, ScenarioStep } from '../load/model.ts';
import type { OperationContext } from './context.ts';
import { baselineRequest } from './baseline-request.ts';
import type { Fixtures } from './fixtures.ts';
import type { Body, OwnedOperation, RequestTemplate, Step, Value } from './model.ts';
import { mergeQuery } from './query.ts';
import { identifierOf, hasClientChosenId, successOf } from './request-templates.ts';
import { cleanupRequest } from './undo-requests.ts';
import { authAsClient, cleanupBy } from './request-auth.ts';

type Values = Readonly<Record<string, Value>>;

/** The steps as requests. Later steps refer to the last record that a step created for an endpoint. */
export function customCaseSteps(
  context: OperationContext,
  fixtures: Fixtures,
  { steps = {}, at }: DeclaredCase,
): readonly Step[] {
  const made = new Map<string, Value>();
  return Object.entries(steps).map(([name, written]) => {
    const called = calledBy(context, written, at);
    const request = requestOf(context, fixtures, written, called, made);
    const step: Step = {
      name,
      request,
      ...omitUndefined({
        operation: called?.operation === context.operation ? context.path : undefined,
        send: mapOptional(written.until, ({ status, at: place, is, every = 1, atMost = 30 }) => ({
          kind: 'poll',
          ...omitUndefined({ status, shows: mapOptional(place, (pointer) => ({ at: pointer, is: is ?? null })) }),
          everyMs: every * 1000,
          times: atMost,
        })),
      }),
      success: successOfStep(context, written, called),
    };
    if (called?.operation.kind !== 'create') return step;
    const { endpoint, operation } = called;
    made.set(endpoint.endpoint, identifierOf(context.scope, endpoint, operation, name));
    const undo = cleanupRequest(context.scope, endpoint, operation, request.parameters, name);
    return { ...step, ...omitUndefined({ undo: cleanupBy(request.auth, undo) }) };
  });
}

const ANY_SUCCESS: Step['success'] = { statuses: [200, 201, 202, 203, 204, 206] };

/** A step that waits for a status succeeds with this status. */
function successOfStep({ scope }: OperationContext, { until }: ScenarioStep, called?: OwnedOperation): Step['success'] {
  if (until?.status !== undefined) return { statuses: [until.status] };
  return called === undefined ? ANY_SUCCESS : successOf(scope, called.operation);
}

/** `on: operation` of this endpoint, or `on: endpoint/operation`; undefined for another request. */
function calledBy(
  { scope, endpoint: own, problems }: OperationContext,
  { on }: ScenarioStep,
  at: Position,
): OwnedOperation | undefined {
  if (on === undefined) return undefined;
  const found = scope.operationNamed(own, on);
  if (found === undefined) problems.unknownOperation(scope.version, own.endpoint, on, at);
  return found;
}

function requestOf(
  context: OperationContext,
  fixtures: Fixtures,
  written: ScenarioStep,
  called: OwnedOperation | undefined,
  made: ReadonlyMap<string, Value>,
): RequestTemplate {
  const good =
    called === undefined ? ownRequest(context, written) : goodRequest(context, fixtures, written, called, made);
  const { location, headers, query, as, body, server } = written;
  return {
    ...good,
    parameters: { ...good.parameters, ...written.parameters },
    ...omitUndefined({
      location,
      server,
      headers: mapOptional(headers, (it) => ({ ...good.headers, ...it })),
      query: mapOptional(query, (it) => mergeQuery(it, good.query, called?.operation)),
      auth: mapOptional(as, (it) => authAsClient(it, good.auth)),
      body: mapOptional(body, ownBody),
    }),
  };
}

function ownRequest({ scope }: OperationContext, { method = 'GET', path = '' }: ScenarioStep): RequestTemplate {
  const { token, security } = scope.contracts;
  const isOpen = token === undefined && (security === undefined || security.type === 'none');
  return {
    base: 'service',
    method,
    path,
    parameters: {},
    headers: {},
    auth: { kind: isOpen ? 'none' : 'good' },
  };
}

function goodRequest(
  { scope }: OperationContext,
  fixtures: Fixtures,
  { set, remove }: ScenarioStep,
  { endpoint, operation }: OwnedOperation,
  made: ReadonlyMap<string, Value>,
): RequestTemplate {
  const change = set === undefined && remove === undefined ? undefined : omitUndefined({ set, remove });
  const request = baselineRequest(scope, endpoint, operation, fixtures, change);
  const known: Values = Object.fromEntries(
    pathParameters(operation.path).flatMap((name) => {
      const uid = made.get(ownProperty(endpoint.parents, name) ?? endpoint.endpoint);
      const isRecord = Object.hasOwn(endpoint.parents, name) || name === endpoint.uid;
      const isNew = name === endpoint.uid && hasClientChosenId(endpoint, operation);
      return uid === undefined || !isRecord || isNew ? [] : [[name, uid] as const];
    }),
  );
  return { ...request, parameters: { ...request.parameters, ...known } };
}

function ownBody(written: NonNullable<ScenarioStep['body']>): Body {
  const { text, base64, form, multipart, json, type } = written;
  if (multipart !== undefined) {
    const parts = Object.entries(multipart);
    return {
      kind: 'multipart',
      parts: parts.flatMap(([name, part]) => (typeof part === 'string' ? [[name, part] as const] : [])),
      files: parts.flatMap(([name, part]) => (typeof part === 'string' ? [] : [[name, part] as const])),
    };
  }
  if (text !== undefined) return { kind: 'text', text, ...omitUndefined({ type }) };
  if (base64 !== undefined) return { kind: 'bytes', base64, type: type ?? 'application/octet-stream' };
  if (form !== undefined) return { kind: 'form', parameters: Object.entries(form) };
  return { kind: 'json', value: json ?? null, ...omitUndefined({ type }) };
}
