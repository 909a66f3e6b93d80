/** JSON Schema judging with ajv, compiled once per schema object. User-written patterns run on a linear engine. */
import type { Json } from '../record/json.ts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { RE2JS } from 're2js';

const addFormats = addFormatsModule as unknown as (ajv: Ajv2020) => void;

// Patterns come from contracts and are matched against what a service sends: a backtracking engine could be made to hang.
const linear = Object.assign(
  (pattern: string) => {
    const compiled = RE2JS.compile(pattern);
    // ajv keeps compiled patterns by their text: without one, the first pattern there is would stand for all of them.
    return { test: (text: string) => compiled.matcher(text).find(), toString: () => `/${pattern}/` };
  },
  { code: 're2' },
);

const ajv = new Ajv2020({
  allErrors: true,
  strict: true,
  strictRequired: false,
  strictTypes: false,
  strictTuples: false,
  code: { regExp: linear as never },
});
addFormats(ajv);

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
