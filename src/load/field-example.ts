/** Whether the example of a field is one of its values. Pure. */
import { counted } from '../record/counted.ts';
import { isMap, type Json, type JsonMap } from '../record/json.ts';
import { matches } from '../record/pattern.ts';
import type { FieldType } from './model.ts';

/** Why the example of a field is none of its values; undefined where it is one, or there is none. */
export function exampleFault(field: JsonMap): string | undefined {
  const { type, example } = field;
  if (example === undefined) return undefined;
  switch (type as FieldType) {
    case 'string':
      return typeof example === 'string' ? textFault(field, example) : 'it is no text';
    case 'uri':
      return typeof example === 'string' && URL.canParse(example) ? textFault(field, example) : 'it is no address';
    case 'email':
      return typeof example === 'string' && /^\S+@\S+$/.test(example) ? textFault(field, example) : 'it is no mailbox';
    case 'code':
      return codeFault(field, example);
    case 'codes':
      return Array.isArray(example)
        ? (countFault(field, example.length) ??
            (example as readonly Json[]).map((one) => codeFault(field, one)).find((fault) => fault !== undefined))
        : 'it is no list';
    case 'object':
      return isMap(example) ? undefined : 'it is no object';
    case 'objects':
      return Array.isArray(example) ? countFault(field, example.length) : 'it is no list';
    case 'list':
      return Array.isArray(example)
        ? (countFault(field, example.length) ??
            (example as readonly Json[])
              .map((one) => exampleFault({ ...(field['of'] as JsonMap), example: one }))
              .find((fault) => fault !== undefined))
        : 'it is no list';
    case 'integer':
    case 'uid':
      return Number.isInteger(example) ? boundsFault(field, Number(example)) : 'it is no whole number';
    case 'decimal':
      return typeof example === 'number' ? boundsFault(field, example) : 'it is no number';
    case 'boolean':
      return typeof example === 'boolean' ? undefined : 'it is neither true nor false';
    case 'date':
      return typeof example === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(example) ? undefined : 'it is no date';
    case 'json':
      return undefined;
  }
}

function textFault({ minLength, maxLength, pattern }: JsonMap, text: string): string | undefined {
  const length = Array.from(text).length;
  if (typeof minLength === 'number' && length < minLength)
    return `it has fewer than ${counted(minLength, 'character')}`;
  if (typeof maxLength === 'number' && length > maxLength) return `it has more than ${counted(maxLength, 'character')}`;
  if (typeof pattern === 'string' && !matches(pattern, text)) return `it does not match ${pattern}`;
  return undefined;
}

function codeFault({ values }: JsonMap, example: Json): string | undefined {
  return !Array.isArray(values) || values.includes(example) ? undefined : `it is none of ${values.join(', ')}`;
}

function countFault({ minItems, maxItems }: JsonMap, count: number): string | undefined {
  if (typeof minItems === 'number' && count < minItems)
    return `it has fewer than ${counted(minItems, 'entry', 'entries')}`;
  if (typeof maxItems === 'number' && count > maxItems)
    return `it has more than ${counted(maxItems, 'entry', 'entries')}`;
  return undefined;
}

function boundsFault({ minimum, maximum }: JsonMap, value: number): string | undefined {
  if (typeof minimum === 'number' && value < minimum) return `it is less than ${minimum}`;
  if (typeof maximum === 'number' && value > maximum) return `it is more than ${maximum}`;
  return undefined;
}
