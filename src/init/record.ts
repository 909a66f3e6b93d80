/** Fields of a record and its ID field, derived from the operations that send and return the record. */
import { omitUndefined, mapOptional } from '../model/objects.ts';
import { isMap, type Json, type JsonMap, ownProperty } from '../model/json.ts';
import { encodePointerPart } from '../model/pointer.ts';
import { uniqueForm } from '../plan/values.ts';
import type { ApiOperation } from '../openapi/document.ts';
import type { JsonSchema } from '../openapi/references.ts';
import { responseSchemaOf, requestBodyOf, locateRecord } from './operation-bodies.ts';
import { draftField } from './draft-field.ts';
import { PLACE_KEYWORD } from './json-api.ts';
import { isAllowedFieldName, normalizeName } from './names.ts';
import { listInResponse } from './paging.ts';
import type { ResourceAction, Resource } from './resources.ts';
import { isUnion, itemSchemaOf, propertiesOf, schemaType } from './schemas.ts';

/** Known field names of the records: from create and replace requests, else from the list. */
export function knownFieldNames({ actions }: Resource): ReadonlySet<string> {
  const sent = actions
    .filter(({ kind }) => kind === 'create' || kind === 'replace')
    .map(({ operation }) => requestBodyOf(operation)?.schema);
  const listed = actions
    .filter(({ kind }) => kind === 'list')
    .map(({ operation }) => listInResponse(operation)?.schema);
  const [known = {}] = [...sent, ...listed].map(propertiesOf).filter((members) => Object.keys(members).length > 0);
  return new Set(Object.keys(known).filter((name) => known[name]?.['readOnly'] !== true));
}

/** Schema of the record in the response that describes it best. */
export function recordSchemaOf(resource: Resource): JsonSchema | undefined {
  const { actions, name } = resource;
  const knownFields = knownFieldNames(resource);
  const operationOf = (kind: ResourceAction['kind']): ApiOperation | undefined =>
    actions.find((one) => one.kind === kind)?.operation;
  const kinds = ['read', 'create', 'replace', 'update'] as const;
  const single = kinds.map((kind) => locateRecord(responseSchemaOf(operationOf(kind)), name, knownFields)?.schema);
  const entry = mapOptional(operationOf('list'), listInResponse)?.schema;
  return [single[0], entry, ...single.slice(1)].find((schema) => Object.keys(propertiesOf(schema)).length > 0);
}

/** Merges the properties of requests and responses. Properties that only responses contain are read-only. */
export function draftFields(
  written: JsonSchema | undefined,
  shown: JsonSchema | undefined,
  isPartial: boolean,
): Readonly<Record<string, JsonMap>> {
  const [sentProperties, shownProperties] = [propertiesOf(written), propertiesOf(shown)];
  const required = (schema: JsonSchema | undefined, name: string): boolean =>
    Array.isArray(schema?.['required']) && (schema['required'] as readonly Json[]).includes(name);
  const isSentAs = (name: string): boolean =>
    Object.hasOwn(sentProperties, name) && sentProperties[name]?.['readOnly'] !== true;
  const isShownAs = (name: string): boolean =>
    Object.hasOwn(shownProperties, name) && shownProperties[name]?.['writeOnly'] !== true;
  return Object.fromEntries(
    [...new Set([...Object.keys(shownProperties), ...Object.keys(sentProperties)])]
      // Properties that are read-only in the request schema and write-only in the response schema are dropped.
      .filter((name) => isAllowedFieldName(name) && (isSentAs(name) || isShownAs(name)))
      .map((name) => {
        const [sentProperty, shownProperty] = [ownProperty(sentProperties, name), ownProperty(shownProperties, name)];
        const schema = sentProperty ?? shownProperty ?? {};
        const [isSent, isShown] = [isSentAs(name), isShownAs(name)];
        const isRequired = isSent && !isPartial && required(written, name);
        const isReadOnly = !isSent && shown !== undefined;
        const isAlways = required(shown, name);
        const field = withNestedFields(draftField(schema, shownProperty), sentProperty, shownProperty, isPartial);
        return [
          name,
          {
            ...field,
            ...omitUndefined({ place: placeOf(shownProperty ?? schema) }),
            ...(isRequired ? { required: true } : {}),
            ...(isReadOnly ? { readOnly: true } : {}),
            ...(isSent && isDescribedAsUnique(schema) && canBeUnique(field) ? { unique: true } : {}),
            // An optional field with a default value may be present even if it was not sent.
            ...(isSent && isShown && !isRequired && (schema['default'] ?? null) !== null ? { usual: true } : {}),
            ...(isShown && isAlways !== (isRequired || isReadOnly)
              ? { inAnswers: isAlways ? 'always' : 'sometimes' }
              : {}),
            ...(isShown || written === undefined || shown === undefined ? {} : { writeOnly: true }),
          },
        ];
      }),
  );
}

/** Applies the same merge to nested records. */
function withNestedFields(
  field: JsonMap,
  sent: JsonSchema | undefined,
  shown: JsonSchema | undefined,
  isPartial: boolean,
): JsonMap {
  const inside = field['type'] === 'object' ? withExamples : field['type'] === 'objects' ? itemSchemaOf : undefined;
  if (inside === undefined) return field;
  const fields = draftFields(mapOptional(sent, inside), mapOptional(shown, inside), isPartial);
  return Object.keys(fields).length === 0 ? field : { ...field, fields };
}

/** Copies values of the example of the object to the properties. */
function withExamples(schema: JsonSchema): JsonSchema {
  const { example } = schema;
  if (!isMap(example)) return schema;
  const properties = Object.entries(propertiesOf(schema)).map(([name, inner]) => [
    name,
    { ...omitUndefined({ example: ownProperty(example, name) }), ...inner },
  ]);
  return { ...schema, properties: Object.fromEntries(properties) as JsonMap };
}

function placeOf(schema: JsonSchema): string | undefined {
  const place = schema[PLACE_KEYWORD];
  return typeof place === 'string' ? place : undefined;
}

function isDescribedAsUnique({ description }: JsonSchema): boolean {
  return typeof description === 'string' && /\bunique\b/i.test(description) && !NOT_UNIQUE.test(description);
}

/** Whether unique values of the field can be generated. */
function canBeUnique(field: JsonMap): boolean {
  return UNIQUE.has(String(field['type'])) && (field['type'] !== 'string' || uniqueForm(field) !== undefined);
}

const NOT_UNIQUE = /\b(?:not|non|need not be|no longer)[ -]unique\b/i;

/** Marks the ID field as unique if the client sets it. */
export function markIdField(
  fields: Readonly<Record<string, JsonMap>>,
  uid: string,
  chosen?: JsonMap,
): Readonly<Record<string, JsonMap>> {
  const known = ownProperty(fields, uid);
  if (chosen !== undefined) {
    const field = known ?? { type: 'string', readOnly: true };
    return { ...fields, [uid]: field['type'] === 'string' ? { ...chosen, ...field } : field };
  }
  if (known === undefined) return { [uid]: { type: 'string', readOnly: true }, ...fields };
  const isSent = known['readOnly'] !== true && UNIQUE.has(String(known['type']));
  return isSent ? { ...fields, [uid]: { ...known, unique: true } } : fields;
}

const UNIQUE: ReadonlySet<string> = new Set(['string', 'integer', 'uri', 'email']);

/** Whether a response contains the complete record: no unknown property, and every field that the record always has. */
export function containsRecord(
  schema: JsonSchema | undefined,
  fields: Readonly<Record<string, JsonMap>>,
  isWritten: boolean,
): boolean {
  const names = Object.keys(propertiesOf(schema));
  return (
    !isUnion(schema) &&
    names.every((name) => Object.hasOwn(fields, name)) &&
    (names.length === 0 ||
      Object.entries(fields).every(
        ([name, { required, readOnly, writeOnly }]) =>
          names.includes(name) || writeOnly === true || (!isWritten && required !== true && readOnly !== true),
      ))
  );
}

/**
 * Pointer to the ID of the created record in a response that is not the record: a property named like the ID field or the path parameter.
 */
export function createdIdPointer(
  answer: JsonSchema | undefined,
  ...names: readonly (string | undefined)[]
): string | undefined {
  const members = Object.keys(propertiesOf(answer));
  const member = names
    .flatMap((name) => (name === undefined ? [] : members.filter((one) => normalizeName(one) === normalizeName(name))))
    .at(0);
  return mapOptional(member, (name) => `/${encodePointerPart(name)}`);
}

/** The field that a path parameter identifies: the same name, the last word of the name, or a common ID name of a suitable type. */
export function idFieldOf(
  parameter: string,
  fields: Readonly<Record<string, JsonMap>>,
  { path, actions }: Resource,
): string {
  const written = actions
    .flatMap(({ operation }) => (operation.path === path ? [] : operation.parameters))
    .find((one) => one.in === 'path' && one.name === parameter);
  const isNumber = schemaType(written?.schema) === 'integer';
  const isText = schemaType(written?.schema) === 'string';
  const fits = (name: string): boolean => {
    const type = fields[name]?.['type'];
    return (
      type !== 'json' &&
      type !== 'objects' &&
      type !== 'object' &&
      (isNumber ? type === 'integer' : isText ? type !== 'integer' && type !== 'decimal' : true)
    );
  };
  const names = Object.keys(fields).filter(fits);
  const sameName = names.find((name) => normalizeName(name) === normalizeName(parameter));
  const last = parameter
    .split(/[_\W]|(?=[A-Z])/)
    .filter((word) => word !== '')
    .at(-1);
  const ending = names.find((name) => normalizeName(name) === normalizeName(last ?? ''));
  const usual = ID_NAMES.flatMap((word) => names.find((name) => normalizeName(name) === word) ?? [])[0];
  return sameName ?? ending ?? usual ?? parameter;
}

/** ID field of records that can only be listed: a common ID name that all entries contain. */
export function listedIdField(
  fields: Readonly<Record<string, JsonMap>>,
  { path, actions }: Resource,
): string | undefined {
  if (!actions.every(({ kind }) => kind === 'list')) return undefined;
  return UNAMBIGUOUS_ID_NAMES.find((name) => {
    // A path parameter of this name identifies a parent record.
    if (path.includes(`{${name}}`)) return false;
    const { type, inAnswers } = fields[name] ?? {};
    return (type === 'string' || type === 'integer') && inAnswers !== 'sometimes';
  });
}

const UNAMBIGUOUS_ID_NAMES = ['id', 'uuid', 'uid', 'guid'] as const;

const ID_NAMES = ['id', 'uuid', 'uid', 'gid', 'sid', 'key', 'name', 'username', 'slug', 'code'] as const;
