/** Reads parts of JSON Schemas in OpenAPI documents. */
import { isMap, type Json } from '../model/json.ts';
import { type JsonSchema, listOf } from '../openapi/references.ts';

export function propertiesOf(schema: JsonSchema | undefined): Readonly<Record<string, JsonSchema>> {
  const properties = schema?.['properties'];
  return isMap(properties)
    ? (Object.fromEntries(Object.entries(properties).filter(([, inner]) => isMap(inner))) as Record<string, JsonSchema>)
    : {};
}

/** Whether responses may contain properties that the schema does not name. */
export function isOpen(schema: JsonSchema | undefined): boolean {
  if (schema === undefined) return false;
  if (isMap(schema['items'])) return isOpen(schema['items']);
  const members = Object.values(propertiesOf(schema));
  return (members.length > 0 && schema['additionalProperties'] !== false) || members.some(isOpen);
}

/** The type of a schema, ignoring `null`. */
export function typeOf(schema: JsonSchema | undefined): Json | undefined {
  const type = schema?.['type'];
  return Array.isArray(type) ? listOf(type).find((one) => one !== 'null') : type;
}

export function entryOf(list: JsonSchema): JsonSchema {
  return isMap(list['items']) ? list['items'] : {};
}

const KEPT = [
  'type',
  'required',
  'properties',
  'items',
  'enum',
  'const',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
] as const;

/** Keeps the schema keywords that a contract repeats: no descriptions, no examples, no vendor extensions. */
export function bareSchema(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(
    KEPT.flatMap((name) => {
      const value = schema[name];
      if (value === undefined) return [];
      if (name === 'properties' && isMap(value))
        return [
          [
            name,
            Object.fromEntries(
              Object.entries(value).map(([member, inner]) => [member, isMap(inner) ? bareSchema(inner) : inner]),
            ),
          ] as const,
        ];
      if (name === 'items' && isMap(value)) return [[name, bareSchema(value)] as const];
      return [[name, value] as const];
    }),
  );
}
