/** Fields of a resource: a union by type, so that no field has properties that its type cannot have; and the check of their examples. */
import { pluralize } from '../model/text.ts';
import { isMap, type Json, type JsonMap } from '../model/json.ts';
import { matchesPattern } from '../model/pattern.ts';
import type { FieldType, RawField } from '../schema/fields.ts';
import type { Position, Versioned } from './position.ts';

/** Properties that only some types have. */
type Typed = Pick<RawField, Exclude<TypedName, 'fields' | 'of'>> & {
  readonly fields?: readonly Field[];
  /** Field of each entry. */
  readonly of?: Field;
};
type TypedName = (typeof PROPERTIES_BY_TYPE)[FieldType][number];

/**
 * Properties of each type. `code`: one of `values`. `codes`: an array of distinct `values`. `object`: an object with
 * `fields`. `objects`: an array of such. `list`: an array of plain values, each as `of` describes. `uid`: a positive
 * integer. `json`: any value.
 */
export const PROPERTIES_BY_TYPE = {
  string: ['minLength', 'maxLength', 'pattern', 'unique', 'distinct', 'references'],
  code: ['values', 'unique', 'distinct'],
  codes: ['values', 'minItems', 'maxItems'],
  integer: ['minimum', 'maximum', 'unique', 'distinct', 'references', 'sumOf'],
  decimal: ['minimum', 'maximum', 'decimals', 'sumOf'],
  boolean: [],
  date: ['notAfterToday', 'notBefore', 'unique', 'distinct'],
  uid: ['references', 'unique', 'distinct'],
  uri: ['minLength', 'maxLength', 'unique'],
  email: ['minLength', 'maxLength', 'unique'],
  object: ['fields'],
  objects: ['fields', 'minItems', 'maxItems'],
  list: ['of', 'minItems', 'maxItems', 'uniqueItems'],
  json: [],
} as const satisfies Readonly<Record<FieldType, readonly (keyof RawField)[]>>;

export type { FieldType };

/** Properties that a field of the type needs. */
export const REQUIRED_BY_TYPE = {
  code: 'values',
  codes: 'values',
  object: 'fields',
  objects: 'fields',
  list: 'of',
} as const satisfies Readonly<Partial<Record<FieldType, keyof RawField>>>;

/** Properties that every field has. */
interface Common extends Omit<RawField, TypedName | 'type' | 'required' | 'changes' | 'codes'>, Versioned {
  readonly name: string;
  readonly required: boolean;
  /** In the model of a target: `values` are an example of a code list, so no other code is known to be invalid. */
  readonly sample?: true;
  /** Digits of the error identifier that the service returns, by kind of fault. */
  readonly codes?: Readonly<Record<string, string>>;
  readonly at: Position;
}

type Has<T extends FieldType> = (typeof PROPERTIES_BY_TYPE)[T][number];
type Needs<T extends FieldType> = T extends keyof typeof REQUIRED_BY_TYPE ? (typeof REQUIRED_BY_TYPE)[T] : never;

/** A field of one type, without the properties that the type cannot have. */
export type FieldOf<T extends FieldType> = Common & { readonly type: T } & Pick<Typed, Exclude<Has<T>, Needs<T>>> &
  Required<Pick<Typed, Needs<T>>> & { readonly [K in Exclude<keyof Typed, Has<T>>]?: never };

export type Field = { [T in FieldType]: FieldOf<T> }[FieldType];

/** Why the example of a field is invalid; undefined if it is valid or absent. */
export function exampleFault(field: JsonMap): string | undefined {
  const { type, example } = field;
  if (example === undefined) return undefined;
  switch (type as FieldType) {
    case 'string':
      return typeof example === 'string' ? textFault(field, example) : 'it is not a string';
    case 'uri':
      return typeof example === 'string' && URL.canParse(example) ? textFault(field, example) : 'it is not an address';
    case 'email':
      return typeof example === 'string' && /^\S+@\S+$/.test(example)
        ? textFault(field, example)
        : 'it is not an email address';
    case 'code':
      return codeFault(field, example);
    case 'codes':
      return Array.isArray(example)
        ? (countFault(field, example.length) ??
            (example as readonly Json[]).map((item) => codeFault(field, item)).find((fault) => fault !== undefined))
        : 'it is not a list';
    case 'object':
      return isMap(example) ? undefined : 'it is not an object';
    case 'objects':
      return Array.isArray(example) ? countFault(field, example.length) : 'it is not a list';
    case 'list':
      return Array.isArray(example)
        ? (countFault(field, example.length) ??
            (example as readonly Json[])
              .map((item) => exampleFault({ ...(field['of'] as JsonMap), example: item }))
              .find((fault) => fault !== undefined))
        : 'it is not a list';
    case 'integer':
    case 'uid':
      return Number.isInteger(example) ? boundsFault(field, Number(example)) : 'it is not an integer';
    case 'decimal':
      return typeof example === 'number' ? boundsFault(field, example) : 'it is not a number';
    case 'boolean':
      return typeof example === 'boolean' ? undefined : 'it is not true or false';
    case 'date':
      return typeof example === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(example) ? undefined : 'it is not a date';
    case 'json':
      return undefined;
  }
}

function textFault({ minLength, maxLength, pattern }: JsonMap, text: string): string | undefined {
  const length = Array.from(text).length;
  if (typeof minLength === 'number' && length < minLength)
    return `it has fewer than ${pluralize(minLength, 'character')}`;
  if (typeof maxLength === 'number' && length > maxLength)
    return `it has more than ${pluralize(maxLength, 'character')}`;
  if (typeof pattern === 'string' && !matchesPattern(pattern, text)) return `it does not match ${pattern}`;
  return undefined;
}

function codeFault({ values }: JsonMap, example: Json): string | undefined {
  return !Array.isArray(values) || values.includes(example) ? undefined : `it is not one of ${values.join(', ')}`;
}

function countFault({ minItems, maxItems }: JsonMap, count: number): string | undefined {
  if (typeof minItems === 'number' && count < minItems)
    return `it has fewer than ${pluralize(minItems, 'entry', 'entries')}`;
  if (typeof maxItems === 'number' && count > maxItems)
    return `it has more than ${pluralize(maxItems, 'entry', 'entries')}`;
  return undefined;
}

function boundsFault({ minimum, maximum }: JsonMap, value: number): string | undefined {
  if (typeof minimum === 'number' && value < minimum) return `it is less than ${minimum}`;
  if (typeof maximum === 'number' && value > maximum) return `it is more than ${maximum}`;
  return undefined;
}
