/** JSON Schemas (2020-12) of responses, built from declared fields, forms and error families. */
import type {
  DeclaredCase,
  EndpointContract,
  Field,
  FieldOf,
  Form,
  Operation,
  ServiceContracts,
  RecordWrapping,
} from '../load/model.ts';
import { type Json, isSameJson } from '../model/json.ts';
import { computeOnce } from './open-question-uses.ts';
import type { Scope } from './scope.ts';
import { omitUndefined } from '../model/objects.ts';
import { decodePointerPart } from '../model/pointer.ts';
import { isConditional, needsCondition } from './request-headers.ts';
import { rejectsValue } from './rejection-kinds.ts';
import { wrappingOf } from './request-templates.ts';

type Schema = { readonly [name: string]: Json };

/**
 * @param isOpen nested records may have other fields
 */
export function fieldSchema(field: Field, isOpen = false): Schema {
  const schema = valueSchema(field, isOpen);
  return field.nullable === true ? nullableSchema(schema) : schema;
}

export function nullableSchema(schema: Schema): Schema {
  const { type, enum: values } = schema;
  // A schema without a type, or with several, allows null already.
  if (type === undefined || Array.isArray(type)) return schema;
  return {
    ...schema,
    type: [type, 'null'],
    ...(Array.isArray(values) ? { enum: [...(values as readonly Json[]), null] } : {}),
  };
}

/** Decimals are not bounded here: `multipleOf: 0.01` is wrong for binary floats. */
function valueSchema(field: Field, isOpen: boolean): Schema {
  switch (field.type) {
    case 'string':
      return {
        type: 'string',
        ...omitUndefined({ minLength: field.minLength, maxLength: field.maxLength, pattern: field.pattern }),
      };
    case 'code':
      return { type: 'string', enum: [...field.values] };
    case 'codes':
      return { type: 'array', uniqueItems: true, items: { type: 'string', enum: [...field.values] } };
    case 'integer':
      return { type: 'integer', ...range(field) };
    case 'decimal':
      return { type: 'number', ...range(field) };
    case 'boolean':
      return { type: 'boolean' };
    case 'date':
      return { type: 'string', format: 'date' };
    case 'uid':
      return { type: 'integer', minimum: 1 };
    case 'uri':
      return { type: 'string', format: 'uri' };
    case 'email':
      return { type: 'string', format: 'email' };
    case 'json':
      return {};
    case 'list':
      return {
        type: 'array',
        ...omitUndefined({ maxItems: field.maxItems, uniqueItems: field.uniqueItems }),
        items: fieldSchema(field.of),
      };
    case 'object':
      return recordSchema(field.fields, isOpen);
    case 'objects':
      return {
        type: 'array',
        ...omitUndefined({ maxItems: field.maxItems }),
        items: recordSchema(field.fields, isOpen),
      };
  }
}

function range({ minimum, maximum }: FieldOf<'integer' | 'decimal'>): Schema {
  return { ...omitUndefined({ minimum, maximum }) };
}

/** Whether every answer that shows the record has the field. */
export function isAlwaysShown({ required, readOnly, inAnswers }: Field): boolean {
  return inAnswers === undefined ? required || readOnly === true : inAnswers === 'always';
}

/** The schema of a record in a read response, closed unless other fields are allowed. */
export function recordSchema(fields: readonly Field[], isOpen = false): Schema {
  // A field with a place is outside of the record.
  const shown = fields.filter((f) => f.writeOnly !== true && f.place === undefined);
  return {
    type: 'object',
    properties: Object.fromEntries(shown.map((f) => [f.name, fieldSchema(f, isOpen)])),
    required: shown.filter(isAlwaysShown).map((f) => f.name),
    ...(isOpen ? {} : { additionalProperties: false }),
  };
}

/** Null without content. */
export function successSchema(scope: Scope, endpoint: EndpointContract, operation: Operation): Schema | null {
  const form = operation.response;
  const fields = scope.fields(endpoint.fields);
  // A body without declared fields, such as a published definition, is any object.
  const record: Schema = fields.length === 0 ? { type: 'object' } : recordSchema(fields, scope.contracts.openAnswers);
  const envelope = scope.contracts.envelope;
  if (form === 'none') return null;
  // The content type judges other bodies.
  if (form === 'content') return {};
  if (operation.schema !== undefined) return operation.schema as Schema;
  const wrapping = wrappingOf(scope, operation);
  if (wrapping !== undefined) {
    const named = fields.find(({ name }) => name === endpoint.uid);
    return wrapped(form, record, wrapping, named === undefined ? {} : fieldSchema(named));
  }
  if (form === 'list' && envelope === undefined) return { type: 'array', items: record };
  if (form === 'plain' || envelope === undefined || endpoint.singular === undefined) return record;
  const single: Schema = closed({ [endpoint.singular]: record }, [endpoint.singular]);
  const { success, result } = envelope;
  const enveloped = (content: Schema): Schema =>
    closed({ [success]: { const: true }, [result]: content }, [success, result]);
  switch (form) {
    case 'single':
      return enveloped(single);
    case 'list':
      return enveloped({ type: 'array', items: single });
    case 'item':
    case 'items': {
      const item = itemSchema(scope, endpoint, operation);
      return form === 'item' ? item : { type: 'array', minItems: 1, items: item };
    }
    default:
      return record;
  }
}

/** With pointers as wrapping, other properties are allowed. A list of plain values has IDs. */
function wrapped(form: Form, record: Schema, wrapping: RecordWrapping, plain: Schema): Schema {
  const { records = '', empty, entry = '', record: place = '', identifier, flag } = wrapping;
  const value: Schema = identifier === '' ? plain : record;
  const body =
    form === 'list'
      ? below(records, { type: 'array', items: below(entry, value) }, empty !== 'absent')
      : below(place, record);
  return flag === undefined ? body : { allOf: [body, below(flag, { const: true })] };
}

function below(pointer: string, schema: Schema, isRequired = true): Schema {
  return pointer
    .split('/')
    .slice(1)
    .reduceRight<Schema>((inner, part) => {
      const name = decodePointerPart(part);
      return { type: 'object', properties: { [name]: inner }, ...(isRequired ? { required: [name] } : {}) };
    }, schema);
}

function itemSchema(scope: Scope, endpoint: EndpointContract, operation: Operation): Schema {
  const envelope = scope.contracts.envelope;
  if (envelope === undefined) return {};
  const correlated = operation.request !== 'none';
  const result: Record<string, Json> = {};
  if (endpoint.uid !== undefined) result[endpoint.uid] = { type: 'integer', minimum: 1 };
  for (const [member, name] of Object.entries(endpoint.nested)) {
    const child = scope.endpoint(name);
    if (child.uid === undefined) continue;
    result[member] = {
      type: 'array',
      items: closed(
        { [envelope.correlation.member]: { type: 'string' }, [child.uid]: { type: 'integer', minimum: 1 } },
        [envelope.correlation.member, child.uid],
      ),
    };
  }
  return closed(
    {
      [envelope.success]: { const: true },
      [envelope.correlation.member]: { type: 'string' },
      [envelope.result]: closed(result, endpoint.uid === undefined ? [] : [endpoint.uid]),
      [envelope.messages]: { type: 'array', minItems: 1, items: { type: 'object' } },
    },
    correlated ? [envelope.success, envelope.correlation.member, envelope.result] : [envelope.success, envelope.result],
  );
}

function closed(properties: Readonly<Record<string, Json>>, required: readonly string[]): Schema {
  return { type: 'object', properties, required, additionalProperties: false };
}

/**
 * Statuses that HTTP requires of a PUT if the contract has none: for a created or replaced resource (RFC 9110 §9.3.4).
 */
function askedOfPut({ method, kind, upsert, taken, success }: Operation): readonly number[] {
  if (method !== 'PUT') return [];
  const made = kind === 'create' || upsert === 'make' ? [201] : [];
  const replaced = taken === 'replace' ? [200, 204] : [];
  return [made, replaced].flatMap((asked) => (asked.some((status) => success.includes(status)) ? [] : asked));
}

/**
 * Every documented status of an operation, with the schema of its body (null: not validated). A status of both a
 * success and a rejection (200 with `success: false`) allows either body, per item for arrays.
 */
export function documentedStatuses(
  scope: Scope,
  endpoint: EndpointContract,
  operation: Operation,
  success = successSchema(scope, endpoint, operation),
): Record<string, Json> {
  const documented: Record<string, Json> = {};
  for (const status of operation.success) documented[status] = success;
  for (const status of askedOfPut(operation)) documented[status] = status === 204 ? null : success;
  // RFC 9110 §15.4.5
  if (isConditional(operation) && operation.kind === 'read') documented['304'] = null;
  // RFC 9110 §14.2
  if (operation.ranges === true) for (const status of [206, 416]) documented[status] = null;
  for (const [kind, refusal] of Object.entries(scope.contracts.errors.refusals)) {
    if (!concerns(operation, kind)) continue;
    const family = scope.contracts.errors.families.find((f) => f.name === refusal.family);
    // The framework of an identity provider rejects unknown methods and paths in its own form.
    const schema: Json =
      family === undefined || (operation.kind === 'token' && !TOKEN_REFUSALS.has(kind)) ? null : family.schema;
    const isItemised = rejectsValue(kind) && operation.response === 'items' && schema !== null;
    const body: Json = isItemised ? { anyOf: [schema, { type: 'array', minItems: 1, items: schema }] } : schema;
    for (const status of refusal.statuses)
      documented[status] = operation.success.includes(status)
        ? (documented[status] ?? body)
        : either(documented[status], body);
    if (rejectsValue(kind) && success !== null && schema !== null)
      allowFailures(documented, operation.response, refusal.statuses, success, schema);
  }
  for (const status of askedStatuses(scope, endpoint, operation)) documented[status] ??= null;
  return documented;
}

/** Combines schemas for several rejections with the same status. */
function either(known: Json | undefined, body: Json): Json {
  if (known === undefined || known === null || body === null) return known ?? body;
  const all = (typeof known === 'object' ? SHAPES.get(known) : undefined) ?? [known];
  if (all.some((one) => isSameJson(one, body))) return known;
  const made: Json = { anyOf: [...all, body] };
  SHAPES.set(made, [...all, body]);
  return made;
}

/** The alternatives of a combined schema. */
const SHAPES = new WeakMap<object, readonly Json[]>();

const TOKEN_REFUSALS: ReadonlySet<string> = new Set(['assertion', 'token-request', 'grant-type', 'unlinked']);
const WRITES: ReadonlySet<string> = new Set(['create', 'update', 'replace', 'delete', 'action']);

/** Whether an operation can be rejected with this kind. */
function concerns(operation: Operation, kind: string): boolean {
  if (TOKEN_REFUSALS.has(kind)) return operation.kind === 'token';
  if (rejectsValue(kind) || kind === 'shape' || kind === 'malformed') return WRITES.has(operation.kind);
  if (kind === 'precondition') return isConditional(operation);
  if (kind === 'precondition-required') return needsCondition(operation);
  if (kind === 'taken') return operation.taken === 'refuse';
  if (kind === 'page') return operation.kind === 'list';
  if (kind === 'query') return operation.query !== undefined || operation.unknownParameters === 'refuse';
  if (kind === 'unauthenticated' || kind === 'forbidden')
    return operation.access === 'token' && operation.kind !== 'token';
  return true;
}

/** A batch may have failed items next to stored ones, so every success status allows both. */
function allowFailures(
  documented: Record<string, Json>,
  form: Form,
  statuses: readonly number[],
  success: Schema,
  failure: Json,
): void {
  for (const [status, schema] of Object.entries(documented)) {
    if (schema !== success) continue;
    if (form === 'items' || statuses.includes(Number(status))) documented[status] = eitherBody(success, failure, form);
  }
}

function eitherBody(success: Schema, failure: Json, form: Form): Json {
  if (form === 'items') {
    return { type: 'array', minItems: 1, items: { anyOf: [success['items'] ?? {}, failure] } };
  }
  return { anyOf: [success, failure] };
}

/** Statuses that custom cases expect of an operation count as documented. */
function askedStatuses({ contracts }: Scope, { endpoint }: EndpointContract, { name }: Operation): readonly number[] {
  return statusesOfCases(contracts).get(`${endpoint}/${name}`) ?? [];
}

/** By operation, because a case may expect statuses of any operation of the service. */
const statusesOfCases = computeOnce(({ endpoints }: ServiceContracts): ReadonlyMap<string, readonly number[]> => {
  const found = new Map<string, number[]>();
  for (const { endpoint, cases } of endpoints)
    for (const one of cases)
      for (const { rule, with: params } of one.checks) {
        const called = CALLS.has(rule) ? calledBy(one, params['step']) : undefined;
        if (called === undefined) continue;
        const operation = called.includes('/') ? called : `${endpoint}/${called}`;
        found.set(operation, [...(found.get(operation) ?? []), ...numbersIn(params['statuses'])]);
      }
  return found;
});

const CALLS: ReadonlySet<string> = new Set(['outcome.status', 'outcome.refused']);

/** The operation called by the judged step; without steps, the operation of the case. */
function calledBy({ on, steps }: DeclaredCase, step: Json | undefined): string | undefined {
  if (steps === undefined) return step === undefined ? on : undefined;
  const name = typeof step === 'string' ? step : (Object.keys(steps).at(-1) ?? '');
  return steps[name]?.on;
}

function numbersIn(value: Json | undefined): readonly number[] {
  return Array.isArray(value) ? value.filter((one): one is number => typeof one === 'number') : [];
}
