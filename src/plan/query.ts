/** Parameters of a query: their schema, and values that are right or are not. */
import { defined, extended, maybe } from '../model/objects.ts';
import type { Json } from '../model/json.ts';
import type { Operation, QueryParameter } from '../load/model.ts';
import type { RequestTemplate, Value } from './model.ts';

type Schema = { readonly [name: string]: Json };
/** By what they are tried for. */
type Tried = Readonly<Record<string, string>>;
type Parameters = readonly (readonly [string, Value])[];

/** The schema of one of its values. */
export function parameterSchema(parameter: QueryParameter): Schema {
  const { type, minimum, maximum, minLength, maxLength, pattern, default: usual } = parameter;
  switch (type) {
    case 'integer':
    case 'decimal':
      return { type: type === 'integer' ? 'integer' : 'number', ...defined({ minimum, maximum, default: usual }) };
    case 'boolean':
      return { type: 'boolean', ...defined({ default: usual }) };
    case 'date':
      return { type: 'string', format: 'date', ...defined({ default: usual }) };
    case 'code':
      return { type: 'string', enum: [...valuesOf(parameter)], ...defined({ default: usual }) };
    case 'string':
      return { type: 'string', ...defined({ minLength, maxLength, pattern, default: usual }) };
  }
}

/** The values that a parameter may have, where they are named. */
function valuesOf({ values, sorts }: QueryParameter): readonly string[] {
  return values ?? Object.keys(sorts ?? {});
}

/** Those at the edge of what it may be, and the one that it has by itself. */
export function rightValues(parameter: QueryParameter): Tried {
  const { type, minimum, maximum, minLength, maxLength, pattern, example, default: usual } = parameter;
  const own = { ...shown('example', example), ...shown('default', usual) };
  switch (type) {
    case 'integer':
    case 'decimal':
      return { ...shown('minimum', minimum), ...shown('maximum', maximum), ...own };
    case 'boolean':
      return { true: 'true', false: 'false' };
    case 'date':
      return { date: '2024-02-29', ...own };
    case 'code':
      return Object.fromEntries(valuesOf(parameter).map((value) => [value, value]));
    case 'string':
      if (pattern !== undefined) return own;
      return {
        ...defined({
          shortest: maybe(minLength, (least) => 'p'.repeat(least)),
          longest: maybe(maxLength, (most) => 'p'.repeat(most)),
        }),
        ...own,
      };
  }
}

export function wrongValues(parameter: QueryParameter): Tried {
  const { type, minimum, maximum, minLength, maxLength } = parameter;
  switch (type) {
    case 'integer':
    case 'decimal':
      return {
        type: 'abc',
        ...(type === 'integer' ? { fraction: '1.5' } : {}),
        ...defined({
          minimum: maybe(minimum, (least) => String(least - 1)),
          maximum: maybe(maximum, (most) => String(most + 1)),
        }),
      };
    case 'boolean':
      return { type: 'abc' };
    case 'date':
      return { type: 'abc', date: '2024-02-30' };
    case 'code':
      return { values: 'plumbline' };
    case 'string':
      return {
        ...(minLength === undefined || minLength < 1 ? {} : { minLength: 'p'.repeat(minLength - 1) }),
        ...defined({ maxLength: maybe(maxLength, (most) => 'p'.repeat(most + 1)) }),
      };
  }
}

function shown(name: string, value: string | number | boolean | undefined): Tried {
  return value === undefined ? {} : { [name]: String(value) };
}

/** What a good request has to have. */
export function requiredQuery({ query = [] }: Operation): Readonly<Record<string, Value>> {
  return Object.fromEntries(
    query.flatMap((one) => (one.required === true ? [[one.name, goodValue(one)] as const] : [])),
  );
}

/** What stands in a path where no record is named. */
export function slotValues({ parameters = [] }: Pick<Operation, 'parameters'>): Readonly<Record<string, Value>> {
  return Object.fromEntries(parameters.map((one) => [one.name, goodValue(one)]));
}

/** One that it may have. */
export function goodValue(parameter: QueryParameter): string {
  const right = Object.values(rightValues(parameter));
  return right.at(-1) ?? (parameter.type === 'integer' || parameter.type === 'decimal' ? '1' : 'plumbline');
}

/** The request with these parameters, beside those that it has. */
export function withQuery(
  request: RequestTemplate,
  operation: Operation,
  query: Readonly<Record<string, Value>>,
): RequestTemplate {
  const all = queryOf(query, request.query, operation);
  return all.length === 0 ? request : extended(request, { query: all });
}

/**
 * A parameter in place of the one that is there, without it for null. A list sends its parameter once for every entry, or all of them in
 * one where the operation says so.
 */
export function queryOf(
  query: Readonly<Record<string, Value>>,
  there: Parameters = [],
  { query: declared = [] }: Pick<Operation, 'query'> = {},
): Parameters {
  return [
    ...there.filter(([name]) => !Object.hasOwn(query, name)),
    ...Object.entries(query).flatMap(([name, value]): Parameters => {
      if (!Array.isArray(value)) return value === null ? [] : [[name, value]];
      const values = value as readonly Value[];
      const isOne = declared.some((one) => one.name === name && one.explode === false);
      return isOne ? [[name, values.map(String).join(',')]] : values.map((one) => [name, one]);
    }),
  ];
}

/** Two values of a parameter that may have several, where they are named. */
export function twoValues(parameter: QueryParameter): readonly [string, string] | undefined {
  const [one, other] = valuesOf(parameter);
  return parameter.list === true && one !== undefined && other !== undefined ? [one, other] : undefined;
}
