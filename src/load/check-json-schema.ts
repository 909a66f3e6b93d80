/**
 * The JSON Schemas that a contract holds: a keyword with a typing mistake would be ignored by any validator, and the
 * contract would ask for less than it says.
 */
import { isMap, type Json, type JsonMap } from '../record/json.ts';
import { schemaCompiler } from '../record/json-schema.ts';
import { patternFault } from './linear-pattern.ts';
import { referenceFault, writtenOut } from './schema-references.ts';
import { suggestion } from './suggest.ts';
import type { YamlDocument } from './yaml-document.ts';

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

/** The schema that is the member `key` of `parent`: first word by word, and then as a whole by what will judge by it. */
export function checkJsonSchema(document: YamlDocument, parent: object, key: string | number, schema: Json): void {
  const before = document.problemCount;
  checkPart({ document, root: schema }, parent, key, schema);
  // What is told of already would be told again.
  const fault = document.problemCount > before ? undefined : faultOf(writtenOut(schema));
  if (fault !== undefined) document.report('wrong-value', fault, parent, key);
}

let compiler: ReturnType<typeof schemaCompiler> | undefined;

/** What only a compiler sees; it is the one that judging uses. */
function faultOf(schema: Json | undefined): string | undefined {
  if (schema === undefined) return 'its references make the schema too large';
  try {
    (compiler ??= schemaCompiler()).compile(schema as boolean | object);
    return undefined;
  } catch (error) {
    return `nothing can be judged by this schema: ${error instanceof Error ? error.message : String(error)}`;
  }
}

interface Whole {
  readonly document: YamlDocument;
  /** What a `$ref` is within. */
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
        suggestion(keyword, KNOWN, 'keyword'),
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

/** A keyword that holds no schema. */
function checkValue({ document, root }: Whole, schema: JsonMap, keyword: string, value: Json): void {
  const tell = (message: string, hint?: string): void =>
    document.report('wrong-value', message, schema, keyword, 'value', hint);
  const wanted = wantedOf(keyword, value);
  if (wanted !== undefined) return tell(`${keyword} has to be ${wanted}`);
  if (typeof value !== 'string') return;
  const fault = keyword === 'pattern' ? patternFault(value) : undefined;
  if (fault !== undefined) return tell(`${JSON.stringify(clipped(value))} ${fault}`);
  if (keyword === 'format' && !Object.hasOwn(formats(), value))
    return tell(
      `${JSON.stringify(clipped(value))} is not a format that can be judged`,
      suggestion(value, Object.keys(formats()), 'format') ?? 'leave it out, or give a `pattern`',
    );
  const wrong = keyword === '$ref' ? referenceFault(root, schema) : undefined;
  if (wrong !== undefined) tell(...wrong);
}

function formats(): Readonly<Record<string, unknown>> {
  return (compiler ??= schemaCompiler()).formats;
}

/** What the keyword takes, if the value is something else. */
function wantedOf(keyword: string, value: Json): string | undefined {
  if (LIST.includes(keyword)) return 'a list of schemas';
  if (MAP.includes(keyword)) return 'a map of schemas';
  if (COUNT.includes(keyword))
    return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? undefined : 'a whole number';
  if (NUMBER.includes(keyword)) return typeof value === 'number' ? undefined : 'a number';
  switch (keyword) {
    case 'type':
      return (Array.isArray(value) ? value : [value]).every((type) => TYPES.includes(String(type)))
        ? undefined
        : `one of ${TYPES.join(', ')}`;
    case 'required':
      return Array.isArray(value) && value.every((name) => typeof name === 'string') ? undefined : 'a list of names';
    case 'enum':
      return Array.isArray(value) && value.length > 0 ? undefined : 'a list with something in it';
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
