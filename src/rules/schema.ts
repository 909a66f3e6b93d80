/** Judging by JSON Schemas, each compiled once. */
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import type { Json, JsonMap } from '../record/json.ts';
import { schemaCompiler } from '../record/json-schema.ts';

const ajv = schemaCompiler();

const compiled = new WeakMap<object, ValidateFunction>();

export interface SchemaDeparture {
  /** RFC 6901 pointer into the value. */
  readonly pointer: string;
  readonly expected: string;
}

/** By a linear engine, since texts come from services. */
export function fitsPattern(pattern: string, text: string): boolean {
  let schema = patterns.get(pattern);
  if (schema === undefined) patterns.set(pattern, (schema = { type: 'string', pattern }));
  return schemaDepartures(schema, text).length === 0;
}

const patterns = new Map<string, JsonMap>();

/** Where a value departs from a schema; at most ten places, innermost alternatives left out. */
export function schemaDepartures(schema: Json, value: unknown): readonly SchemaDeparture[] {
  if (typeof schema !== 'object' || schema === null) return [];
  let validate = compiled.get(schema);
  if (validate === undefined) {
    validate = ajv.compile(schema);
    compiled.set(schema, validate);
  }
  if (validate(value) === true) return [];
  const all = validate.errors ?? [];
  const errors = ofNearest(all);
  return errors
    .filter((e) => !isChoice(e) || errors.length === 1)
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

const isChoice = ({ keyword }: ErrorObject): boolean => keyword === 'anyOf' || keyword === 'oneOf';

/** Of the alternatives of a choice the one that the value comes nearest to: what the others ask says nothing of it. */
function ofNearest(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const choices = errors.filter(isChoice);
  return errors.filter((error) =>
    choices.every((choice) => {
      const mine = branchOf(error, choice);
      if (mine === undefined) return true;
      return mine === nearestOf(errors, choice);
    }),
  );
}

/** Which alternative of a choice an error belongs to. */
function branchOf({ schemaPath }: ErrorObject, choice: ErrorObject): string | undefined {
  const start = `${choice.schemaPath}/`;
  return schemaPath.startsWith(start) ? schemaPath.slice(start.length).split('/')[0] : undefined;
}

/** The fewer of its errors stand at the value itself, and the fewer there are, the nearer it is. */
function nearestOf(errors: readonly ErrorObject[], choice: ErrorObject): string | undefined {
  const counts = new Map<string, readonly [number, number]>();
  for (const error of errors) {
    const branch = branchOf(error, choice);
    if (branch === undefined) continue;
    const [here, all] = counts.get(branch) ?? [0, 0];
    counts.set(branch, [here + (error.instancePath === choice.instancePath ? 1 : 0), all + 1]);
  }
  return [...counts].sort(([, a], [, b]) => a[0] - b[0] || a[1] - b[1])[0]?.[0];
}
