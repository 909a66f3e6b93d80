/** JSON Schemas of request bodies, from the writable fields and the wrapping of an operation. */
import { isMap, type Json } from '../model/json.ts';
import { valueAtPointer, decodePointerPart } from '../model/pointer.ts';
import type { EndpointContract, Field, Operation, RecordWrapping } from '../load/model.ts';
import { fieldSchema, nullableSchema } from '../plan/response-schema.ts';
import type { Scope } from '../plan/scope.ts';
import { wrappingOf, writableFields } from '../plan/request-templates.ts';
import type { JsonSchema } from './references.ts';

/** Schema of a request body; undefined if the operation has none. */
export function requestSchema(scope: Scope, endpoint: EndpointContract, operation: Operation): JsonSchema | undefined {
  if (operation.kind === 'token') return tokenSchema(scope);
  const form = operation.request;
  if (form === 'none') return undefined;
  if (form === 'content') return {};
  const record = writtenRecord(scope, endpoint, operation);
  if (form === 'plain') return wrapRecord(record, wrappingOf(scope, operation));
  if (form === 'form' || form === 'multipart') return record;
  const item = inEnvelope(scope, endpoint, record);
  return form === 'items' ? { type: 'array', minItems: 1, items: item } : item;
}

/** Wraps the record in the objects of the request body, with their constant values. */
function wrapRecord(record: JsonSchema, { sent = '', around: constantValues }: RecordWrapping = {}): JsonSchema {
  return sent
    .split('/')
    .slice(1)
    .map(decodePointerPart)
    .reduceRight<JsonSchema>((inner, name, depth, names) => {
      const beside =
        constantValues === undefined
          ? {}
          : valueAtPointer(
              constantValues,
              names
                .slice(0, depth)
                .map((one) => `/${one}`)
                .join(''),
            );
      const constants = Object.entries(isMap(beside) ? beside : {}).filter(
        ([member, value]) => member !== name && !isMap(value),
      );
      return closedObject(
        { ...Object.fromEntries(constants.map(([member, value]) => [member, { const: value }])), [name]: inner },
        [...constants.map(([member]) => member), name],
      );
    }, record);
}

/** Schema of the record in a request: a create has required fields, an update has none. */
export function writtenRecord(scope: Scope, endpoint: EndpointContract, operation: Operation): JsonSchema {
  const isUpdate = operation.kind === 'update';
  const fields = writableFields(scope, endpoint, operation);
  // Null is not documented if the case that clears fields is switched off.
  const isCleared = isUpdate && !scope.contracts.catalogue.off.some(({ row }) => row === CLEARED);
  const ownFields = fields.map(
    (field) =>
      [field.name, isCleared && !field.required ? nullableSchema(writtenField(field)) : writtenField(field)] as const,
  );
  const parts =
    operation.kind === 'create'
      ? Object.entries(endpoint.nested).map(([member, name]) => [member, part(scope, name)] as const)
      : [];
  return closedObject(
    Object.fromEntries([...ownFields, ...parts]),
    isUpdate ? [] : fields.filter((field) => field.required).map((field) => field.name),
  );
}

const CLEARED = 'lifecycle.update-clear';

/** List types. */
const LISTS: ReadonlySet<string> = new Set(['codes', 'objects', 'list']);

/** Nested records of another family, each in its own envelope. */
function part(scope: Scope, name: string): JsonSchema {
  const child = scope.endpoint(name);
  const create = scope.operation(child, 'create');
  const record = create === undefined ? { type: 'object' } : writtenRecord(scope, child, create);
  return { type: 'array', items: inEnvelope(scope, child, record) };
}

function inEnvelope(scope: Scope, endpoint: EndpointContract, record: JsonSchema): JsonSchema {
  const envelope = scope.contracts.envelope;
  if (envelope === undefined || endpoint.singular === undefined) return record;
  const { member, maxLength } = envelope.correlation;
  return closedObject({ [member]: { type: 'string', maxLength }, [endpoint.singular]: record }, [
    member,
    endpoint.singular,
  ]);
}

/** Field schema of a request. It has limits that apply only to input. */
function writtenField(field: Field): JsonSchema {
  const description = fieldWords(field);
  return {
    ...(field.type === 'object' ? writtenInside(field) : fieldSchema(field)),
    ...(field.type === 'objects' ? { items: writtenInside(field) } : {}),
    ...limits(field, field.type === 'uri' || field.type === 'email' ? ['minLength', 'maxLength'] : []),
    ...limits(field, LISTS.has(field.type) ? ['minItems', 'maxItems'] : []),
    ...(description === '' ? {} : { description }),
  };
}

function writtenInside(field: Field): JsonSchema {
  const fields = (field.fields ?? []).filter((inner) => inner.readOnly !== true);
  return closedObject(
    Object.fromEntries(fields.map((inner) => [inner.name, writtenField(inner)])),
    fields.filter((inner) => inner.required).map((inner) => inner.name),
  );
}

function limits(field: Field, names: readonly ('minLength' | 'maxLength' | 'minItems' | 'maxItems')[]): JsonSchema {
  return Object.fromEntries(names.flatMap((name) => (field[name] === undefined ? [] : [[name, field[name]] as const])));
}

/** Description of constraints without a JSON Schema keyword. */
function fieldWords(field: Field): string {
  const words = [
    field.element === undefined ? undefined : `Data element ${field.element}.`,
    field.type === 'decimal' ? `At most ${field.decimals ?? 2} decimals.` : undefined,
    field.references === undefined ? undefined : `Identifier of a record of ${field.references}.`,
    field.unique === true ? 'Unique among all records.' : undefined,
    field.notAfterToday === true ? 'Not in the future.' : undefined,
    field.notBefore === undefined ? undefined : `Not before ${field.notBefore}.`,
  ];
  return words.filter((word) => word !== undefined).join(' ');
}

function tokenSchema(scope: Scope): JsonSchema {
  const grant = scope.contracts.token?.grantType;
  return {
    type: 'object',
    properties: {
      grant_type: grant === undefined ? { type: 'string' } : { const: grant },
      assertion: { type: 'string', description: 'The signed token request.' },
    },
    required: ['grant_type', 'assertion'],
  };
}

function closedObject(properties: Readonly<Record<string, Json>>, required: readonly string[]): JsonSchema {
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }), additionalProperties: false };
}
