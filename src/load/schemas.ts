/** Validates files, and parts of files, against their schemas. */
import { omitUndefined } from '../model/objects.ts';
import type { Json } from '../model/json.ts';
import { valueAtPointer, decodePointerPart, encodePointerPart } from '../model/pointer.ts';
import { SCHEMA_FILES } from '../schema/files.ts';
import { patternFault } from './pattern-faults.ts';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';

export const TYPE_NOUNS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
  object: 'a map',
  array: 'a list',
  null: 'null',
};

export function withArticle(noun: string): string {
  return /^([aeiou]|HTTP)/.test(noun) ? `an ${noun}` : `a ${noun}`;
}

/** Keywords of a schema that messages quote. */
export interface QuotedSchema {
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly properties?: Readonly<Record<string, QuotedSchema>>;
}

/** One keyword that a value breaks. */
export interface Mistake {
  readonly keyword: string;
  /** The object or list that contains the value, and its key; absent for the whole document. */
  readonly parent: object | undefined;
  readonly key: string | number | undefined;
  /** The key, or the place in a list, such as `success[0]`. */
  readonly label: string;
  readonly value: unknown;
  /** The schema that has the keyword. */
  readonly schema: QuotedSchema;
  /** The property that is missing, unknown or has an invalid name. */
  readonly member?: string;
  readonly pair?: readonly [number, number];
  /** Sets of properties: exactly one (`oneOf`), at least one (`anyOf`) or not the only one (`not`) must be present. */
  readonly alternatives?: readonly (readonly string[])[];
}

export class SchemaMistakes {
  readonly #ajv: Ajv2020;
  readonly #compiled = new Map<string, ValidateFunction>();

  /** @param files schemas by file name, which is how a `$ref` names them */
  constructor(files: Readonly<Record<string, unknown>>) {
    this.#ajv = new Ajv2020({
      allErrors: true,
      verbose: true,
      strict: true,
      strictRequired: false,
      strictTypes: false,
      allowUnionTypes: true,
      // Tests validate our schemas against the meta schema; compiling it takes longer than all other work here.
      validateSchema: false,
      // Each file is validated once, so optimizing costs more than it saves.
      code: { optimize: false },
    });
    // Patterns have to run on a linear engine too.
    this.#ajv.addFormat('regex', (text) => patternFault(text) === undefined);
    for (const [name, schema] of Object.entries(files)) this.#ajv.addSchema(schema as object, name);
  }

  /** All mistakes in the data. */
  of(file: string, data: unknown): readonly Mistake[] {
    const validate = this.#validator(file);
    if (validate(data)) return [];
    const errors = validate.errors ?? [];
    // Other mistakes of a value of the wrong type follow from its type.
    const mistyped = new Set(
      errors.filter((e) => e.keyword === 'type' && e.propertyName === undefined).map((e) => e.instancePath),
    );
    return errors
      .filter((e) => e.keyword === 'type' || !mistyped.has(e.instancePath))
      .filter((e) => !FOLLOWING.has(e.keyword) || alternativesOf(e) !== undefined)
      .filter((e) => !errors.some((whole) => coversError(whole, e)))
      .map((error) => mistakeOf(error, data));
  }

  #validator(file: string): ValidateFunction {
    const cached = this.#compiled.get(file);
    if (cached !== undefined) return cached;
    const made = this.#ajv.getSchema(file);
    if (made === undefined) throw new TypeError(`unknown schema ${file}`);
    this.#compiled.set(file, made);
    return made;
  }
}

/** Keywords that fail because other keywords fail, unless they list alternatives. */
const FOLLOWING: ReadonlySet<string> = new Set(['if', 'propertyNames', 'oneOf', 'anyOf', 'not']);

/** Sets of properties, if the branches of a schema differ in nothing else. */
function alternativesOf({ keyword, schema }: ErrorObject): Mistake['alternatives'] {
  if (keyword !== 'oneOf' && keyword !== 'anyOf' && keyword !== 'not') return undefined;
  const branches = [schema].flat() as readonly { readonly required?: readonly string[] }[];
  const sets = branches.flatMap(({ required, ...rest }) => (Object.keys(rest).length > 0 ? [] : [required ?? []]));
  return sets.length === branches.length ? sets : undefined;
}

/** True if `whole` covers `error`: an error of one branch, or alternatives of which one is incomplete. */
function coversError(whole: ErrorObject, error: ErrorObject): boolean {
  if (whole.instancePath !== error.instancePath) return false;
  if (whole.keyword === 'dependentRequired') return error.keyword === 'anyOf';
  if (!['oneOf', 'anyOf'].includes(whole.keyword) || !error.schemaPath.startsWith(`${whole.schemaPath}/`)) return false;
  return (
    alternativesOf(whole) !== undefined || (error.keyword === 'const' && typeof error.data !== typeof error.schema)
  );
}

function mistakeOf(error: ErrorObject, data: unknown): Mistake {
  const schema = error.parentSchema as QuotedSchema;
  const place = placeOf(error.instancePath, data);
  // An invalid key is a mistake of the object that has it.
  if (error.propertyName !== undefined)
    return { keyword: 'propertyNames', ...place, schema, member: error.propertyName };
  const params = error.params as Readonly<Record<string, unknown>>;
  const member = params['missingProperty'] ?? params['additionalProperty'];
  const { i, j } = params;
  return {
    keyword: error.keyword,
    ...place,
    schema,
    ...omitUndefined({ alternatives: alternativesOf(error) }),
    ...(typeof member === 'string' ? { member } : {}),
    ...(typeof i === 'number' && typeof j === 'number' ? { pair: [Math.min(i, j), Math.max(i, j)] as const } : {}),
  };
}

/** RFC 6901: the value at the pointer, and the object or list that contains it. */
function placeOf(pointer: string, data: unknown): Pick<Mistake, 'parent' | 'key' | 'label' | 'value'> {
  let parent: object | undefined;
  let key: string | number | undefined;
  let label = '';
  let value = data;
  for (const segment of pointer.split('/').slice(1)) {
    parent = value as object;
    key = Array.isArray(parent) ? Number(segment) : decodePointerPart(segment);
    label = typeof key === 'number' ? `${label}[${key}]` : key;
    value = (parent as Readonly<Record<string | number, unknown>>)[key];
  }
  return { parent, key, label, value };
}

/** Name of each kind of file in messages. */
export const FILE_NOUNS = {
  bindings: 'bindings',
  catalogue: 'a catalogue',
  endpoint: 'an endpoint contract',
  envelope: 'an envelope block',
  errors: 'an errors block',
  'open-points': 'open points',
  'own-catalogue': 'the catalogue of a service',
  pagination: 'a pagination block',
  requirements: 'requirements',
  security: 'a security block',
  target: 'a target',
  token: 'a token block',
  versions: 'the versions of a service',
  waivers: 'waivers',
} as const;

export type FileKind = keyof typeof FILE_NOUNS;

/** Created on first use: most processes of a run load only cached files. */
let mistakes: SchemaMistakes | undefined;

/** All mistakes in the content of a file of this kind. */
export function schemaMistakes(kind: FileKind, data: unknown): readonly Mistake[] {
  return schemaMistakesAt(`${kind}.schema.json`, data);
}

/** The same for a part of a file, by the place of its schema: `endpoint.schema.json#/$defs/form`. */
export function schemaMistakesAt(schema: string, data: unknown): readonly Mistake[] {
  mistakes ??= new SchemaMistakes(SCHEMA_FILES);
  return mistakes.of(schema, data);
}

export function schemaFile(name: string): unknown {
  return (SCHEMA_FILES as Readonly<Record<string, unknown>>)[name];
}

interface Node {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly additionalProperties?: Node | boolean;
  readonly items?: Node;
}

/** Place of the schema for a property of a file; undefined if any value is allowed. */
export function schemaPlace(kind: FileKind, path: readonly string[]): string | undefined {
  let place: string | undefined = `${kind}.schema.json#`;
  for (const part of path) {
    place = place === undefined ? undefined : stepInto(place, part);
    if (place === undefined) return undefined;
  }
  const node = place === undefined ? undefined : nodeAt(place);
  return node === undefined || Object.keys(node).every((key) => key === 'description') ? undefined : place;
}

function stepInto(from: string, part: string): string | undefined {
  const place = resolved(from);
  const node = nodeAt(place);
  if (node?.properties?.[part] !== undefined) return `${place}/properties/${encodePointerPart(part)}`;
  if (typeof node?.additionalProperties === 'object') return `${place}/additionalProperties`;
  return node?.items === undefined ? undefined : `${place}/items`;
}

/** Follows references. */
function resolved(place: string): string {
  const node = nodeAt(place);
  if (node?.$ref === undefined) return place;
  const [file] = place.split('#');
  return resolved(node.$ref.startsWith('#') ? `${file ?? ''}${node.$ref}` : node.$ref);
}

function nodeAt(place: string): Node | undefined {
  const [file = '', pointer = ''] = place.split('#');
  return valueAtPointer(schemaFile(file) as Json, pointer) as Node | undefined;
}

/** The requirement of a schema that the value does not meet, in words; undefined if it does. */
export function schemaMisfit(schema: string, value: Json): string | undefined {
  const mistake = schemaMistakesAt(schema, value)[0];
  if (mistake === undefined) return undefined;
  const { title, type, enum: allowed, minimum, maximum } = mistake.schema;
  switch (mistake.keyword) {
    case 'enum':
      return `one of ${(allowed ?? []).map(String).join(', ')}`;
    case 'minimum':
      return `at least ${minimum ?? ''}`;
    case 'maximum':
      return `at most ${maximum ?? ''}`;
    case 'type':
    case 'pattern':
      if (title !== undefined) return withArticle(title);
      return [type ?? 'string']
        .flat()
        .map((item) => TYPE_NOUNS[item] ?? item)
        .join(' or ');
    default:
      return mistake.schema.title === undefined
        ? 'a value that the contract allows there'
        : withArticle(mistake.schema.title);
  }
}
