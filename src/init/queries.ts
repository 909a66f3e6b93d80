/** Query parameters of a contract. Parameters that a contract cannot describe are reported. */
import { omitUndefined } from '../model/objects.ts';
import { type Json, type JsonMap, ownProperty } from '../model/json.ts';
import { encodePointerPart } from '../model/pointer.ts';
import type { ApiOperation, ApiParameter } from '../openapi/document.ts';
import { type JsonSchema, asList } from '../openapi/references.ts';
import { successStatuses } from './operation-bodies.ts';
import { draftField, schemaLimits } from './draft-field.ts';
import { normalizeName } from './names.ts';
import { paginationParameters } from './paging.ts';
import { schemaType } from './schemas.ts';
import { pathParameters } from '../model/path-template.ts';
import { patternFault } from '../load/pattern-faults.ts';
import { uniqueIdValue } from '../plan/values.ts';

export interface QueryDraft {
  /** Content of `query` of an operation. */
  readonly query: Readonly<Record<string, JsonMap>>;
  /** Omitted parameters with the reason. */
  readonly leftOut: readonly string[];
}

/** Query parameters of an operation. `fields`: fields of the listed records. */
export function draftQuery(
  operation: ApiOperation,
  fields: Readonly<Record<string, JsonMap>>,
  isList: boolean,
): QueryDraft {
  const paging = paginationParameters(operation);
  const query: Record<string, JsonMap> = {};
  const leftOut: string[] = [];
  for (const parameter of operation.parameters) {
    if (parameter.in !== 'query' || paging.has(parameter.name)) continue;
    const draft = draftParameter(parameter);
    if (draft === undefined)
      leftOut.push(`the parameter ${parameter.name}: its type is not string, number, date or boolean`);
    else
      query[parameter.name] = isSelecting(parameter.name)
        ? { ...draft, ...exampleField(draft, fields), selects: true }
        : { ...draft, ...(isList ? filterOf(parameter.name, draft, operation, fields) : {}) };
  }
  return { query, leftOut };
}

/** Type and limits of a query or path parameter. */
export function draftParameter({
  name: _name,
  in: place,
  required,
  schema,
  example,
  isJoined,
  explode,
}: ApiParameter): JsonMap | undefined {
  const isList = schemaType(schema) === 'array';
  if (isList && (isJoined === true || place === 'path')) return undefined;
  const inner = isList ? ((schema['items'] ?? {}) as JsonSchema) : schema;
  const type = ownProperty(TYPES, String(schemaType(inner) ?? 'string'));
  if (type === undefined) return undefined;
  const values = asList(inner['enum']).filter((value) => typeof value === 'string' && value !== '');
  const shown = example ?? inner['example'] ?? inner['default'] ?? undefined;
  const isDate = type === 'string' && inner['format'] === 'date';
  const bounds = type === 'string' ? ['minLength', 'maxLength'] : type === 'boolean' ? [] : ['minimum', 'maximum'];
  const isValid = (value: Json | undefined): boolean =>
    typeof value === (type === 'string' || type === 'boolean' ? type : 'number') &&
    value !== '' &&
    (values.length === 0 || values.includes(value as Json)) &&
    (!isDate || /^\d{4}-\d{2}-\d{2}$/.test(String(value)));
  const defaultValue = place === 'query' && !isList && isValid(inner['default']) ? inner['default'] : undefined;
  const common = {
    ...(isList ? { list: true, ...omitUndefined({ explode }) } : {}),
    ...(required && place !== 'path' ? { required: true } : {}),
    ...omitUndefined({ default: defaultValue }),
  };
  if (type === 'string' && values.length > 0) return { type: 'code', ...common, values: [...new Set(values)] };
  return {
    type: isDate ? 'date' : type,
    ...common,
    ...(isDate ? {} : schemaLimits(inner, bounds)),
    ...omitUndefined({ example: isValid(shown) ? shown : undefined }),
  };
}

const TYPES: Readonly<Record<string, 'string' | 'integer' | 'decimal' | 'boolean'>> = {
  string: 'string',
  integer: 'integer',
  number: 'decimal',
  boolean: 'boolean',
};

/** Names of the parameter that selects fields: `fields[books]` of JSON:API, `$select` of OData. */
function isSelecting(name: string): boolean {
  return /^(?:fields(?:\[[^\]]*\])?|\$select|select|_fields)$/i.test(name);
}

/** Uses an existing field as the example, since a service may reject unknown field names. */
function exampleField({ type, example }: JsonMap, fields: Readonly<Record<string, JsonMap>>): JsonMap {
  const [first] = Object.entries(fields).find(([, field]) => field['readOnly'] !== true) ?? [];
  return type === 'string' && example === undefined && first !== undefined ? { example: first } : {};
}

/** A parameter with the name and type of a field is assumed to filter by that field. */
function filterOf(
  name: string,
  draft: JsonMap,
  { method }: ApiOperation,
  fields: Readonly<Record<string, JsonMap>>,
): JsonMap {
  const fieldName = /^filter\[([^\]]+)\]$/.exec(name)?.[1] ?? name;
  const field = Object.entries(fields).find(([member]) => normalizeName(member) === normalizeName(fieldName));
  const isSame =
    field !== undefined &&
    (field[1]['type'] === draft['type'] || (draft['type'] === 'code' && field[1]['type'] === 'string'));
  return method === 'GET' && isSame && draft['list'] !== true ? { filters: `/${encodePointerPart(field[0])}` } : {};
}

/** Limits of the name in the path. Undefined if the PUT creates no record, or if no unique name can be generated. */
export function clientChosenName(operation: ApiOperation): JsonMap | undefined {
  const { method, path, parameters } = operation;
  const parameter = parameters.find((one) => one.in === 'path' && one.name === pathParameters(path).at(-1));
  if (method !== 'PUT' || !path.endsWith(`{${parameter?.name ?? ''}}`) || !successStatuses(operation).includes('201'))
    return undefined;
  const { schema = {} } = parameter ?? {};
  const { pattern } = schema;
  if (schemaType(schema) !== 'string' || asList(schema['enum']).length > 0) return undefined;
  if (pattern !== undefined && (typeof pattern !== 'string' || patternFault(pattern) !== undefined)) return undefined;
  const { type, example: _example, ...limitsAndDefault } = draftField(schema);
  const limits: JsonMap = pattern === undefined ? limitsAndDefault : { ...limitsAndDefault, pattern };
  return type === 'string' && uniqueIdValue(limits) !== undefined ? limits : undefined;
}
