/**
 * Limits the schema size of OpenAPI operations. 30 schemas that refer to one another can have millions of fields when their references are
 * resolved.
 */
import { omitUndefined, mapOptional } from '../model/objects.ts';
import { isMap } from '../model/json.ts';
import type { ApiOperation } from './document.ts';
import { type JsonSchema, mapNested, mapValues } from './references.ts';

export interface SizeLimitedOperation {
  readonly operation: ApiOperation;
  /** Whether fields of a nested object were removed. */
  readonly isCut: boolean;
}

interface Bounded {
  readonly schema: JsonSchema;
  /** Number of schemas in it, including itself. */
  readonly size: number;
  readonly isCut: boolean;
}

/** Reduces the largest nested schemas to their type in each schema with more than `most` schemas. */
export function limitSchemaSize(operations: readonly ApiOperation[], most: number): readonly SizeLimitedOperation[] {
  const bound = sizeLimiter(most);
  return operations.map((operation) => {
    let isCut = false;
    const limited = (schema: JsonSchema): JsonSchema => {
      const bounded = bound(schema);
      isCut ||= bounded.isCut;
      return bounded.schema;
    };
    const limitAll = (schemas: Readonly<Record<string, JsonSchema>>): Readonly<Record<string, JsonSchema>> =>
      mapValues(schemas, limited);
    const { parameters, requestBody, responses } = operation;
    const whole: ApiOperation = {
      ...operation,
      parameters: parameters.map((parameter) => ({ ...parameter, schema: limited(parameter.schema) })),
      ...omitUndefined({
        requestBody: mapOptional(requestBody, (body) => ({ ...body, content: limitAll(body.content) })),
      }),
      responses: mapValues(responses, (response) => ({
        ...response,
        content: limitAll(response.content),
        ...omitUndefined({ demanded: mapOptional(response.demanded, limitAll) }),
      })),
    };
    return { operation: whole, isCut };
  });
}

/** Caches the result by schema, since references share schemas. */
function sizeLimiter(most: number): (schema: JsonSchema) => Bounded {
  const known = new Map<JsonSchema, Bounded>();
  const bound = (schema: JsonSchema): Bounded => {
    const cached = known.get(schema);
    if (cached !== undefined) return cached;
    const nested: Bounded[] = [];
    mapNested(schema, (inner) => {
      if (isMap(inner)) nested.push(bound(inner));
      return inner;
    });
    let size = nested.reduce((sum, inner) => sum + inner.size, 1);
    for (const inner of nested.toSorted((one, other) => other.size - one.size)) {
      if (size <= most || inner.size === 1) break;
      size -= inner.size - 1;
      nested[nested.indexOf(inner)] = { schema: omitUndefined({ type: inner.schema['type'] }), size: 1, isCut: true };
    }
    let next = 0;
    const bounded: Bounded = {
      schema: mapNested(schema, (inner) => (isMap(inner) ? (nested[next++]?.schema ?? inner) : inner)),
      size,
      isCut: nested.some((inner) => inner.isCut),
    };
    known.set(schema, bounded);
    return bounded;
  };
  return bound;
}
