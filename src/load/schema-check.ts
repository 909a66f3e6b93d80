/**
 * Holds plain data against our own JSON Schemas.
 *
 * The schemas use a small part of draft 2020-12, and this interprets just that part: compiling them with a general
 * validator takes 100 ms in every process, each test worker's included, where reading them takes two. A test holds
 * the two against each other, and refuses a schema with a keyword that is not known here.
 */
import { patternFault } from './linear-pattern.ts';

export interface Schema {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minItems?: number;
  readonly uniqueItems?: boolean;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly propertyNames?: Schema;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly if?: Schema;
  readonly then?: Schema;
  readonly allOf?: readonly Schema[];
  readonly $defs?: Readonly<Record<string, Schema>>;
}

/** The keywords that are judged, and those that only describe. */
export const KEYWORDS: readonly string[] = [
  '$ref',
  'type',
  'enum',
  'const',
  'pattern',
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'minItems',
  'uniqueItems',
  'items',
  'properties',
  'required',
  'additionalProperties',
  'propertyNames',
  'minProperties',
  'maxProperties',
  'dependentRequired',
  'if',
  'then',
  'allOf',
  '$schema',
  'title',
  'description',
  '$defs',
];

/** One keyword that a value breaks. */
export interface Mistake {
  readonly keyword: keyof Schema;
  /** The object or list that holds the value, and under what; absent for the whole document. */
  readonly parent: object | undefined;
  readonly key: string | number | undefined;
  readonly value: unknown;
  /** The schema that has the keyword. */
  readonly schema: Schema;
  /** The member that is missing, unknown, or may not be called so; for uniqueItems the two places. */
  readonly member?: string;
  readonly pair?: readonly [number, number];
}

type Key = string | number | undefined;
type Wrong = (keyword: keyof Schema, member?: string, pair?: readonly [number, number]) => void;

export class SchemaCheck {
  readonly #files: Readonly<Record<string, Schema>>;
  readonly #targets = new Map<Schema, { readonly schema: Schema; readonly file: string }>();
  readonly #patterns = new Map<string, RegExp>();

  /** Schemas by file name; a `$ref` is a file name, a JSON pointer within the same file, or both. */
  constructor(files: Readonly<Record<string, Schema>>) {
    this.#files = files;
  }

  /** Everything that is wrong with the data; nothing, if it has the form. */
  check(file: string, data: unknown): readonly Mistake[] {
    const mistakes: Mistake[] = [];
    const schema = this.#files[file];
    if (schema === undefined) throw new TypeError(`there is no schema ${file}`);
    this.#value(schema, file, data, undefined, undefined, mistakes);
    return mistakes;
  }

  #value(schema: Schema, file: string, value: unknown, parent: object | undefined, key: Key, mistakes: Mistake[]): void {
    if (schema.$ref !== undefined) {
      const target = this.#resolve(schema, schema.$ref, file);
      this.#value(target.schema, target.file, value, parent, key, mistakes);
    }
    const wrong: Wrong = (keyword, member, pair) => {
      mistakes.push({ keyword, parent, key, value, schema, ...(member === undefined ? {} : { member }), ...(pair === undefined ? {} : { pair }) });
    };
    if (schema.type !== undefined && !hasType(value, schema.type)) {
      // What else is wrong with a value of the wrong type follows from that.
      wrong('type');
      return;
    }
    if (schema.enum !== undefined && !schema.enum.includes(value)) wrong('enum');
    if (schema.const !== undefined && schema.const !== value) wrong('const');
    if (typeof value === 'string') this.#text(schema, value, wrong);
    else if (typeof value === 'number') checkNumber(schema, value, wrong);
    else if (Array.isArray(value)) this.#list(schema, file, value, wrong, mistakes);
    else if (typeof value === 'object' && value !== null) this.#object(schema, file, value as Readonly<Record<string, unknown>>, wrong, mistakes);

    if (schema.allOf !== undefined) for (const part of schema.allOf) this.#value(part, file, value, parent, key, mistakes);
    if (schema.if !== undefined && schema.then !== undefined) {
      const condition: Mistake[] = [];
      this.#value(schema.if, file, value, parent, key, condition);
      if (condition.length === 0) this.#value(schema.then, file, value, parent, key, mistakes);
    }
  }

  #text(schema: Schema, value: string, wrong: Wrong): void {
    if (schema.pattern !== undefined && !this.#pattern(schema.pattern).test(value)) wrong('pattern');
    if (schema.format === 'regex' && patternFault(value) !== undefined) wrong('format');
  }

  #list(schema: Schema, file: string, value: readonly unknown[], wrong: Wrong, mistakes: Mistake[]): void {
    if (schema.minItems !== undefined && value.length < schema.minItems) wrong('minItems');
    if (schema.uniqueItems === true) {
      const pair = sameEntries(value);
      if (pair !== undefined) wrong('uniqueItems', undefined, pair);
    }
    if (schema.items === undefined) return;
    for (let index = 0; index < value.length; index += 1) this.#value(schema.items, file, value[index], value, index, mistakes);
  }

  #object(schema: Schema, file: string, value: Readonly<Record<string, unknown>>, wrong: Wrong, mistakes: Mistake[]): void {
    const { properties, additionalProperties, propertyNames, required, dependentRequired } = schema;
    if (required !== undefined) for (const member of required) if (!Object.hasOwn(value, member)) wrong('required', member);
    const names = Object.keys(value);
    if (schema.minProperties !== undefined && names.length < schema.minProperties) wrong('minProperties');
    if (schema.maxProperties !== undefined && names.length > schema.maxProperties) wrong('maxProperties');
    if (dependentRequired !== undefined) {
      const needed = names.flatMap((name) => (Object.hasOwn(dependentRequired, name) ? (dependentRequired[name] ?? []) : []));
      for (const member of new Set(needed)) if (!Object.hasOwn(value, member)) wrong('dependentRequired', member);
    }
    if (properties === undefined && additionalProperties === undefined && propertyNames === undefined) return;
    for (const name of names) {
      if (propertyNames !== undefined) this.#name(propertyNames, file, name, value, mistakes);
      const property = properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (property !== undefined) this.#value(property, file, value[name], value, name, mistakes);
      else if (additionalProperties === false) wrong('additionalProperties', name);
      else if (typeof additionalProperties === 'object') this.#value(additionalProperties, file, value[name], value, name, mistakes);
    }
  }

  /** A key that may not be called so: told of the object that has it. */
  #name(schema: Schema, file: string, name: string, value: object, mistakes: Mistake[]): void {
    const found: Mistake[] = [];
    this.#value(schema, file, name, undefined, undefined, found);
    for (const mistake of found) mistakes.push({ ...mistake, keyword: 'propertyNames', value, member: name });
  }

  #resolve(from: Schema, ref: string, file: string): { readonly schema: Schema; readonly file: string } {
    const known = this.#targets.get(from);
    if (known !== undefined) return known;
    const [name = '', pointer = ''] = ref.split('#');
    const target = name === '' ? file : name;
    let schema: unknown = this.#files[target];
    for (const segment of pointer.split('/').slice(1)) schema = (schema as Readonly<Record<string, unknown>> | undefined)?.[segment];
    if (typeof schema !== 'object' || schema === null) throw new TypeError(`the schema ${file} refers to ${ref}, which is not there`);
    const found = { schema: schema as Schema, file: target };
    this.#targets.set(from, found);
    return found;
  }

  #pattern(source: string): RegExp {
    const known = this.#patterns.get(source);
    if (known !== undefined) return known;
    const pattern = new RegExp(source, 'u');
    this.#patterns.set(source, pattern);
    return pattern;
  }
}

function checkNumber(schema: Schema, value: number, wrong: Wrong): void {
  if (schema.minimum !== undefined && value < schema.minimum) wrong('minimum');
  if (schema.maximum !== undefined && value > schema.maximum) wrong('maximum');
  if (schema.exclusiveMinimum !== undefined && value <= schema.exclusiveMinimum) wrong('exclusiveMinimum');
}

function hasType(value: unknown, wanted: string | readonly string[]): boolean {
  return typeof wanted === 'string' ? isOfType(value, wanted) : wanted.some((type) => isOfType(value, type));
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'array':
      return Array.isArray(value);
    case 'null':
      return value === null;
    case 'integer':
      return Number.isInteger(value);
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    default:
      return typeof value === type;
  }
}

/** Our lists of distinct entries hold texts and numbers only. */
function sameEntries(list: readonly unknown[]): readonly [number, number] | undefined {
  const seen = new Map<unknown, number>();
  for (const [index, entry] of list.entries()) {
    const first = seen.get(entry);
    if (first !== undefined) return [first, index];
    seen.set(entry, index);
  }
  return undefined;
}
