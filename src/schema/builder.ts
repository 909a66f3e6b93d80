/**
 * Builds the JSON Schemas (2020-12) of our files together with their TypeScript types. `Schema<T>` is JSON Schema with
 * a compile-time type, and `ValueOf` returns that type. typebox does the same, but its builder takes 0.3 s to load, and
 * every user of the published declarations would have to install its types.
 */
import { omitUndefined } from '../model/objects.ts';
import type { Json } from '../model/json.ts';

declare const VALUE: unique symbol;
export interface Schema<T = unknown> {
  readonly [VALUE]?: T;
}
export type ValueOf<S extends Schema> = S extends Schema<infer T> ? T : never;

type Keywords = Readonly<Record<string, unknown>>;
type Properties = Readonly<Record<string, Schema>>;
type NoProperties = Readonly<Record<never, never>>;
type Flat<T> = T extends object ? { [Name in keyof T]: T[Name] } : T;

/** Value of an object with these properties. */
export type ObjectOf<Required extends Properties, Optional extends Properties = NoProperties> = Flat<
  { readonly [Name in keyof Required]: ValueOf<Required[Name]> } & {
    readonly [Name in keyof Optional]?: ValueOf<Optional[Name]>;
  }
>;

/** Keywords as they are, with the type of the value that they accept. */
export function schema<T>(keywords: Keywords | Schema): Schema<T> {
  return keywords as unknown as Schema<T>;
}

/** The schema with a description, which editors show and messages quote. */
export function describeSchema<S extends Schema>(description: string, of: S): S {
  return { description, ...of };
}

/** The schema with additional keywords, which all apply (JSON Schema 2020-12, core, §8.2.3.1 for a `$ref`). */
export function extend<S extends Schema>(of: S, keywords: Keywords): S {
  return { ...of, ...keywords };
}

export const FLAG = schema<boolean>({ type: 'boolean' });
export const JSON_VALUE = schema<Json>({});

export function text(keywords: Keywords = {}): Schema<string> {
  return schema({ type: 'string', ...keywords });
}

export function integer(keywords: Keywords = {}): Schema<number> {
  return schema({ type: 'integer', ...keywords });
}

export function number(keywords: Keywords = {}): Schema<number> {
  return schema({ type: 'number', ...keywords });
}

/** One of some words or numbers. */
export function choice<const Values extends readonly (string | number)[]>(...values: Values): Schema<Values[number]> {
  return schema({ enum: values });
}

export function constant<const T extends Json>(value: T): Schema<T> {
  return schema({ const: value });
}

export function list<T>(items: Schema<T>, keywords: Keywords = {}): Schema<readonly T[]> {
  return schema({ type: 'array', items, ...keywords });
}

/** An object with any names, or with names that fit `keys`. */
export function map<T, Name extends string = string>(
  values: Schema<T>,
  { keys, ...keywords }: Keywords & { readonly keys?: Schema<Name> } = {},
): Schema<string extends Name ? Readonly<Record<string, T>> : Readonly<Partial<Record<Name, T>>>> {
  return schema({
    type: 'object',
    ...omitUndefined({ propertyNames: keys }),
    ...keywords,
    additionalProperties: values,
  });
}

/** An object with these properties and no others. */
export function object<Required extends Properties, Optional extends Properties = NoProperties>(
  required: Required,
  optional?: Optional,
  keywords: Keywords = {},
): Schema<ObjectOf<Required, Optional>> {
  const names = Object.keys(required);
  return schema({
    type: 'object',
    properties: { ...required, ...optional },
    ...(names.length === 0 ? {} : { required: names }),
    additionalProperties: false,
    ...keywords,
  });
}

/** An object whose properties are all optional. */
export function partial<Optional extends Properties>(
  optional: Optional,
  keywords: Keywords = {},
): Schema<ObjectOf<NoProperties, Optional>> {
  return object({}, optional, keywords);
}

/** Keywords of a condition: values that fit `test` must fit `then`, all others `otherwise`. */
export function conditional(test: Keywords, then: Keywords | Schema, otherwise?: Keywords | Schema): Keywords {
  // oxlint-disable-next-line no-thenable -- `then` is a keyword of JSON Schema, and schemas are not awaited
  return { if: test, then, ...omitUndefined({ else: otherwise }) };
}

/** Further keywords if the property `name` fits `value`. */
export function when(name: string, value: Schema, then: Keywords): Keywords {
  return conditional({ required: [name], properties: { [name]: value } }, then);
}

export function pick<P extends Properties, Name extends keyof P>(
  properties: P,
  ...names: readonly Name[]
): Pick<P, Name> {
  return Object.fromEntries(names.map((name) => [name, properties[name]])) as Pick<P, Name>;
}

/** A reference to a definition of a file, for one that refers to itself. */
export function reference<T>(file: string, name: string): Schema<T> {
  return schema({ $ref: `${file}.schema.json#/$defs/${name}` });
}

/** Definitions of a schema file: `define` stores one under a name and returns the reference to it. */
export class Definitions {
  readonly file: string;
  readonly schemas: Record<string, Schema> = {};

  constructor(file: string) {
    this.file = file;
  }

  define<T>(name: string, of: Schema<T>): Schema<T> {
    this.schemas[name] = of;
    return reference(this.file, name);
  }
}

/** A file of schemas, as it is published: references to its own definitions are relative, so that it can be used alone. */
export function schemaFile(title: string, root: Schema, ...definitions: readonly Definitions[]): object {
  const $defs = Object.assign({}, ...definitions.map(({ schemas }) => schemas)) as Readonly<Record<string, Schema>>;
  const file = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title,
    ...root,
    ...(definitions.length === 0 ? {} : { $defs }),
  };
  const [first] = definitions;
  return first === undefined ? file : withLocalReferences(file, `${first.file}.schema.json#/`);
}

function withLocalReferences(part: object, own: string): object {
  const local = (value: unknown): unknown => {
    if (typeof value === 'string' && value.startsWith(own)) return value.slice(own.length - 2);
    return typeof value === 'object' && value !== null ? withLocalReferences(value, own) : value;
  };
  if (Array.isArray(part)) return part.map(local);
  return Object.fromEntries(Object.entries(part).map(([keyword, value]) => [keyword, local(value)]));
}
