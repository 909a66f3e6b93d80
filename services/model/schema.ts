import { defined } from './objects.ts';
import type { Field } from './field.ts';

export type Schema = Readonly<Record<string, unknown>>;

/** JSON Schema (2020-12, as OpenAPI 3.1 uses it) of the value of one field. */
export function schemaOf(field: Field): Schema {
  const element = defined({ 'x-element': field.element });
  switch (field.kind) {
    case 'text':
      return {
        type: 'string',
        minLength: field.minLength,
        maxLength: field.maxLength,
        ...defined({ pattern: field.pattern?.source, format: field.format }),
        ...element,
      };
    case 'code':
      return { type: 'string', enum: field.codes, ...element };
    case 'codes':
      return {
        type: 'array',
        items: { type: 'string', enum: field.codes },
        minItems: 1,
        maxItems: field.codes.length,
        uniqueItems: true,
        ...element,
      };
    case 'date':
      return { type: 'string', format: 'date', ...element };
    case 'money':
      // `multipleOf: 0.01` is not decidable in binary floating point (1.13 fails it), so the rule is said in words.
      return { type: 'number', minimum: 0, description: 'At most 2 decimals.', ...element };
    case 'indicator':
      return { type: 'boolean', ...element };
    case 'reference':
      return { type: 'integer', minimum: 1, description: `Uid of a record of ${field.to}.`, ...element };
  }
}

export function nullable(schema: Schema): Schema {
  return { anyOf: [schema, { type: 'null' }] };
}

/** A closed object of the given members. */
export function closedObject(properties: Readonly<Record<string, Schema>>, required: readonly string[]): Schema {
  return {
    type: 'object',
    properties,
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}
