/** Judging by JSON Schemas, each compiled once. */
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { Json } from '../record/json.ts';
import { schemaCompiler } from '../record/json-schema.ts';

const ajv = schemaCompiler();

const compiled = new WeakMap<object, ValidateFunction>();

export interface SchemaDeparture {
  /** RFC 6901 pointer into the value. */
  readonly pointer: string;
  readonly expected: string;
}

/** Where a value departs from a schema; at most ten places, innermost alternatives left out. */
export function schemaDepartures(schema: Json, value: unknown): readonly SchemaDeparture[] {
  if (typeof schema !== 'object' || schema === null) return [];
  let validate = compiled.get(schema);
  if (validate === undefined) {
    validate = ajv.compile(schema);
    compiled.set(schema, validate);
  }
  if (validate(value) === true) return [];
  const errors = validate.errors ?? [];
  return errors
    .filter((e) => e.keyword !== 'anyOf' || errors.length === 1)
    .slice(0, 10)
    .map((e) => ({
      pointer:
        e.keyword === 'additionalProperties'
          ? `${e.instancePath}/${String(e.params['additionalProperty'])}`
          : e.instancePath,
      expected:
        e.keyword === 'additionalProperties'
          ? 'no such member'
          : e.keyword === 'enum'
            ? `one of ${JSON.stringify(e.params['allowedValues'])}`
            : e.keyword === 'const'
              ? JSON.stringify(e.params['allowedValue'])
              : (e.message ?? e.keyword),
    }));
}
