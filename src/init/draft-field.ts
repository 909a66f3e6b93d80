/** Converts the schema of one property to a field of a contract. Keywords that a contract does not support are omitted. */
import { exampleFault } from '../load/field.ts';
import { patternFault } from '../load/pattern-faults.ts';
import { omitUndefined } from '../model/objects.ts';
import { valueAtPointer, encodePointerPart } from '../model/pointer.ts';
import { isMap, type Json, type JsonMap, ownProperty } from '../model/json.ts';
import { matchesPattern } from '../model/pattern.ts';
import { type JsonSchema, asList } from '../openapi/references.ts';
import { isAllowedFieldName } from './names.ts';
import { isUsableLimit } from './schemas.ts';

/** String formats that have no field type in a contract: their pattern and a valid example. */
const FORMATS: Readonly<Record<string, { readonly pattern: string; readonly example: string }>> = {
  'date-time': {
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$',
    example: '2024-03-01T12:00:00Z',
  },
  uuid: {
    pattern: '^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$',
    example: '00000000-0000-4000-8000-000000000000',
  },
};

const TYPED_FORMATS: Readonly<Record<string, string>> = { date: 'date', uri: 'uri', url: 'uri', email: 'email' };

/**
 * Field type and limits as in `contracts/<service>/<endpoint>.yaml`.
 * @param shownSchema schema of the property in responses, if it differs; an object that it describes in less detail becomes `json`
 */
export function draftField(schema: JsonSchema, shownSchema = schema): JsonMap {
  const sentField = typedField(schema);
  const lessDetailed =
    sentField['type'] === 'object' && shownSchema !== schema && typedField(shownSchema)['type'] !== 'object';
  const field = withValidExample(lessDetailed ? jsonField(schema) : sentField);
  return asList(schema['type']).includes('null') ? { ...field, nullable: true } : field;
}

/** Removes an example that violates the limits of its own field: it would be sent as a valid value. */
function withValidExample(field: JsonMap): JsonMap {
  if (exampleFault(field) === undefined) return field;
  const { example: _example, ...others } = field;
  return others;
}

function typedField(schema: JsonSchema): JsonMap {
  const type = asList(schema['type']).find((one) => one !== 'null') ?? schema['type'];
  const values = schema['const'] === undefined ? asList(schema['enum']) : [schema['const']];
  if (values.length > 0) return codeField(values, schema);
  switch (type) {
    case 'string':
      return stringField(schema);
    case 'integer':
      return {
        type: 'integer',
        ...schemaLimits(withInclusiveBounds(schema), ['minimum', 'maximum']),
        ...exampleOf(schema, 'number'),
      };
    case 'number':
      return { type: 'decimal', ...schemaLimits(schema, ['minimum', 'maximum']), ...exampleOf(schema, 'number') };
    case 'boolean':
      return { type: 'boolean' };
    case 'array':
      return listField(schema);
    case 'object':
    case undefined:
      return objectField(schema) ?? jsonField(schema);
    default:
      return jsonField(schema);
  }
}

/** `exclusiveMinimum: 0` of an integer is `minimum: 1`. */
function withInclusiveBounds(schema: JsonSchema): JsonSchema {
  const { exclusiveMinimum: above, exclusiveMaximum: below } = schema;
  return {
    ...schema,
    ...(typeof above === 'number' ? { minimum: Math.floor(above) + 1 } : {}),
    ...(typeof below === 'number' ? { maximum: Math.ceil(below) - 1 } : {}),
  };
}

/** Code lists contain only strings; other constants become `json`. */
function codeField(values: readonly Json[], schema: JsonSchema): JsonMap {
  const texts = values.filter((value) => typeof value === 'string' && value !== '');
  return texts.length > 0 && texts.length === values.filter((value) => value !== null).length
    ? { type: 'code', values: [...new Set(texts)] }
    : jsonField(schema);
}

function stringField(schema: JsonSchema): JsonMap {
  const format = typeof schema['format'] === 'string' ? schema['format'] : '';
  const known = ownProperty(FORMATS, format);
  const size = schemaLimits(schema, ['minLength', 'maxLength']);
  if (known !== undefined) {
    const { example = known.example } = exampleOf(schema, 'string');
    const isValid = typeof example === 'string' && matchesPattern(known.pattern, example);
    return { type: 'string', pattern: known.pattern, example: isValid ? example : known.example };
  }
  const typedField = ownProperty(TYPED_FORMATS, format);
  const example = exampleOf(schema, 'string');
  // A relative reference is not a URI (RFC 3986 §4.2), even if the document gives it the format `uri`. The same applies to `email`.
  const isInvalid = typedField !== 'date' && exampleFault({ type: typedField ?? 'string', ...example }) !== undefined;
  if (typedField !== undefined && !isInvalid)
    return { type: typedField, ...(typedField === 'date' ? {} : schemaLimits(schema, ['maxLength'])), ...example };
  const { pattern } = schema;
  // A pattern is kept only with an example that matches it.
  const matched =
    typeof pattern === 'string' &&
    typeof example.example === 'string' &&
    patternFault(pattern) === undefined &&
    matchesPattern(pattern, example.example);
  return { type: 'string', ...size, ...(matched ? { pattern } : {}), ...example };
}

function listField(schema: JsonSchema): JsonMap {
  const items = isMap(schema['items']) ? schema['items'] : {};
  const values = asList(items['enum']);
  if (values.length > 0 && values.every((value) => typeof value === 'string' && value !== ''))
    return { type: 'codes', values: [...new Set(values)], ...schemaLimits(schema, ['minItems', 'maxItems']) };
  const { properties } = items;
  const shown = asList(schema['example']);
  const entry = isMap(properties) ? undefined : plainEntry(items, shown);
  if (entry !== undefined)
    return {
      type: 'list',
      ...schemaLimits(schema, ['minItems', 'maxItems']),
      ...(schema['uniqueItems'] === true ? { uniqueItems: true } : {}),
      of: entry,
      ...(shown.length > 0 ? { example: shown } : {}),
    };
  if (!isMap(properties)) return jsonField(schema, []);
  const fields = membersOf(items);
  if (Object.keys(fields).length === 0) return jsonField(schema, []);
  return { type: 'objects', ...schemaLimits(schema, ['minItems', 'maxItems']), fields };
}

/** Fields by name. */
type Fields = Readonly<Record<string, JsonMap>>;

/** Keywords that constrain an object beyond its properties. */
const CHOICES: readonly string[] = ['oneOf', 'anyOf', 'not', 'if', 'patternProperties', 'dependentRequired'];

/** An object whose properties are all described; undefined if the schema allows more than these. */
function objectField(schema: JsonSchema): JsonMap | undefined {
  const { properties, additionalProperties = false } = schema;
  if (!isMap(properties) || additionalProperties !== false || CHOICES.some((word) => schema[word] !== undefined))
    return undefined;
  const fields = membersOf(schema);
  if (Object.keys(fields).length === 0) return undefined;
  return { type: 'object', fields, ...omitUndefined({ example: exampleOfObject(schema, fields) }) };
}

/** Example of the whole object without read-only properties, else composed from its fields. */
function exampleOfObject(schema: JsonSchema, fields: Fields): JsonMap | undefined {
  const shown = [schema['example'], asList(schema['examples'])[0], schema['default']].find(isMap);
  const isSet = (name: string): boolean =>
    valueAtPointer(schema['properties'], `/${encodePointerPart(name)}/readOnly`) !== true;
  const sent = Object.fromEntries(Object.entries(shown ?? {}).filter(([name]) => isSet(name)));
  const isWhole = asList(schema['required']).every((name) => String(name) in sent || !isSet(String(name)));
  return isWhole && Object.keys(sent).length > 0 ? sent : composeExample(schema, fields);
}

function membersOf(schema: JsonSchema): Fields {
  const properties = isMap(schema['properties']) ? schema['properties'] : {};
  const required = asList(schema['required']);
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => isAllowedFieldName(name))
      .map(([name, inner]) => [
        name,
        { ...draftField(isMap(inner) ? inner : {}), ...(required.includes(name) ? { required: true } : {}) },
      ]),
  );
}

/**
 * Entry of a list of strings, numbers, dates or booleans; undefined for other entries.
 * @param shown entries of an example of the list; the first one determines the type, and the entry has no example of its own
 */
function plainEntry(items: JsonSchema, shown: readonly Json[]): JsonMap | undefined {
  if (items['type'] === undefined) return undefined;
  const { example, ...entry } = draftField(shown[0] === undefined ? items : { ...items, example: shown[0] });
  if (!PLAIN.has(String(entry['type']))) return undefined;
  return { ...entry, ...(shown.length === 0 ? omitUndefined({ example }) : {}) };
}

const PLAIN: ReadonlySet<string> = new Set(['string', 'integer', 'decimal', 'boolean', 'date', 'uri', 'email']);

/** Field type `json` for a value that a contract cannot describe further, with a valid example. */
function jsonField(schema: JsonSchema, otherwise?: Json): JsonMap {
  const shown = schema['example'] ?? asList(schema['examples'])[0] ?? schema['default'];
  const given = [shown, parseShown(shown), otherwise].find((one) => one !== undefined && isOf(one, schema['type']));
  return { type: 'json', ...omitUndefined({ example: given ?? composeExample(schema, membersOf(schema)) }) };
}

/** Composes an example from required fields and fields with an example. Undefined if a required field has no usable value. */
function composeExample(schema: JsonSchema, fields: Fields): JsonMap | undefined {
  const properties = isMap(schema['properties']) ? schema['properties'] : {};
  const required = asList(schema['required']);
  const members: [string, Json][] = [];
  for (const [name, inner] of Object.entries(properties)) {
    if (!isMap(inner) || inner['readOnly'] === true) continue;
    const { example, type, values } = ownProperty(fields, name) ?? {};
    const value = example ?? (required.includes(name) ? defaultValue(inner, String(type), asList(values)) : undefined);
    if (value !== undefined) members.push([name, value]);
    else if (required.includes(name)) return undefined;
  }
  // Not by assignment, which would set the prototype for a field `__proto__`.
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

/** A default value for a type without an example; undefined if any value could be invalid. */
function defaultValue(
  { minimum, minLength, maxLength, pattern }: JsonSchema,
  type: string,
  values: readonly Json[],
): Json | undefined {
  const [least, shortest, longest] = [minimum, minLength, maxLength].map((one) =>
    typeof one === 'number' ? one : undefined,
  );
  switch (type) {
    case 'code':
      return values[0];
    case 'integer':
    case 'decimal':
      return Math.max(least ?? 1, 1);
    case 'boolean':
      return true;
    case 'date':
      return '2024-03-01';
    case 'uri':
      return 'https://partner.example/inbox';
    case 'email':
      return 'contact@partner.example';
    case 'string':
      return pattern === undefined ? 'Example'.slice(0, longest ?? 7).padEnd(shortest ?? 0, 'e') : undefined;
    default:
      return undefined;
  }
}

/** Parses a JSON object or list that the document shows as a string. */
function parseShown(shown: Json | undefined): Json | undefined {
  if (typeof shown !== 'string' || !/^\s*[[{]/.test(shown)) return undefined;
  try {
    return JSON.parse(shown) as Json;
  } catch {
    return undefined;
  }
}

/** Whether an object or a list was expected and found; true for other types. */
function isOf(value: Json, type: Json | undefined): boolean {
  if (type === 'object') return isMap(value);
  return type === 'array' ? Array.isArray(value) : true;
}

/** Longest string that a test case generates and sends. Longer limits cannot be tested and are omitted. */
const MAX_LENGTH = 100_000;

export function schemaLimits(schema: JsonSchema, names: readonly string[]): JsonMap {
  return Object.fromEntries(
    names.flatMap((name) => {
      const limit = schema[name];
      const isTried =
        typeof limit === 'number' && isUsableLimit(schema, name) && (!name.endsWith('Length') || limit <= MAX_LENGTH);
      return isTried ? [[name, limit] as const] : [];
    }),
  );
}

function exampleOf(schema: JsonSchema, type: 'number' | 'string'): { readonly example?: Json } {
  const example = schema['example'] ?? asList(schema['examples'])[0] ?? schema['default'];
  return typeof example === type && example !== '' ? { example: example as Json } : {};
}
