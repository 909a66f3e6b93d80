/** Parameters of paths and queries of an OpenAPI document, in the words of a contract. Pure. */
import { defined } from '../record/defined.ts';
import { isMap, type Json, type JsonMap } from '../record/json.ts';
import type { ApiParameter } from '../openapi/document.ts';
import { draftField } from './draft-field.ts';
import { typesOf } from './draft-list.ts';

/** Types that a parameter can have; what else a text may be, it is a text. */
const TYPES: ReadonlySet<string> = new Set(['string', 'integer', 'decimal', 'boolean', 'date', 'code']);
const KEPT = ['values', 'minLength', 'maxLength', 'minimum', 'maximum', 'pattern', 'example'] as const;

/** Undefined for what a contract cannot say, such as an object. */
export function draftParameter(parameter: ApiParameter): JsonMap | undefined {
  const { schema, required, example } = parameter;
  const isList = typesOf(schema).includes('array');
  const inner = isList && isMap(schema['items']) ? schema['items'] : schema;
  const field = draftField(inner);
  const type = String(field['type']);
  const isText = type === 'uri' || type === 'email';
  // What has no type is written as it stands.
  const isOpen = type === 'json' && typesOf(inner).length === 0;
  if (!TYPES.has(type) && !isText && !isOpen) return undefined;
  const shown: Json | undefined = isPlain(example) ? example : undefined;
  return {
    type: isText || isOpen ? 'string' : type,
    ...(isList ? { list: true } : {}),
    ...(required && parameter.in === 'query' ? { required: true } : {}),
    ...(isOpen
      ? {}
      : Object.fromEntries(KEPT.flatMap((name) => (field[name] === undefined ? [] : [[name, field[name]] as const])))),
    ...(isPlain(schema['default']) && !isList ? { default: schema['default'] } : {}),
    ...defined({ example: shown }),
  };
}

function isPlain(value: Json | undefined): value is string | number | boolean {
  return typeof value === 'string' ? value !== '' : typeof value === 'number' || typeof value === 'boolean';
}
