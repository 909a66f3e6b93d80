import { isMap } from '../model/json.ts';
import type { JsonSchema } from '../openapi/references.ts';

const KEPT = [
  'type',
  'required',
  'properties',
  'items',
  'enum',
  'const',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
] as const;

/** Keeps the schema keywords that a contract repeats: no descriptions, no examples, no vendor extensions. */
export function bareSchema(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(
    KEPT.flatMap((name) => {
      const value = schema[name];
      if (value === undefined) return [];
      if (name === 'properties' && isMap(value))
        return [
          [
            name,
            Object.fromEntries(
              Object.entries(value).map(([member, inner]) => [member, isMap(inner) ? bareSchema(inner) : inner]),
            ),
          ] as const,
        ];
      if (name === 'items' && isMap(value)) return [[name, bareSchema(value)] as const];
      return [[name, value] as const];
    }),
  );
}
