/** Request templates: what cases are built from. */
import type { Content, EndpointContract, Field, Form, Operation, Wrapping } from '../load/model.ts';
import type { OperationContext } from './context.ts';
import type { Scope } from './scope.ts';
import { pointerFrom } from '../model/pointer.ts';
import { pathParameters } from '../model/path-template.ts';
import { anotherValue } from './alternative-value.ts';
import { defined, maybe } from '../model/objects.ts';
import { type Json, ownMember } from '../model/json.ts';
import { TOKEN_PLACE } from '../model/jwt.ts';
import type { Success } from '../model/success.ts';
import type { RuleId } from '../rules/ids.ts';
import { acceptFor, goodCondition } from './request-headers.ts';
import { madeEndpoint } from './created-by-action.ts';
import type { Body, RequestTemplate, Value } from './model.ts';
import { requiredQuery } from './query.ts';
import { authOf, grantOf, NOBODY } from './request-auth.ts';
import { again, observed, type ObservedValue } from './open-question-uses.ts';
import { isStructured, isUnknown } from './values.ts';
import { around } from './request-wrapping.ts';

/** Key of the check that a record with every member is accepted. */
export const FULL = 'full';

/** Where the uid of the first record made stands in the answer to a create. */
export function uidPointer(scope: Scope, endpoint: EndpointContract, operation: Operation): string {
  const uid = endpoint.uid ?? 'id';
  const wrapping = wrappingOf(scope, operation);
  if (wrapping !== undefined) return pointerFrom(wrapping.record ?? '', identifierPointer(scope, endpoint, operation));
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

/**
 * Whether whoever makes a record chooses what identifies it, since that is in the address that the create is sent to: `PUT /shelves/{name}`.
 */
export function isChosen({ uid = 'id', parents }: EndpointContract, { kind, path }: Operation): boolean {
  return kind === 'create' && !Object.hasOwn(parents, uid) && pathParameters(path).includes(uid);
}

/** What identifies the record that a step made: of its answer, or of the address that it was sent to. */
export function identifierOf(scope: Scope, endpoint: EndpointContract, create: Operation, step: string): Value {
  return isChosen(endpoint, create)
    ? { $path: `${step}#${endpoint.uid ?? 'id'}` }
    : { $ref: `${step}#${uidPointer(scope, endpoint, create)}` };
}

/** Whether the answer to a create shows what identifies the record. */
export function showsIdentifier({ response, schema }: Operation): boolean {
  return response !== 'none' && response !== 'content' && schema === undefined;
}

/** Where things stand in the answers of an operation, where the contract says it by pointers: its own word counts before that of the service. */
export function wrappingOf(scope: Scope, { wrapping }: Operation): Wrapping | undefined {
  const general = scope.contracts.wrapping;
  return general === undefined ? wrapping : { ...general, ...wrapping };
}

/** Where the record stands in a request that is no envelope. */
export function sentPlace(scope: Scope, operation: Operation): string {
  return operation.request === 'plain' ? (wrappingOf(scope, operation)?.sent ?? '') : '';
}

/** Where the identifier stands, from a record. */
export function identifierPointer(scope: Scope, endpoint: EndpointContract, operation: Operation): string {
  return wrappingOf(scope, operation)?.identifier ?? fieldPlace(endpoint, endpoint.uid ?? '');
}

/** Where a member stands, from the record: in it, unless the contract says where. */
export function fieldPlace({ fields }: Pick<EndpointContract, 'fields'>, name: string): string {
  // Whoever asks for a name looks at it: only of those that stand elsewhere is it asked.
  return fields.find((field) => field.place !== undefined && field.name === name)?.place ?? `/${name}`;
}

/** Where a member stands in the answer of the read. */
export function shownField(scope: Scope, endpoint: EndpointContract, name: string): string {
  return pointerFrom(shownPointer(scope, endpoint), fieldPlace(endpoint, name));
}

/** Where the records of a list stand in its answer, and a record's members in an entry of it: in the envelope, or the answer itself is the array. */
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

/** Where the record stands in the answer of its read. */
export function shownPointer(scope: Scope, endpoint: EndpointContract): string {
  const names = scope.contracts.envelope;
  const read = scope.operation(endpoint, 'read');
  const wrapping = read === undefined ? undefined : wrappingOf(scope, read);
  if (wrapping !== undefined) return wrapping.record ?? '';
  const wrapped = read !== undefined && names !== undefined && read.response === 'single';
  return wrapped ? `/${names.result}/${endpoint.singular ?? ''}` : '';
}

/** Where the record stands in the answer of an operation on one; undefined where the contract has something else there. */
export function answeredPointer(scope: Scope, endpoint: EndpointContract, operation: Operation): string | undefined {
  const { response, schema } = operation;
  // What an answer has by a schema of its own need not be the record.
  if (schema !== undefined || scope.fields(endpoint.fields).length === 0) return undefined;
  if (response !== 'plain' && response !== 'single') return undefined;
  const wrapping = wrappingOf(scope, operation);
  if (wrapping !== undefined) return wrapping.record ?? '';
  const { envelope: names } = scope.contracts;
  return response === 'plain' || names === undefined ? '' : `/${names.result}/${endpoint.singular ?? ''}`;
}

/** The operation that lists the records of an endpoint, where its answer is a list and no more. */
export function listOperation(scope: Scope, endpoint: EndpointContract): Operation | undefined {
  const list = scope.operation(endpoint, 'list');
  return list !== undefined && list.response === 'list' ? list : undefined;
}

/** The rule whose checks say whether an operation succeeds at all: what others presume. */
export const SUCCEEDS: RuleId = 'outcome.accepted';

const successes = new WeakMap<Scope, Map<Operation, ObservedValue<Success>>>();

/** What counts as a success of an operation in this version; `variant` names the check of a control other than the plain one. */
export function successOf(scope: Scope, operation: Operation, variant?: string): Success {
  if (variant !== undefined) return makeSuccess(scope, operation, variant);
  let ofScope = successes.get(scope);
  if (ofScope === undefined) successes.set(scope, (ofScope = new Map<Operation, ObservedValue<Success>>()));
  let known = ofScope.get(operation);
  if (known === undefined) ofScope.set(operation, (known = observed(() => makeSuccess(scope, operation))));
  return again(known);
}

/** Whether what comes back is judged as JSON. */
function hasJson(form: Form): boolean {
  return form !== 'none' && form !== 'content';
}

function makeSuccess(scope: Scope, operation: Operation, variant?: string): Success {
  const envelope = scope.contracts.envelope;
  const form = operation.response;
  const enveloped = envelope !== undefined && WRAPPED.has(form);
  const provenBy = `${scope.service}/${scope.endpointOf(operation)?.endpoint ?? ''}/${operation.name}/${SUCCEEDS}${variant === undefined ? '' : `/${variant}`}`;
  const flag = enveloped ? `/${envelope.success}` : hasJson(form) ? wrappingOf(scope, operation)?.flag : undefined;
  const { records = '', empty } = (form === 'list' && wrappingOf(scope, operation)) || {};
  const unlisted = empty === 'absent' ? records : undefined;
  const grants = operation.kind === 'token' ? TOKEN_PLACE : undefined;
  // Where the contract has the record in the answer, nothing rests on where its Location may lead.
  const located = form === 'none' ? locatedOf(scope, operation) : observed(() => locatedOf(scope, operation)).value;
  return {
    statuses: operation.success,
    ...defined({ flag, located, grants, unlisted }),
    provenBy,
  };
}

/** By which operations a record may be addressed. */
export const ADDRESSED = ['read', 'delete', 'replace', 'update'] as const;

/** Where the answer to what makes a record has no content, what of its Location identifies it. */
function locatedOf(scope: Scope, operation: Operation): Success['located'] {
  const isBare = operation.response === 'none';
  if (!isBare && (operation.kind !== 'create' || operation.request === 'items')) return undefined;
  const endpoint = operation.kind === 'create' ? scope.endpointOf(operation) : namedByLocation(scope, operation);
  if (endpoint === undefined || isChosen(endpoint, operation)) return undefined;
  const parameter = endpoint.uid ?? 'id';
  const path = ADDRESSED.flatMap((kind) => scope.operation(endpoint, kind)?.path ?? []).find((one) =>
    pathParameters(one).includes(parameter),
  );
  if (path === undefined) return undefined;
  const pointer = uidPointer(scope, endpoint, operation);
  return { pointer, path, parameter, type: uidType(scope, endpoint), ...(isBare ? {} : { unasked: true }) };
}

/** Of an action that says of no place in its answer that it has the identifier. */
function namedByLocation(scope: Scope, operation: Operation): EndpointContract | undefined {
  const made = madeEndpoint(scope, operation);
  return operation.makes?.ids === undefined ? made : undefined;
}

/** The JSON type of an endpoint's uids. */
export function uidType(scope: Scope, endpoint: EndpointContract): 'number' | 'string' {
  const field = scope.fields(endpoint.fields).find((f) => f.name === (endpoint.uid ?? 'id'));
  return field?.type === 'uid' || field?.type === 'integer' ? 'number' : 'string';
}

/** The last that names a record of another endpoint: what stands right above. Those before it name what that stands below itself. */
export function parentParameter({ parents }: EndpointContract, path: string): string | undefined {
  return pathParameters(path).findLast((name) => Object.hasOwn(parents, name));
}

/** The endpoint of what stands right above. */
export function nameAbove(endpoint: EndpointContract, path: string): string | undefined {
  return ownMember(endpoint.parents, parentParameter(endpoint, path) ?? '');
}

/** Forms in which a record stands in an envelope. */
const WRAPPED: ReadonlySet<Form> = new Set(['item', 'items', 'single', 'list']);

export interface BodyChange {
  readonly set?: Readonly<Record<string, Value>>;
  readonly remove?: readonly string[];
  readonly correlation?: Value;
  readonly form?: Form;
  readonly nested?: Readonly<Record<string, readonly Readonly<Record<string, Json>>[]>>;
  /** Further records of an array, by what they have in place of the members of the first. */
  readonly more?: readonly Readonly<Record<string, Json>>[];
}

/** The JSON body of a write: the fields, changed as told, in the wrapping of the operation. */
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
    const child = scope.endpoint(ownMember(endpoint.nested, member) ?? member);
    record[member] = items.map((item) => envelope(scope, child, item));
  }
  const form = change.form ?? operation.request;
  if (!WRAPPED.has(form)) return form === 'plain' ? around(record, wrappingOf(scope, operation), endpoint) : record;
  const item = envelope(scope, endpoint, record, change.correlation);
  if (form !== 'items') return item;
  return [item, ...(change.more ?? []).map((members) => envelope(scope, endpoint, { ...record, ...members }))];
}

/** A member that stands in the address too says the same in both. */
function inAddress(
  endpoint: EndpointContract,
  operation: Operation,
  fields: Readonly<Record<string, Value>>,
): Readonly<Record<string, Value>> {
  const { uid = 'id' } = endpoint;
  return Object.hasOwn(fields, uid) && isChosen(endpoint, operation) ? { [uid]: { $path: `#${uid}` } } : {};
}

/** The body of a write, in the form that the operation has it. */
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
    ...defined({ files: maybe(operation.files, (it) => Object.entries(it)) }),
  };
}

/** Text or bytes as they are. */
export function contentOf({ text, base64, type }: Content): Body {
  return text === undefined ? { kind: 'bytes', base64: base64 ?? '', type } : { kind: 'text', text, type };
}

/** One envelope around a record. */
export function envelope(scope: Scope, endpoint: EndpointContract, record: Value, correlation?: Value): Value {
  const names = scope.contracts.envelope;
  if (names === undefined || endpoint.singular === undefined) return record;
  return { [names.correlation.member]: correlation ?? { $unique: 12 }, [endpoint.singular]: record };
}

/** The request of an operation as its contract describes it, with a good token where one is needed, and what its query has to have. */
export function requestOf(
  endpoint: EndpointContract,
  operation: Operation,
  parameters: Readonly<Record<string, Value>>,
  body?: Body,
): RequestTemplate {
  const isSigned = operation.access === 'token' && endpoint.base === 'service';
  // What is put there when it is sent is as much a part of the request.
  if (isSigned) void operation.carrier;
  if (endpoint.base === 'service') void operation.everyHeader;
  return {
    base: endpoint.base,
    method: operation.method,
    path: operation.path,
    parameters,
    headers: operation.media === undefined ? goodCondition(operation) : wanted(endpoint, operation, operation.media),
    auth: isSigned ? authOf(operation) : NOBODY,
    ...defined({ query: neededQuery(operation), body, server: operation.server, media: operation.requestMedia }),
  };
}

/** Parameters without which the operation is refused, if any. */
export function neededQuery(operation: Operation): RequestTemplate['query'] {
  const needed = Object.entries(requiredQuery(operation));
  return needed.length === 0 ? undefined : needed;
}

/** Content of a type of its own is asked for by name, unless the contract says what all requests ask for. */
function wanted({ base }: EndpointContract, operation: Operation, media: string): RequestTemplate['headers'] {
  const named = base === 'service' ? Object.keys(operation.everyHeader ?? {}) : [];
  const isNamed = named.some((name) => name.toLowerCase() === 'accept');
  return { ...(isNamed ? {} : { accept: acceptFor(media) }), ...goodCondition(operation) };
}

/** Fields that a request of this operation may carry. */
export function writableFields(scope: Scope, endpoint: EndpointContract, operation: Operation): readonly Field[] {
  // What stands in the address cannot be another in the body.
  const inPath = isChosen(endpoint, operation) ? endpoint.uid : undefined;
  return scope.fields(endpoint.fields).filter((f) => {
    if (f.readOnly === true || (inPath !== undefined && f.name === inPath)) return false;
    return operation.kind !== 'update' || f.patchable !== false;
  });
}

/** RFC 6749 §4.4.2 */
const CLIENT_GRANT = 'client_credentials';

/** A token request with a good assertion; `assertion` in the parameters stands for the JWT. */
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

/** A small valid change: the first plain field that may be patched. */
export function updateFields(
  scope: Scope,
  endpoint: EndpointContract,
  operation: Operation,
): Readonly<Record<string, Value>> {
  const field = patchTarget(scope, endpoint, operation);
  return field === undefined ? {} : { [field.name]: anotherValue(field) };
}

/** The field that updates change when any would do: not a key, not a reference, not sensitive. */
export function patchTarget(scope: Scope, endpoint: EndpointContract, operation: Operation): Field | undefined {
  const fields = writableFields(scope, endpoint, operation).filter(
    (f) =>
      f.unique !== true && f.references === undefined && f.sensitive !== true && f.writeOnly !== true && !isUnknown(f),
  );
  // What holds one character has no value that is not also its longest, which is a case of its own.
  const roomy = fields.filter((f) => f.maxLength !== 1);
  const plain = roomy.filter((f) => f.type !== 'date' && !isStructured(f));
  return plain.find((f) => f.type === 'string' && f.pattern === undefined) ?? plain[0] ?? roomy[0] ?? fields[0];
}

/** Where a field of the first record stands in the request body. */
export function sentPointer({ scope, endpoint, operation }: OperationContext, name: string): string {
  return sentPointerOf(scope, endpoint, operation, name);
}

/** The same, of another operation of the endpoint. */
export function sentPointerOf(scope: Scope, endpoint: EndpointContract, operation: Operation, name: string): string {
  const { singular = '' } = endpoint;
  const tail = name === '' ? '' : `/${name}`;
  switch (operation.request) {
    case 'items':
      return `/0/${singular}${tail}`;
    case 'item':
      return `/${singular}${tail}`;
    default:
      return name === ''
        ? sentPlace(scope, operation)
        : pointerFrom(sentPlace(scope, operation), fieldPlace(endpoint, name));
  }
}
