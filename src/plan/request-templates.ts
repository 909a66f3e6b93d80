/** Requests that cases are built from, and pointers into requests and responses. */
import type { Content, EndpointContract, Field, Form, Operation, RecordWrapping } from '../load/model.ts';
import type { Scope, ScopedOperation } from './scope.ts';
import { resolvePointer } from '../model/pointer.ts';
import { pathParameters } from '../model/path-template.ts';
import { alternativeValue } from './alternative-value.ts';
import { omitUndefined, mapOptional } from '../model/objects.ts';
import { type Json, ownProperty } from '../model/json.ts';
import { ACCESS_TOKEN_POINTER } from '../model/jwt.ts';
import type { Success } from '../model/success.ts';
import type { RuleId } from '../rules/ids.ts';
import { acceptFor, requiredCondition } from './request-headers.ts';
import { endpointCreatedByAction } from './created-by-action.ts';
import type { Body, RequestTemplate, Value } from './model.ts';
import { validParameterValue } from './query.ts';
import { operationAuth, grantOf, NO_AUTH } from './request-auth.ts';
import { reuseValue, collectUses, type ValueWithUses } from './open-question-uses.ts';
import { isStructured, hasOnlySamples } from './values.ts';
import { wrapRecord } from './request-wrapping.ts';

/** Key of the check that a record with every field is accepted. */
export const FULL_RECORD_KEY = 'full';

/** Pointer to the ID of the first created record in a create response. */
export function uidPointer(scope: Scope, endpoint: EndpointContract, operation: Operation): string {
  const uid = endpoint.uid ?? 'id';
  const wrapping = wrappingOf(scope, operation);
  if (wrapping !== undefined)
    return resolvePointer(wrapping.record ?? '', identifierPointer(scope, endpoint, operation));
  const result = scope.contracts.envelope?.result ?? 'result';
  switch (operation.response) {
    case 'items':
      return `/0/${result}/${uid}`;
    case 'item':
      return `/${result}/${uid}`;
    case 'single':
      return `/${result}/${endpoint.singular ?? ''}/${uid}`;
    default:
      return `/${uid}`;
  }
}

/** Whether the client chooses the ID, because the create is sent to it: `PUT /shelves/{name}`. */
export function hasClientChosenId({ uid = 'id', parents }: EndpointContract, { kind, path }: Operation): boolean {
  return kind === 'create' && !Object.hasOwn(parents, uid) && pathParameters(path).includes(uid);
}

/** The ID of a created record: from the response, or from the path of the request. */
export function identifierOf(scope: Scope, endpoint: EndpointContract, create: Operation, step: string): Value {
  return hasClientChosenId(endpoint, create)
    ? { $path: `${step}#${endpoint.uid ?? 'id'}` }
    : { $ref: `${step}#${uidPointer(scope, endpoint, create)}` };
}

/** Whether a create response contains the ID. */
export function showsIdentifier({ response, schema }: Operation): boolean {
  return response !== 'none' && response !== 'content' && schema === undefined;
}

/** Pointers into the responses of an operation; its own replace those of the service. */
export function wrappingOf(scope: Scope, { wrapping }: Operation): RecordWrapping | undefined {
  const general = scope.contracts.wrapping;
  return general === undefined ? wrapping : { ...general, ...wrapping };
}

/** Pointer to the record in a request without an envelope. */
export function sentRecordPointer(scope: Scope, operation: Operation): string {
  return operation.request === 'plain' ? (wrappingOf(scope, operation)?.sent ?? '') : '';
}

/** Pointer from a record to its ID. */
export function identifierPointer(scope: Scope, endpoint: EndpointContract, operation: Operation): string {
  return wrappingOf(scope, operation)?.identifier ?? fieldPointer(endpoint, endpoint.uid ?? '');
}

/** Pointer from a record to a field. */
export function fieldPointer({ fields }: Pick<EndpointContract, 'fields'>, name: string): string {
  // Compares `place` first: reading a name counts as a use of it.
  return fields.find((field) => field.place !== undefined && field.name === name)?.place ?? `/${name}`;
}

/** Pointer to a field in a read response. */
export function shownFieldPointer(scope: Scope, endpoint: EndpointContract, name: string): string {
  return resolvePointer(readRecordPointer(scope, endpoint), fieldPointer(endpoint, name));
}

/** Pointers to the records of a list response, and to the record in an entry. */
export function listPointers(
  scope: Scope,
  endpoint: EndpointContract,
  operation?: Operation,
): { readonly records: string; readonly record: string } {
  const { envelope, wrapping: general } = scope.contracts;
  const list = operation ?? scope.operation(endpoint, 'list');
  const wrapping = list === undefined ? general : wrappingOf(scope, list);
  if (wrapping !== undefined) return { records: wrapping.records ?? '', record: wrapping.entry ?? '' };
  return envelope === undefined
    ? { records: '', record: '' }
    : { records: `/${envelope.result}`, record: `/${endpoint.singular ?? ''}` };
}

/** Pointer to the record in a read response. */
export function readRecordPointer(scope: Scope, endpoint: EndpointContract): string {
  const names = scope.contracts.envelope;
  const read = scope.operation(endpoint, 'read');
  const wrapping = read === undefined ? undefined : wrappingOf(scope, read);
  if (wrapping !== undefined) return wrapping.record ?? '';
  const wrapped = read !== undefined && names !== undefined && read.response === 'single';
  return wrapped ? `/${names.result}/${endpoint.singular ?? ''}` : '';
}

/** Pointer to the record in the response of an operation; undefined if the response is not the record. */
export function responseRecordPointer(
  scope: Scope,
  endpoint: EndpointContract,
  operation: Operation,
): string | undefined {
  const { response, schema } = operation;
  // A response with its own schema may not be the record.
  if (schema !== undefined || scope.fields(endpoint.fields).length === 0) return undefined;
  if (response !== 'plain' && response !== 'single') return undefined;
  const wrapping = wrappingOf(scope, operation);
  if (wrapping !== undefined) return wrapping.record ?? '';
  const { envelope: names } = scope.contracts;
  return response === 'plain' || names === undefined ? '' : `/${names.result}/${endpoint.singular ?? ''}`;
}

/** The list operation of an endpoint, if its response is a plain list. */
export function listOperation(scope: Scope, endpoint: EndpointContract): Operation | undefined {
  const list = scope.operation(endpoint, 'list');
  return list !== undefined && list.response === 'list' ? list : undefined;
}

/** The rule that judges whether an operation succeeds. */
export const SUCCESS_RULE: RuleId = 'outcome.accepted';

const successes = new WeakMap<Scope, Map<Operation, ValueWithUses<Success>>>();

/** The success of an operation in this version. `variant` is the key of a check other than the plain one. */
export function successOf(scope: Scope, operation: Operation, variant?: string): Success {
  if (variant !== undefined) return makeSuccess(scope, operation, variant);
  let ofScope = successes.get(scope);
  if (ofScope === undefined) successes.set(scope, (ofScope = new Map<Operation, ValueWithUses<Success>>()));
  let known = ofScope.get(operation);
  if (known === undefined) ofScope.set(operation, (known = collectUses(() => makeSuccess(scope, operation))));
  return reuseValue(known);
}

function hasJson(form: Form): boolean {
  return form !== 'none' && form !== 'content';
}

function makeSuccess(scope: Scope, operation: Operation, variant?: string): Success {
  const envelope = scope.contracts.envelope;
  const form = operation.response;
  const enveloped = envelope !== undefined && WRAPPED.has(form);
  const provenBy = `${scope.service}/${scope.endpointOf(operation)?.endpoint ?? ''}/${operation.name}/${SUCCESS_RULE}${variant === undefined ? '' : `/${variant}`}`;
  const flag = enveloped ? `/${envelope.success}` : hasJson(form) ? wrappingOf(scope, operation)?.flag : undefined;
  const { records = '', empty } = (form === 'list' && wrappingOf(scope, operation)) || {};
  const unlisted = empty === 'absent' ? records : undefined;
  const grants = operation.kind === 'token' ? ACCESS_TOKEN_POINTER : undefined;
  // If the response body has the record, no check depends on its Location.
  const located = form === 'none' ? locatedOf(scope, operation) : collectUses(() => locatedOf(scope, operation)).value;
  return {
    statuses: operation.success,
    ...omitUndefined({ flag, located, grants, unlisted }),
    provenBy,
  };
}

/** Operations whose path may name a record. */
export const RECORD_OPERATION_KINDS = ['read', 'delete', 'replace', 'update'] as const;

/** How the Location of a create response identifies the record. */
function locatedOf(scope: Scope, operation: Operation): Success['located'] {
  const isBare = operation.response === 'none';
  if (!isBare && (operation.kind !== 'create' || operation.request === 'items')) return undefined;
  const endpoint = operation.kind === 'create' ? scope.endpointOf(operation) : namedByLocation(scope, operation);
  if (endpoint === undefined || hasClientChosenId(endpoint, operation)) return undefined;
  const parameter = endpoint.uid ?? 'id';
  const path = RECORD_OPERATION_KINDS.flatMap((kind) => scope.operation(endpoint, kind)?.path ?? []).find((one) =>
    pathParameters(one).includes(parameter),
  );
  if (path === undefined) return undefined;
  const pointer = uidPointer(scope, endpoint, operation);
  return { pointer, path, parameter, type: uidType(scope, endpoint), ...(isBare ? {} : { unasked: true }) };
}

/** For an action without a pointer to the ID in its response. */
function namedByLocation(scope: Scope, operation: Operation): EndpointContract | undefined {
  const made = endpointCreatedByAction(scope, operation);
  return operation.makes?.ids === undefined ? made : undefined;
}

export function uidType(scope: Scope, endpoint: EndpointContract): 'number' | 'string' {
  const field = scope.fields(endpoint.fields).find((f) => f.name === (endpoint.uid ?? 'id'));
  return field?.type === 'uid' || field?.type === 'integer' ? 'number' : 'string';
}

/** The last path parameter that names a parent; earlier ones name the parents of that parent. */
export function parentParameter({ parents }: EndpointContract, path: string): string | undefined {
  return pathParameters(path).findLast((name) => Object.hasOwn(parents, name));
}

/** The endpoint of the parent. */
export function parentEndpointName(endpoint: EndpointContract, path: string): string | undefined {
  return ownProperty(endpoint.parents, parentParameter(endpoint, path) ?? '');
}

/** Forms of a record in an envelope. */
const WRAPPED: ReadonlySet<Form> = new Set(['item', 'items', 'single', 'list']);

export interface BodyChange {
  readonly set?: Readonly<Record<string, Value>>;
  readonly remove?: readonly string[];
  readonly correlation?: Value;
  readonly form?: Form;
  readonly nested?: Readonly<Record<string, readonly Readonly<Record<string, Json>>[]>>;
  /** Further records of a batch, by their differences from the first. */
  readonly more?: readonly Readonly<Record<string, Json>>[];
}

/** The JSON body of a write: changed fields in the form of the operation. */
export function writeBody(
  scope: Scope,
  endpoint: EndpointContract,
  operation: Operation,
  fields: Readonly<Record<string, Value>>,
  change: BodyChange = {},
): Value {
  const record: Record<string, Value> = { ...fields, ...inAddress(endpoint, operation, fields), ...change.set };
  for (const name of change.remove ?? []) delete record[name];
  for (const [member, items] of Object.entries(change.nested ?? {})) {
    const child = scope.endpoint(ownProperty(endpoint.nested, member) ?? member);
    record[member] = items.map((item) => wrapInEnvelope(scope, child, item));
  }
  const form = change.form ?? operation.request;
  if (!WRAPPED.has(form)) return form === 'plain' ? wrapRecord(record, wrappingOf(scope, operation), endpoint) : record;
  const item = wrapInEnvelope(scope, endpoint, record, change.correlation);
  if (form !== 'items') return item;
  return [item, ...(change.more ?? []).map((members) => wrapInEnvelope(scope, endpoint, { ...record, ...members }))];
}

/** A field that is also in the path has the same value in both. */
function inAddress(
  endpoint: EndpointContract,
  operation: Operation,
  fields: Readonly<Record<string, Value>>,
): Readonly<Record<string, Value>> {
  const { uid = 'id' } = endpoint;
  return Object.hasOwn(fields, uid) && hasClientChosenId(endpoint, operation) ? { [uid]: { $path: `#${uid}` } } : {};
}

export function bodyOf(
  scope: Scope,
  endpoint: EndpointContract,
  operation: Operation,
  fields: Readonly<Record<string, Value>>,
  change: BodyChange = {},
): Body {
  const { request, content } = operation;
  if (request === 'content') return contentOf(content ?? { text: '', type: 'application/octet-stream' });
  const value = writeBody(scope, endpoint, operation, fields, change);
  if (request !== 'form' && request !== 'multipart') return { kind: 'json', value };
  const members = Object.entries(value as Readonly<Record<string, Value>>);
  if (request === 'form') return { kind: 'form', parameters: members };
  return {
    kind: 'multipart',
    parts: members,
    ...omitUndefined({ files: mapOptional(operation.files, (it) => Object.entries(it)) }),
  };
}

export function contentOf({ text, base64, type }: Content): Body {
  return text === undefined ? { kind: 'bytes', base64: base64 ?? '', type } : { kind: 'text', text, type };
}

export function wrapInEnvelope(scope: Scope, endpoint: EndpointContract, record: Value, correlation?: Value): Value {
  const names = scope.contracts.envelope;
  if (names === undefined || endpoint.singular === undefined) return record;
  return { [names.correlation.member]: correlation ?? { $unique: 12 }, [endpoint.singular]: record };
}

/** The valid request of an operation, with a token and query parameters if required. */
export function requestOf(
  endpoint: EndpointContract,
  operation: Operation,
  parameters: Readonly<Record<string, Value>>,
  body?: Body,
): RequestTemplate {
  const isSigned = operation.access === 'token' && endpoint.base === 'service';
  // Reads the getters: headers that are added on sending are part of the request too.
  if (isSigned) void operation.carrier;
  if (endpoint.base === 'service') void operation.everyHeader;
  return {
    base: endpoint.base,
    method: operation.method,
    path: operation.path,
    parameters,
    headers:
      operation.media === undefined ? requiredCondition(operation) : wanted(endpoint, operation, operation.media),
    auth: isSigned ? operationAuth(operation) : NO_AUTH,
    ...omitUndefined({ query: neededQuery(operation), body, server: operation.server, media: operation.requestMedia }),
  };
}

/** Required query parameters with valid values. */
export function neededQuery({ query = [] }: Operation): RequestTemplate['query'] {
  const needed = query
    .filter(({ required }) => required === true)
    .map((one) => [one.name, validParameterValue(one)] as const);
  return needed.length === 0 ? undefined : needed;
}

/** A special content type is requested by Accept, unless the contract sets that header for all requests. */
function wanted({ base }: EndpointContract, operation: Operation, media: string): RequestTemplate['headers'] {
  const named = base === 'service' ? Object.keys(operation.everyHeader ?? {}) : [];
  const isNamed = named.some((name) => name.toLowerCase() === 'accept');
  return { ...(isNamed ? {} : { accept: acceptFor(media) }), ...requiredCondition(operation) };
}

export function writableFields(scope: Scope, endpoint: EndpointContract, operation: Operation): readonly Field[] {
  // An ID in the path cannot differ in the body.
  const inPath = hasClientChosenId(endpoint, operation) ? endpoint.uid : undefined;
  return scope.fields(endpoint.fields).filter((f) => {
    if (f.readOnly === true || (inPath !== undefined && f.name === inPath)) return false;
    return operation.kind !== 'update' || f.patchable !== false;
  });
}

/** RFC 6749 §4.4.2 */
const CLIENT_GRANT = 'client_credentials';

/** A valid token request; the parameter `assertion` represents the JWT. */
export function tokenBody({ contracts }: Scope): Extract<Body, { kind: 'form' }> {
  const { security, token } = contracts;
  const scope = security?.scopes === undefined ? [] : ([['scope', security.scopes.join(' ')]] as const);
  switch (grantOf(contracts)) {
    case 'client-secret':
      return { kind: 'form', parameters: [['grant_type', CLIENT_GRANT], ...scope], client: true };
    case 'private-key-jwt':
      return {
        kind: 'form',
        parameters: [
          ['grant_type', CLIENT_GRANT],
          ['client_assertion_type', 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'],
          ['client_assertion', { $assertion: true }],
          ...scope,
        ],
        assertion: {},
      };
    default:
      return {
        kind: 'form',
        parameters: [
          ['grant_type', token?.grantType ?? ''],
          ['assertion', { $assertion: true }],
        ],
        assertion: {},
      };
  }
}

export function updateFields(
  scope: Scope,
  endpoint: EndpointContract,
  operation: Operation,
): Readonly<Record<string, Value>> {
  const field = patchTarget(scope, endpoint, operation);
  return field === undefined ? {} : { [field.name]: alternativeValue(field) };
}

/** The field that updates change by default: not a key, not a reference, not sensitive. */
export function patchTarget(scope: Scope, endpoint: EndpointContract, operation: Operation): Field | undefined {
  const fields = writableFields(scope, endpoint, operation).filter(
    (f) =>
      f.unique !== true &&
      f.references === undefined &&
      f.sensitive !== true &&
      f.writeOnly !== true &&
      !hasOnlySamples(f),
  );
  // A text of one character is always the longest too, which another case tests.
  const roomy = fields.filter((f) => f.maxLength !== 1);
  const plain = roomy.filter((f) => f.type !== 'date' && !isStructured(f));
  return plain.find((f) => f.type === 'string' && f.pattern === undefined) ?? plain[0] ?? roomy[0] ?? fields[0];
}

/** Pointer to a field of the first record in a request body. */
export function sentPointer({ scope, endpoint, operation }: ScopedOperation, name: string): string {
  const { singular = '' } = endpoint;
  const tail = name === '' ? '' : `/${name}`;
  switch (operation.request) {
    case 'items':
      return `/0/${singular}${tail}`;
    case 'item':
      return `/${singular}${tail}`;
    default:
      return name === ''
        ? sentRecordPointer(scope, operation)
        : resolvePointer(sentRecordPointer(scope, operation), fieldPointer(endpoint, name));
  }
}
