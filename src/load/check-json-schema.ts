/**
 * JSON Schemas inside contracts. A validator ignores a misspelled keyword, so every keyword is checked. References are written out, since
 * parts of a schema are used inside other schemas.
 */
import { schemaCompiler } from '../model/json-schema.ts';
import { isMap, type Json, type JsonMap } from '../model/json.ts';
import { decodePercent } from '../model/text.ts';
import { valueAtPointer, encodePointerPart } from '../model/pointer.ts';
import { patternFault } from './pattern-faults.ts';
import { suggestName } from './suggest.ts';
import type { YamlDocument } from './yaml-document.ts';

/** Keywords with plain values, and keywords with schemas by name. */
const VALUES: readonly string[] = ['const', 'default', 'enum', 'examples'];
const NAMED: readonly string[] = ['$defs', 'dependentSchemas', 'patternProperties', 'properties'];

/** Bounds for nested references, which could turn a small text into a large schema. */
const MAX_PARTS = 10_000;
const DEEPEST = 500;

/** Target of a reference; undefined if it is not a schema. RFC 6901 §6: a pointer as a fragment. */
function referred(root: Json, reference: Json | undefined): Json | undefined {
  if (typeof reference !== 'string' || !/^#(\/|$)/.test(reference)) return undefined;
  const pointer = decodePercent(reference.slice(1));
  const found = pointer === undefined ? undefined : valueAtPointer(root, pointer);
  return isMap(found) || typeof found === 'boolean' ? found : undefined;
}

/** Message and hint for the `$ref` of a schema; undefined if it is valid. */
export function schemaReferenceFault(
  root: Json,
  schema: JsonMap,
): readonly [message: string, hint: string] | undefined {
  const reference = String(schema['$ref']);
  const target = referred(root, reference);
  if (target === undefined) {
    const shown = JSON.stringify(reference.length <= 60 ? reference : `${reference.slice(0, 60)}…`);
    return reference.startsWith('#')
      ? [`the schema has no ${shown}`, known(root)]
      : [`${shown} points outside the schema`, 'use a reference within the schema: #/$defs/<name>'];
  }
  return reaches(root, target, schema)
    ? ['the reference is circular', 'write out the levels that matter and leave the rest open']
    : undefined;
}

function known(root: Json): string {
  const named = isMap(root) && isMap(root['$defs']) ? Object.keys(root['$defs']) : [];
  return named.length === 0
    ? 'the schema has no $defs'
    : `known: ${named.map((name) => `#/$defs/${encodePointerPart(name)}`).join(', ')}`;
}

function reaches(root: Json, from: Json, schema: JsonMap): boolean {
  const seen = new Set<Json>();
  const open: Json[] = [from];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (part === schema) return true;
    if (typeof part !== 'object' || part === null || seen.has(part)) continue;
    seen.add(part);
    const target = isMap(part) ? referred(root, part['$ref']) : undefined;
    open.push(...Object.values(part), ...(target === undefined ? [] : [target]));
  }
  return false;
}

/** The schema without references; undefined if it would be too large, as a recursive one is. */
export function inlineReferences(root: Json): Json | undefined {
  let parts = 0;
  let isTooLarge = false;
  const write = (schema: Json, depth: number): Json => {
    parts += 1;
    isTooLarge ||= parts > MAX_PARTS || depth > DEEPEST;
    if (isTooLarge) return true;
    const inner = (part: Json): Json => write(part, depth + 1);
    if (Array.isArray(schema)) return (schema as readonly Json[]).map(inner);
    if (!isMap(schema)) return schema;
    const { $ref, $defs: _defs, ...own } = schema;
    const rest = mapped(own, (keyword, value) => {
      if (VALUES.includes(keyword)) return value;
      return NAMED.includes(keyword) && isMap(value) ? mapped(value, (_name, part) => inner(part)) : inner(value);
    });
    const target = referred(root, $ref);
    if (target === undefined) return rest;
    const { allOf } = rest;
    // Keywords next to a reference apply too (JSON Schema 2020-12, core, §8.2.3.1).
    return Object.keys(rest).length === 0
      ? inner(target)
      : { ...rest, allOf: [inner(target), ...(Array.isArray(allOf) ? (allOf as readonly Json[]) : [])] };
  };
  const whole = write(root, 0);
  return isTooLarge ? undefined : whole;
}

function mapped(map: JsonMap, change: (name: string, value: Json) => Json): JsonMap {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, change(name, value)]));
}

const ONE = [
  'additionalProperties',
  'contains',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
];
const LIST = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const MAP = ['$defs', 'dependentSchemas', 'patternProperties', 'properties'];
const COUNT = [
  'maxContains',
  'maxItems',
  'maxLength',
  'maxProperties',
  'minContains',
  'minItems',
  'minLength',
  'minProperties',
];
const NUMBER = ['exclusiveMaximum', 'exclusiveMinimum', 'maximum', 'minimum', 'multipleOf'];
const OTHER = [
  '$comment',
  '$ref',
  'const',
  'default',
  'dependentRequired',
  'deprecated',
  'description',
  'enum',
  'examples',
  'format',
  'pattern',
  'required',
  'title',
  'type',
  'uniqueItems',
];
const KNOWN = [...ONE, ...LIST, ...MAP, ...COUNT, ...NUMBER, ...OTHER];
const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

/** Checks the schema at `key` of `parent`: keyword by keyword, then as a whole with the compiler. */
export function checkJsonSchema(document: YamlDocument, parent: object, key: string | number, schema: Json): void {
  const before = document.problemCount;
  checkPart({ document, root: schema }, parent, key, schema);
  // The compiler would report the same problems again.
  const fault = document.problemCount > before ? undefined : faultOf(inlineReferences(schema));
  if (fault !== undefined) document.report('wrong-value', fault, parent, key);
}

let compiler: ReturnType<typeof schemaCompiler> | undefined;

/** Error of the compiler, the same that judges responses. */
function faultOf(schema: Json | undefined): string | undefined {
  if (schema === undefined) return 'its references make the schema too large';
  try {
    (compiler ??= schemaCompiler()).compile(schema as boolean | object);
    return undefined;
  } catch (error) {
    return `invalid schema: ${error instanceof Error ? error.message : String(error)}`;
  }
}

interface Whole {
  readonly document: YamlDocument;
  /** The whole schema, which a `$ref` points into. */
  readonly root: Json;
}

function checkPart(whole: Whole, parent: object, key: string | number, schema: Json | undefined): void {
  const { document } = whole;
  if (typeof schema === 'boolean' || schema === undefined) return;
  if (!isMap(schema)) {
    document.report('wrong-type', 'a JSON Schema is a map, true or false', parent, key);
    return;
  }
  for (const [keyword, value] of Object.entries(schema)) {
    if (!KNOWN.includes(keyword))
      document.report(
        'unknown-key',
        `${JSON.stringify(keyword)} is not a keyword of JSON Schema`,
        schema,
        keyword,
        'key',
        suggestName(keyword, KNOWN, 'keyword'),
      );
    else if (ONE.includes(keyword)) checkPart(whole, schema, keyword, value);
    else if (LIST.includes(keyword) && Array.isArray(value))
      (value as readonly Json[]).forEach((part, index) => checkPart(whole, value, index, part));
    else if (MAP.includes(keyword) && isMap(value))
      for (const [name, part] of Object.entries(value)) {
        const fault = keyword === 'patternProperties' ? patternFault(name) : undefined;
        if (fault !== undefined)
          document.report('wrong-value', `${JSON.stringify(clipped(name))} ${fault}`, value, name, 'key');
        checkPart(whole, value, name, part);
      }
    else checkValue(whole, schema, keyword, value);
  }
}

/** A keyword whose value is not a schema. */
function checkValue({ document, root }: Whole, schema: JsonMap, keyword: string, value: Json): void {
  const report = (message: string, hint?: string): void =>
    document.report('wrong-value', message, schema, keyword, 'value', hint);
  const expected = wantedOf(keyword, value);
  if (expected !== undefined) return report(`${keyword} must be ${expected}`);
  if (typeof value !== 'string') return;
  const fault = keyword === 'pattern' ? patternFault(value) : undefined;
  if (fault !== undefined) return report(`${JSON.stringify(clipped(value))} ${fault}`);
  if (keyword === 'format' && !Object.hasOwn(formats(), value))
    return report(
      `${JSON.stringify(clipped(value))} is not a supported format`,
      suggestName(value, Object.keys(formats()), 'format') ?? 'remove it, or use a `pattern`',
    );
  const wrong = keyword === '$ref' ? schemaReferenceFault(root, schema) : undefined;
  if (wrong !== undefined) report(...wrong);
}

function formats(): Readonly<Record<string, unknown>> {
  return (compiler ??= schemaCompiler()).formats;
}

/** Form of the keyword's value, if the value has another form. */
function wantedOf(keyword: string, value: Json): string | undefined {
  if (LIST.includes(keyword)) return 'a list of schemas';
  if (MAP.includes(keyword)) return 'a map of schemas';
  if (COUNT.includes(keyword))
    return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? undefined : 'an integer';
  if (NUMBER.includes(keyword)) return typeof value === 'number' ? undefined : 'a number';
  switch (keyword) {
    case 'type':
      return (Array.isArray(value) ? value : [value]).every((type) => TYPES.includes(String(type)))
        ? undefined
        : `one of ${TYPES.join(', ')}`;
    case 'required':
      return Array.isArray(value) && value.every((name) => typeof name === 'string') ? undefined : 'a list of names';
    case 'enum':
      return Array.isArray(value) && value.length > 0 ? undefined : 'a list with at least one entry';
    case 'uniqueItems':
      return typeof value === 'boolean' ? undefined : 'true or false';
    case 'pattern':
      return typeof value === 'string' ? undefined : 'a regular expression';
    case 'format':
      return typeof value === 'string' ? undefined : 'the name of a format';
    case '$ref':
      return typeof value === 'string' ? undefined : 'a reference such as #/$defs/name';
    default:
      return undefined;
  }
}

function clipped(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 60)}…`;
}
