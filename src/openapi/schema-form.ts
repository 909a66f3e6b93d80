import { omitUndefined } from '../model/objects.ts';
import type { DriftRuleId } from './drift-rules.ts';
import type { ContractFacet } from './fact-sources.ts';
import { isMap, type Json } from '../model/json.ts';
import { type JsonSchema, asList } from './references.ts';

/** Normal form of patterns, as far as it can be derived from their text. */

export interface CanonicalPattern {
  readonly text: string;
  /** Length limits, if the pattern is one repeated character class. */
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** Normalises a pattern: `^\d{4}$` equals `^[0-9]{4}$`, and `^[0-9]+$` with two length limits. */
export function canonicalPattern(pattern: string): CanonicalPattern {
  const repeated = /^\^(\\[dw]|\[(?:\\.|[^\]\\])+\])(\*|\+|\{\d+(?:,\d*)?\})?\$$/.exec(pattern);
  if (repeated === null) return { text: pattern.replaceAll('\\d', '[0-9]').replaceAll('[[0-9]]', '[0-9]') };
  const [minLength, maxLength] = quantifierRange(repeated[2] ?? '');
  return {
    text: `^${sortedCharacters(repeated[1] ?? '')}*$`,
    ...(minLength === 0 ? {} : { minLength }),
    ...omitUndefined({ maxLength }),
  };
}

function quantifierRange(quantifier: string): readonly [number, number | undefined] {
  if (quantifier === '') return [1, 1];
  if (quantifier === '*') return [0, undefined];
  if (quantifier === '+') return [1, undefined];
  const [least = '0', most] = quantifier.slice(1, -1).split(',');
  return [Number(least), most === undefined ? Number(least) : most === '' ? undefined : Number(most)];
}

/** Sorts the parts of a character class. */
function sortedCharacters(text: string): string {
  if (text === '\\d') return '[0-9]';
  if (text === '\\w') return '[0-9A-Z_a-z]';
  const inner = text.slice(1, -1);
  const isNegated = inner.startsWith('^');
  const parts = (isNegated ? inner.slice(1) : inner).match(/\\.-\\.|[^\\]-[^\\]|\\.|[^\\]/g) ?? [];
  const normalized = parts.flatMap((part) =>
    part === '\\d'
      ? ['0-9']
      : part === '\\w'
        ? ['0-9', 'A-Z', '_', 'a-z']
        : [/^\\[-./@_:]$/.test(part) ? part.slice(1) : part],
  );
  return `[${isNegated ? '^' : ''}${[...new Set(normalized)].sort().join('')}]`;
}

/** Difference between two schemas, independent of an operation. */

export interface SchemaDifference {
  readonly rule: DriftRuleId;
  /** Property names from the root; `[]` for list items. */
  readonly at: readonly string[];
  /** Facet of the contract that it depends on. */
  readonly facet: ContractFacet;
  /** Facts of the contract and of the published document. */
  readonly wanted?: string;
  readonly found?: string;
}

export function schemaDifference(
  rule: DriftRuleId,
  at: readonly string[],
  facet: ContractFacet,
  wanted?: string,
  found?: string,
): SchemaDifference {
  return { rule, at, facet, ...omitUndefined({ wanted, found }) };
}

/** Normal form of a JSON Schema: no `null`, no `const`, one type. `forms` are the alternatives. */
export interface SchemaForm {
  readonly schema: JsonSchema;
  readonly nullable: boolean;
  /** The alternatives; the schema itself if there is only one. */
  readonly forms: readonly JsonSchema[];
}

export function normalizeSchema(schema: JsonSchema): SchemaForm {
  const { anyOf, oneOf, ...base } = schema;
  const alternatives = [...asList(anyOf), ...asList(oneOf)].filter(isMap);
  const rest = withoutNull(withType(base));
  if (alternatives.length === 0)
    return { schema: rest.schema, nullable: rest.nullable, forms: splitTypes(rest.schema) };
  const parts = alternatives.map((one) => normalizeSchema(inBase(base, one)));
  const forms = parts.flatMap((part) => part.forms).filter((one) => one['type'] !== 'null');
  const nullable = parts.some((part) => part.nullable);
  return { schema: forms.length === 1 ? (forms[0] ?? {}) : rest.schema, nullable, forms };
}

/** Whether a schema does not restrict values. */
export function isUnrestricted(schema: JsonSchema): boolean {
  return !Object.keys(schema).some((keyword) => RESTRICTING_KEYWORDS.has(keyword));
}

const RESTRICTING_KEYWORDS: ReadonlySet<string> = new Set([
  'type',
  'enum',
  'properties',
  'required',
  'items',
  'anyOf',
  'oneOf',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minItems',
  'maxItems',
]);

function inBase(base: JsonSchema, one: JsonSchema): JsonSchema {
  const properties = {
    ...(isMap(base['properties']) ? base['properties'] : {}),
    ...(isMap(one['properties']) ? one['properties'] : {}),
  };
  const required = [...new Set([...asList(base['required']), ...asList(one['required'])])];
  return {
    ...base,
    ...one,
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
    ...(required.length === 0 ? {} : { required }),
  };
}

/** Converts `const` to `enum` and adds a missing type. */
function withType(schema: JsonSchema): JsonSchema {
  const { const: only, ...rest } = schema;
  const listed = only === undefined ? rest : { ...rest, enum: [only] };
  const type = listed['type'] ?? impliedType(listed);
  return normalizeLimits(type === undefined ? listed : { ...listed, type });
}

function impliedType(schema: JsonSchema): Json | undefined {
  if (isMap(schema['properties']) || Array.isArray(schema['required'])) return 'object';
  if (schema['items'] !== undefined) return 'array';
  const types = [...new Set(asList(schema['enum']).map(typeOfValue))];
  if (types.length > 0) return types.length === 1 ? (types[0] ?? 'null') : types;
  if (['pattern', 'minLength', 'maxLength', 'format'].some((keyword) => schema[keyword] !== undefined)) return 'string';
  return undefined;
}

function typeOfValue(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

/** Null in `enum` has no effect if the type excludes it. */
function withoutNull(schema: JsonSchema): { readonly schema: JsonSchema; readonly nullable: boolean } {
  const { type, enum: values } = schema;
  const listed = Array.isArray(values)
    ? { ...schema, enum: (values as readonly Json[]).filter((value) => value !== null) }
    : schema;
  const types = Array.isArray(type) ? (type as readonly Json[]) : type === undefined ? [] : [type];
  const nonNull = types.filter((one) => one !== 'null');
  const [only] = nonNull;
  const nullable = nonNull.length < types.length;
  if (nonNull.length > 1) return { schema: { ...listed, type: nonNull }, nullable };
  if (only !== undefined) return { schema: { ...listed, type: only }, nullable };
  return { schema: nullable ? { ...listed, type: 'null' } : listed, nullable };
}

/** Splits a schema with several types. */
function splitTypes(schema: JsonSchema): readonly JsonSchema[] {
  const { type } = schema;
  return Array.isArray(type) ? (type as readonly Json[]).map((one) => ({ ...schema, type: one })) : [schema];
}

/** Removes limits without effect, converts patterns to lengths, and makes bounds of integers inclusive. */
function normalizeLimits(schema: JsonSchema): JsonSchema {
  const result: Record<string, Json> = { ...schema };
  const { pattern } = schema;
  if (typeof pattern === 'string') {
    const { text, minLength, maxLength } = canonicalPattern(pattern);
    result['pattern'] = text;
    if (minLength !== undefined) result['minLength'] = Math.max(minLength, asNumber(schema['minLength']) ?? 0);
    if (maxLength !== undefined) result['maxLength'] = Math.min(maxLength, asNumber(schema['maxLength']) ?? Infinity);
  }
  for (const name of ['minLength', 'minItems']) if (result[name] === 0) delete result[name];
  if (schema['type'] === 'integer') {
    const [above, below] = [asNumber(schema['exclusiveMinimum']), asNumber(schema['exclusiveMaximum'])];
    if (above !== undefined && Number.isInteger(above)) result['minimum'] = above + 1;
    if (below !== undefined && Number.isInteger(below)) result['maximum'] = below - 1;
    if (above !== undefined) delete result['exclusiveMinimum'];
    if (below !== undefined) delete result['exclusiveMaximum'];
  }
  // Formats that describe storage or display, not the value.
  if (['int32', 'int64', 'float', 'double', 'password'].includes(String(result['format']))) delete result['format'];
  return result;
}

export function asNumber(value: Json | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
