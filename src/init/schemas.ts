/** Reads parts of JSON Schemas in OpenAPI documents. */
import { isMap, type Json } from '../model/json.ts';
import { type JsonSchema, asList } from '../openapi/references.ts';

export function propertiesOf(schema: JsonSchema | undefined): Readonly<Record<string, JsonSchema>> {
  const properties = schema?.['properties'];
  return isMap(properties)
    ? (Object.fromEntries(Object.entries(properties).filter(([, inner]) => isMap(inner))) as Record<string, JsonSchema>)
    : {};
}

/** Whether responses may contain properties that the schema does not name. */
export function allowsUnknownProperties(schema: JsonSchema | undefined): boolean {
  if (schema === undefined) return false;
  if (isMap(schema['items'])) return allowsUnknownProperties(schema['items']);
  const members = Object.values(propertiesOf(schema));
  return (members.length > 0 && schema['additionalProperties'] !== false) || members.some(allowsUnknownProperties);
}

/** Whether values match one of several schemas of objects. Which fields they have depends on the schema. */
export function isUnion(schema: JsonSchema | undefined): boolean {
  return ['oneOf', 'anyOf'].some(
    (word) =>
      asList(schema?.[word]).filter((one) => isMap(one) && Object.keys(propertiesOf(one)).length > 0).length > 1,
  );
}

/** The type of a schema, ignoring `null`. */
export function schemaType(schema: JsonSchema | undefined): Json | undefined {
  const type = schema?.['type'];
  return Array.isArray(type) ? asList(type).find((one) => one !== 'null') : type;
}

export function itemSchemaOf(list: JsonSchema): JsonSchema {
  return isMap(list['items']) ? list['items'] : {};
}

/** Whether a limit can be in a contract: no value can meet a maximum below the minimum. */
export function isUsableLimit(schema: JsonSchema, name: string): boolean {
  const limit = schema[name];
  if (typeof limit !== 'number') return false;
  const isSize = /Length$|Items$/.test(name);
  if (isSize && (!Number.isInteger(limit) || limit < (name.startsWith('max') ? 1 : 0))) return false;
  const [least, most] = ['min', 'max'].map((end) => schema[name.replace(/^m(in|ax)/, end)]);
  return typeof least !== 'number' || typeof most !== 'number' || least <= most;
}

function isInexact(value: Json): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
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
export function stripSchema(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(
    KEPT.flatMap((name) => {
      const value = schema[name];
      if (value === undefined || (/^m(in|ax)/.test(name) && !isUsableLimit(schema, name))) return [];
      // Integers beyond the safe range are not exact.
      if (name === 'enum' && (asList(value).length === 0 || asList(value).some(isInexact))) return [];
      if (name === 'properties' && isMap(value))
        return [
          [
            name,
            Object.fromEntries(
              Object.entries(value).map(([member, inner]) => [member, isMap(inner) ? stripSchema(inner) : inner]),
            ),
          ] as const,
        ];
      if (name === 'items' && isMap(value)) return [[name, stripSchema(value)] as const];
      return [[name, name === 'required' ? [...new Set(asList(value))] : value] as const];
    }),
  );
}
