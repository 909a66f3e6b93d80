/** Validation by JSON Schemas, each compiled once. */
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import type { Json } from '../model/json.ts';
import { valueAtPointer } from '../model/pointer.ts';
import { schemaCompiler } from '../model/json-schema.ts';
import type { Finding } from './model.ts';

// The loader has validated the schemas of contracts, and Plumbline generates the others.
const ajv = schemaCompiler({ isSound: true });

const compiled = new WeakMap<object, ValidateFunction>();
/** Operations and versions share most schemas, so validators are cached by text. */
const byText = new Map<string, ValidateFunction>();

function validatorOf(schema: object): ValidateFunction {
  const cached = compiled.get(schema);
  if (cached !== undefined) return cached;
  const text = JSON.stringify(schema);
  const validator = byText.get(text) ?? ajv.compile(schema);
  byText.set(text, validator);
  compiled.set(schema, validator);
  return validator;
}

/** A schema failure with the machine-readable part of a finding. */
export interface SchemaFailure extends Pick<Finding, 'kind' | 'member' | 'keyword' | 'asked' | 'came'> {
  /** RFC 6901 pointer into the value. */
  readonly pointer: string;
  readonly expected: string;
}

/** Failures of a value against a schema, at most ten; failures inside `anyOf` and `oneOf` are left out. */
export function schemaFailures(schema: Json, value: unknown): readonly SchemaFailure[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const validate = validatorOf(schema);
  if (validate(value) === true) return [];
  const all = validate.errors ?? [];
  const errors = ofNearestBranch(all);
  return errors
    .filter((e) => !isChoice(e) || errors.length === 1)
    .slice(0, 10)
    .map((error) => failureOf(error, value));
}

function failureOf({ keyword, instancePath: pointer, params, message }: ErrorObject, value: unknown): SchemaFailure {
  const expected = message ?? keyword;
  const param = (name: string): string => String(params[name]);
  switch (keyword) {
    case 'additionalProperties':
      return { pointer: `${pointer}/${param('additionalProperty')}`, expected: 'no undeclared field', kind: 'added' };
    case 'required':
    case 'dependentRequired':
      return { pointer, expected, kind: 'absent', member: param('missingProperty') };
    case 'const':
      return { pointer, expected: JSON.stringify(params['allowedValue']), kind: 'value' };
    case 'enum':
      return { pointer, expected: `one of ${JSON.stringify(params['allowedValues'])}`, kind: 'schema', keyword };
    case 'type':
      return {
        pointer,
        expected,
        kind: 'schema',
        keyword,
        asked: param(keyword),
        came: typeOf(valueAtPointer(value as Json, pointer)),
      };
    case 'format':
      return { pointer, expected, kind: 'schema', keyword, asked: param(keyword) };
    default:
      return { pointer, expected, kind: 'schema', keyword };
  }
}

/** The type name of JSON Schema. */
function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

const isChoice = ({ keyword }: ErrorObject): boolean => keyword === 'anyOf' || keyword === 'oneOf';

/** Keeps the errors of the alternative that is nearest to the value; errors of the other ones do not apply. */
function ofNearestBranch(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  // Computed once for each choice: a response with hundreds of records has as many.
  const choices = errors.filter(isChoice).map((choice) => ({ choice, nearest: nearestBranch(errors, choice) }));
  return errors.filter((error) =>
    choices.every(({ choice, nearest }) => {
      const branch = branchOf(error, choice);
      return branch === undefined || branch === nearest;
    }),
  );
}

/** The alternative of a choice that an error belongs to. */
function branchOf({ schemaPath }: ErrorObject, choice: ErrorObject): string | undefined {
  const start = `${choice.schemaPath}/`;
  return schemaPath.startsWith(start) ? schemaPath.slice(start.length).split('/')[0] : undefined;
}

/** The nearest alternative has the fewest errors at the value itself, then in total, and no failed `const`. */
function nearestBranch(errors: readonly ErrorObject[], choice: ErrorObject): string | undefined {
  const counts = new Map<string, Distance>();
  for (const error of errors) {
    const branch = branchOf(error, choice);
    if (branch === undefined) continue;
    const { here, all, fixed } = counts.get(branch) ?? { here: 0, all: 0, fixed: 0 };
    counts.set(branch, {
      here: here + (error.instancePath === choice.instancePath ? 1 : 0),
      all: all + 1,
      fixed: fixed + (error.keyword === 'const' ? 1 : 0),
    });
  }
  return [...counts].sort(
    ([, a], [, b]) => isExcluded(a, b) - isExcluded(b, a) || a.here - b.here || a.all - b.all,
  )[0]?.[0];
}

interface Distance {
  /** Errors at the value itself. */
  readonly here: number;
  readonly all: number;
  /** Failed `const` values, which identify an alternative. */
  readonly fixed: number;
}

/** True if a `const` excludes the alternative and it has more errors in total. */
function isExcluded(left: Distance, right: Distance): number {
  return left.fixed > right.fixed && left.all > right.all ? 1 : 0;
}
