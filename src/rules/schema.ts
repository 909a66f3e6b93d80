/** Judging by JSON Schemas, each compiled once. */
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import type { Json } from '../model/json.ts';
import { at } from '../model/pointer.ts';
import { schemaCompiler } from '../model/json-schema.ts';
import type { Finding } from './model.ts';

// Loading has checked what contracts say, and the rest is planned.
const ajv = schemaCompiler({ isSound: true });

const compiled = new WeakMap<object, ValidateFunction>();
/** Operations and versions have much the same schemas: the same text is the same judge. */
const byText = new Map<string, ValidateFunction>();

function judgeOf(schema: object): ValidateFunction {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const text = JSON.stringify(schema);
  const judge = byText.get(text) ?? ajv.compile(schema);
  byText.set(text, judge);
  compiled.set(schema, judge);
  return judge;
}

/** With what of it can be compared, as a finding has it. */
export interface SchemaDeparture extends Pick<Finding, 'kind' | 'member' | 'keyword' | 'asked' | 'came'> {
  /** RFC 6901 pointer into the value. */
  readonly pointer: string;
  readonly expected: string;
}

/** Where a value departs from a schema; at most ten places, innermost alternatives left out. */
export function schemaDepartures(schema: Json, value: unknown): readonly SchemaDeparture[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const validate = judgeOf(schema);
  if (validate(value) === true) return [];
  const all = validate.errors ?? [];
  const errors = ofNearest(all);
  return errors
    .filter((e) => !isChoice(e) || errors.length === 1)
    .slice(0, 10)
    .map((error) => departure(error, value));
}

function departure({ keyword, instancePath: pointer, params, message }: ErrorObject, value: unknown): SchemaDeparture {
  const expected = message ?? keyword;
  const told = (name: string): string => String(params[name]);
  switch (keyword) {
    case 'additionalProperties':
      return { pointer: `${pointer}/${told('additionalProperty')}`, expected: 'no such member', kind: 'added' };
    case 'required':
    case 'dependentRequired':
      return { pointer, expected, kind: 'absent', member: told('missingProperty') };
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
        asked: told(keyword),
        came: typeOf(at(value as Json, pointer)),
      };
    case 'format':
      return { pointer, expected, kind: 'schema', keyword, asked: told(keyword) };
    default:
      return { pointer, expected, kind: 'schema', keyword };
  }
}

/** As JSON Schema calls it. */
function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

const isChoice = ({ keyword }: ErrorObject): boolean => keyword === 'anyOf' || keyword === 'oneOf';

/** Of the alternatives of a choice the one that the value comes nearest to: what the others ask says nothing of it. */
function ofNearest(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  // Once for each choice: an answer about hundreds of records has as many, and all that is wrong in each.
  const choices = errors.filter(isChoice).map((choice) => ({ choice, nearest: nearestOf(errors, choice) }));
  return errors.filter((error) =>
    choices.every(({ choice, nearest }) => {
      const mine = branchOf(error, choice);
      return mine === undefined || mine === nearest;
    }),
  );
}

/** Which alternative of a choice an error belongs to. */
function branchOf({ schemaPath }: ErrorObject, choice: ErrorObject): string | undefined {
  const start = `${choice.schemaPath}/`;
  return schemaPath.startsWith(start) ? schemaPath.slice(start.length).split('/')[0] : undefined;
}

/** The fewer of its errors stand at the value itself, and the fewer there are, the nearer it is; but one that says by a fixed value what it is of is not that of another. */
function nearestOf(errors: readonly ErrorObject[], choice: ErrorObject): string | undefined {
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
    ([, a], [, b]) => isOfAnother(a, b) - isOfAnother(b, a) || a.here - b.here || a.all - b.all,
  )[0]?.[0];
}

interface Distance {
  /** At the value itself. */
  readonly here: number;
  readonly all: number;
  /** Of these, values that say which of the alternatives it is. */
  readonly fixed: number;
}

/** Whether it is said to be another, and is farther as a whole. */
function isOfAnother(one: Distance, other: Distance): number {
  return one.fixed > other.fixed && one.all > other.all ? 1 : 0;
}
