/** Plain data held against our own JSON Schemas by ajv: one mistake for each keyword that a value breaks. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { partName } from '../record/pointer.ts';
import { patternFault } from './linear-pattern.ts';

/** What of a schema a message quotes. */
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
  /** The object or list that holds the value, and under what; absent for the whole document. */
  readonly parent: object | undefined;
  readonly key: string | number | undefined;
  readonly value: unknown;
  /** The schema that has the keyword. */
  readonly schema: QuotedSchema;
  /** The member that is missing, unknown, or may not be called so; for uniqueItems the two places. */
  readonly member?: string;
  readonly pair?: readonly [number, number];
}

export class SchemaMistakes {
  readonly #ajv: Ajv2020;
  readonly #compiled = new Map<string, ValidateFunction>();

  /** Schemas by file name, which is what a `$ref` from one to another says. */
  constructor(files: Readonly<Record<string, unknown>>) {
    this.#ajv = new Ajv2020({
      allErrors: true,
      verbose: true,
      strict: true,
      strictRequired: false,
      strictTypes: false,
      allowUnionTypes: true,
      // They are ours, and tests hold them against the meta schema: to compile that one takes longer than all else here.
      validateSchema: false,
      // A file is judged once, and to make a quick judge of it takes longer than to judge it slowly.
      code: { optimize: false },
    });
    // A pattern is one that every judge of ours can run, in time that grows with the text alone.
    this.#ajv.addFormat('regex', (text) => patternFault(text) === undefined);
    for (const [name, schema] of Object.entries(files)) this.#ajv.addSchema(schema as object, name);
  }

  /** Everything that is wrong with the data; nothing, if it has the form. */
  of(file: string, data: unknown): readonly Mistake[] {
    const validate = this.#validator(file);
    if (validate(data)) return [];
    const errors = validate.errors ?? [];
    // What else is wrong with a value of the wrong type follows from that.
    const mistyped = new Set(
      errors.filter((e) => e.keyword === 'type' && e.propertyName === undefined).map((e) => e.instancePath),
    );
    return errors
      .filter(
        (e) =>
          e.keyword !== 'if' &&
          e.keyword !== 'propertyNames' &&
          (e.keyword === 'type' || !mistyped.has(e.instancePath)),
      )
      .map((error) => mistakeOf(error, data));
  }

  #validator(file: string): ValidateFunction {
    const known = this.#compiled.get(file);
    if (known !== undefined) return known;
    const made = this.#ajv.getSchema(file);
    if (made === undefined) throw new TypeError(`there is no schema ${file}`);
    this.#compiled.set(file, made);
    return made;
  }
}

function mistakeOf(error: ErrorObject, data: unknown): Mistake {
  const schema = error.parentSchema as QuotedSchema;
  const place = placeOf(error.instancePath, data);
  // A key that may not be called so: told of the object that has it.
  if (error.propertyName !== undefined)
    return { keyword: 'propertyNames', ...place, schema, member: error.propertyName };
  const params = error.params as Readonly<Record<string, unknown>>;
  const member = params['missingProperty'] ?? params['additionalProperty'];
  const { i, j } = params;
  return {
    keyword: error.keyword,
    ...place,
    schema,
    ...(typeof member === 'string' ? { member } : {}),
    ...(typeof i === 'number' && typeof j === 'number' ? { pair: [Math.min(i, j), Math.max(i, j)] as const } : {}),
  };
}

/** RFC 6901: what stands at the pointer, and what holds it. */
function placeOf(pointer: string, data: unknown): Pick<Mistake, 'parent' | 'key' | 'value'> {
  let parent: object | undefined;
  let key: string | number | undefined;
  let value = data;
  for (const segment of pointer.split('/').slice(1)) {
    parent = value as object;
    key = Array.isArray(parent) ? Number(segment) : partName(segment);
    value = (parent as Readonly<Record<string | number, unknown>>)[key];
  }
  return { parent, key, value };
}
