/**
 * The JSON Schemas that a contract holds: a keyword with a typing mistake would be ignored by any validator, and the
 * contract would ask for less than it says.
 */
import { isMap } from '../record/json.ts';
import type { Json } from '../record/json.ts';
import { patternFault } from './linear-pattern.ts';
import type { ProblemList } from './problem-list.ts';
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

/** The schema that is the member `key` of `parent`, with everything below it. */
export function checkJsonSchema(
  document: YamlDocument,
  parent: object,
  key: string | number,
  schema: Json | undefined,
  problems: ProblemList,
): void {
  if (typeof schema === 'boolean' || schema === undefined) return;
  if (!isMap(schema)) {
    problems.add(document.problem('wrong-type', 'a JSON Schema is a map, true or false', parent, key));
    return;
  }
  for (const [keyword, value] of Object.entries(schema)) {
    if (!KNOWN.includes(keyword))
      problems.add(
        document.problem(
          'unknown-key',
          `${JSON.stringify(keyword)} is not a keyword of JSON Schema`,
          schema,
          keyword,
          'key',
          suggestion(keyword, KNOWN, 'keyword'),
        ),
      );
    else if (ONE.includes(keyword)) checkJsonSchema(document, schema, keyword, value, problems);
    else if (LIST.includes(keyword) && Array.isArray(value))
      (value as readonly Json[]).forEach((part, index) => checkJsonSchema(document, value, index, part, problems));
    else if (MAP.includes(keyword) && isMap(value))
      for (const [name, part] of Object.entries(value)) {
        const fault = keyword === 'patternProperties' ? patternFault(name) : undefined;
        if (fault !== undefined)
          problems.add(
            document.problem('wrong-value', `${JSON.stringify(clipped(name))} ${fault}`, value, name, 'key'),
          );
        checkJsonSchema(document, value, name, part, problems);
      }
    else {
      const fault = keyword === 'pattern' && typeof value === 'string' ? patternFault(value) : undefined;
      const wanted = wantedOf(keyword, value);
      if (fault !== undefined)
        problems.add(
          document.problem('wrong-value', `${JSON.stringify(clipped(String(value)))} ${fault}`, schema, keyword),
        );
      else if (wanted !== undefined)
        problems.add(document.problem('wrong-value', `${keyword} has to be ${wanted}`, schema, keyword));
    }
  }
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
    default:
      return undefined;
  }
}

function clipped(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 60)}…`;
}
