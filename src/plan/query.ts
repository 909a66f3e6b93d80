/** Query parameters: their schema, valid and invalid values. */
import { omitUndefined, mergeObjects, mapOptional } from '../model/objects.ts';
import type { Json } from '../model/json.ts';
import type { Operation, QueryParameter } from '../load/model.ts';
import type { RequestTemplate, Value } from './model.ts';

type Schema = { readonly [name: string]: Json };
/** Values by the reason they are tested. */
type Tried = Readonly<Record<string, string>>;
type Parameters = readonly (readonly [string, Value])[];

export function parameterSchema(parameter: QueryParameter): Schema {
  const { type, minimum, maximum, minLength, maxLength, pattern, default: usual } = parameter;
  switch (type) {
    case 'integer':
    case 'decimal':
      return {
        type: type === 'integer' ? 'integer' : 'number',
        ...omitUndefined({ minimum, maximum, default: usual }),
      };
    case 'boolean':
      return { type: 'boolean', ...omitUndefined({ default: usual }) };
    case 'date':
      return { type: 'string', format: 'date', ...omitUndefined({ default: usual }) };
    case 'code':
      return { type: 'string', enum: [...valuesOf(parameter)], ...omitUndefined({ default: usual }) };
    case 'string':
      return { type: 'string', ...omitUndefined({ minLength, maxLength, pattern, default: usual }) };
  }
}

function valuesOf({ values, sorts }: QueryParameter): readonly string[] {
  return values ?? Object.keys(sorts ?? {});
}

/** Values at the limits, the example and the default. */
export function validParameterValues(parameter: QueryParameter): Tried {
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
        ...omitUndefined({
          shortest: mapOptional(minLength, (least) => 'p'.repeat(least)),
          longest: mapOptional(maxLength, (most) => 'p'.repeat(most)),
        }),
        ...own,
      };
  }
}

export function invalidParameterValues(parameter: QueryParameter): Tried {
  const { type, minimum, maximum, minLength, maxLength } = parameter;
  switch (type) {
    case 'integer':
    case 'decimal':
      return {
        type: 'abc',
        ...(type === 'integer' ? { fraction: '1.5' } : {}),
        ...omitUndefined({
          minimum: mapOptional(minimum, (least) => String(least - 1)),
          maximum: mapOptional(maximum, (most) => String(most + 1)),
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
        ...omitUndefined({ maxLength: mapOptional(maxLength, (most) => 'p'.repeat(most + 1)) }),
      };
  }
}

function shown(name: string, value: string | number | boolean | undefined): Tried {
  return value === undefined ? {} : { [name]: String(value) };
}

/** Path parameters that name no record, with valid values. */
export function pathSlotValues({ parameters = [] }: Pick<Operation, 'parameters'>): Readonly<Record<string, Value>> {
  return Object.fromEntries(parameters.map((one) => [one.name, validParameterValue(one)]));
}

export function validParameterValue(parameter: QueryParameter): string {
  const right = Object.values(validParameterValues(parameter));
  return right.at(-1) ?? (parameter.type === 'integer' || parameter.type === 'decimal' ? '1' : 'plumbline');
}

export function withQuery(
  request: RequestTemplate,
  operation: Operation,
  query: Readonly<Record<string, Value>>,
): RequestTemplate {
  const all = mergeQuery(query, request.query, operation);
  return all.length === 0 ? request : mergeObjects(request, { query: all });
}

/**
 * Sets parameters; null removes one. A list repeats its parameter, or joins the values if the operation does not
 * explode it.
 */
export function mergeQuery(
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

/** Two values of a parameter that accepts several. */
export function twoParameterValues(parameter: QueryParameter): readonly [string, string] | undefined {
  const [one, other] = valuesOf(parameter);
  return parameter.list === true && one !== undefined && other !== undefined ? [one, other] : undefined;
}
