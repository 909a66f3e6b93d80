/** Fields of a resource: a union by type, so that no field has properties that its type cannot have; and the check of their examples. */
import { counted } from '../record/counted.ts';
import { type Json, isMap, type JsonMap } from '../record/json.ts';
import { matches } from '../record/pattern.ts';
import type { FieldType } from '../schema/fields.ts';
import type { Position, Versioned } from './position.ts';

/** What says something of some types only. */
interface Typed {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly values?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  /** How many decimals at most. */
  readonly decimals?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly fields?: readonly Field[];
  /** What each entry is. */
  readonly of?: Field;
  /** No entry stands in it twice. */
  readonly uniqueItems?: boolean;
  /** Endpoint whose resource it names. */
  readonly references?: string;
  /** Only one record may have it. */
  readonly unique?: boolean;
  /** Differs between the records of one batch: part of a key made of several fields. */
  readonly distinct?: boolean;
  /** `endpoint.field`: the value is the sum of that field over the records of that endpoint which name the same parent. */
  readonly sumOf?: string;
  /** Today is the last date allowed. */
  readonly notAfterToday?: boolean;
  /** Name of the date field that this one may not precede. */
  readonly notBefore?: string;
}

/**
 * Which type has which of them. `code`: one of `values`. `codes`: an array of distinct `values`. `object`: an object with `fields`.
 * `objects`: an array of such. `list`: an array of plain values that are each as `of` says. `uid`: a positive integer. `json`: any value, of which no more is said.
 */
export const TYPED_MEMBERS = {
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
} as const satisfies Readonly<Record<FieldType, readonly (keyof Typed)[]>>;

export type { FieldType };

/** What a field of the type cannot be without. */
export const NEEDED_MEMBERS = {
  code: 'values',
  codes: 'values',
  object: 'fields',
  objects: 'fields',
  list: 'of',
} as const satisfies Readonly<Partial<Record<FieldType, keyof Typed>>>;

/** What any field can have. */
interface Common extends Versioned {
  /** Set where its values are a few of many, as long as nobody has said which there are: of none is it known whether it is taken. */
  readonly sample?: true;
  readonly name: string;
  readonly required: boolean;
  /** The documents show it: what it is rests on no open point, but for values that say so. */
  readonly shown?: boolean;
  /** Data element number, such as `E313`: an error may name the field by it. */
  readonly element?: string;
  /** Optional, and sent in every control all the same: what happens without it is a case of its own. */
  readonly usual?: boolean;
  /** Where it stands, from the record, where it is no member of it: as `1/id`, beside it. */
  readonly place?: string;
  /** In answers, never in requests. */
  readonly readOnly?: boolean;
  /** In requests, never in answers. */
  readonly writeOnly?: boolean;
  /** False: a PATCH may not change it. */
  readonly patchable?: boolean;
  /** Null is one of its values. */
  readonly nullable?: boolean;
  /** Whether every answer about the record has it; absent: always of what is required or read-only, else sometimes. */
  readonly inAnswers?: 'always' | 'sometimes';
  /** Masked in everything recorded. */
  readonly sensitive?: boolean;
  /** A valid value; generated from the type where absent. */
  readonly example?: Json;
  /** Digits of the identifier that the service gives for a fault, by kind of fault. */
  readonly codes?: Readonly<Record<string, string>>;
  readonly at: Position;
}

type Has<T extends FieldType> = (typeof TYPED_MEMBERS)[T][number];
type Needs<T extends FieldType> = T extends keyof typeof NEEDED_MEMBERS ? (typeof NEEDED_MEMBERS)[T] : never;

/** A field of one type. What it cannot have can still be asked for: it is never there. */
export type FieldOf<T extends FieldType> = Common & { readonly type: T } & Pick<Typed, Exclude<Has<T>, Needs<T>>> &
  Required<Pick<Typed, Needs<T>>> & { readonly [K in Exclude<keyof Typed, Has<T>>]?: never };

export type Field = { [T in FieldType]: FieldOf<T> }[FieldType];

/** A field as written, before anything is known of its type. */
export type WrittenField = Omit<Common, 'name' | 'required' | 'changes' | 'at'> &
  Omit<Typed, 'fields' | 'of'> & { readonly type: FieldType; readonly required?: boolean };

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
