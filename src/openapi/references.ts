import { isMap, type Json, type JsonMap, ownProperty } from '../model/json.ts';
import { decodePercent } from '../model/text.ts';
import { mapOptional, omitUndefined } from '../model/objects.ts';
import { decodePointerPart } from '../model/pointer.ts';
import { BadInput } from '../errors.ts';
import { suggestName } from '../load/suggest.ts';

/** A JSON Schema of a foreign document. Its values have no guaranteed types. */
export type JsonSchema = { readonly [keyword: string]: Json };

export function asList(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

export function asText(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Resolves references of an OpenAPI document and normalises its schemas. */

export interface ReferenceResolver {
  /** The value, or the target of its reference; an empty object if it is absent. */
  readonly object: (value: Json | undefined) => JsonMap;
  /**
   * The schema with resolved references. A recursive reference becomes `{}`. `allOf` is merged; `nullable` and boolean bounds of OpenAPI
   * 3.0 are converted to JSON Schema 2020-12.
   */
  readonly schema: (value: Json | undefined) => JsonSchema;
  /** References to addresses that were followed: they are not read, and mean anything. */
  readonly unread: ReadonlySet<string>;
}

/** Longest chain of references. Longer chains are circular. */
const MAX_STEPS = 32;

/** Limit of resolved schemas. Few documents need 10,000; circular references can need millions. */
const MAX_SCHEMAS = 500_000;

/** Position of the first occurrence of a reference in the text. */
function placeIn(text: string, reference: string): { readonly line?: number; readonly column?: number } {
  const before = text.split(reference, 1)[0] ?? '';
  if (before.length === text.length) return {};
  const lines = before.split('\n');
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}

/** Throws `BadInput` for references to files and for references without a target. */
export function createResolver(document: JsonMap, file: string, text = ''): ReferenceResolver {
  const resolved = new Map<string, JsonSchema>();
  /** Recursive references that were cut off during the current resolution. */
  const cut = new Set<string>();
  const unread = new Set<string>();

  const follow = (reference: string): Json => {
    if (/^https?:/.test(reference)) {
      unread.add(reference);
      return {};
    }
    if (!reference.startsWith('#'))
      throw BadInput.of('openapi-reference', `the reference ${reference} points to another document`, {
        file,
        ...placeIn(text, reference),
        hint: 'Bundle the document into one file, for example with Redocly CLI.',
      });
    let here: Json | undefined = document;
    let hint = 'Fix the document.';
    for (const part of reference.slice(1).split('/').slice(1)) {
      const name = decodePointerPart(decodePercent(part) ?? part);
      const holder: Json | undefined = here;
      here = isMap(here)
        ? ownProperty(here, name)
        : Array.isArray(here)
          ? (here as readonly Json[])[Number(name)]
          : undefined;
      if (here !== undefined) continue;
      hint = (isMap(holder) ? suggestName(name, Object.keys(holder), 'such thing') : undefined) ?? hint;
      break;
    }
    if (here === undefined || !/^#(\/|$)/.test(reference))
      throw BadInput.of('openapi-reference', `the reference ${reference} has no target`, {
        file,
        ...placeIn(text, reference),
        hint,
      });
    return here;
  };

  const object = (value: Json | undefined): JsonMap => {
    let here = value;
    for (let steps = 0; steps < MAX_STEPS && isMap(here) && typeof here['$ref'] === 'string'; steps += 1)
      here = follow(here['$ref']);
    return isMap(here) && typeof here['$ref'] !== 'string' ? here : {};
  };

  /** A schema with a cut-off reference depends on its location and is not cached. */
  const resolveReference = (reference: string, inside: readonly string[]): JsonSchema => {
    if (inside.includes(reference)) {
      cut.add(reference);
      return {};
    }
    const cached = resolved.get(reference);
    if (cached !== undefined) return cached;
    const target = schema(follow(reference), [...inside, reference]);
    cut.delete(reference);
    if (cut.size === 0) resolved.set(reference, target);
    return target;
  };

  let count = 0;
  const step = (): void => {
    count += 1;
    if (count > MAX_SCHEMAS)
      throw BadInput.of('openapi-too-large', `the schemas resolve to more than ${MAX_SCHEMAS} schemas`, {
        file,
        hint: 'Remove circular references, and operations that you do not want to test.',
      });
  };

  const schema = (value: Json | undefined, inside: readonly string[]): JsonSchema => {
    step();
    if (!isMap(value)) return {};
    const reference = value['$ref'];
    if (typeof reference === 'string') {
      const target = resolveReference(reference, inside);
      const { $ref: _ref, ...beside } = value;
      return Object.keys(beside).length === 0 ? target : mergeSchemas([target, schema(beside, inside)], step);
    }
    const { allOf, nullable, ...rest } = value;
    const bounded = withBounds(mapNested(rest, (inner) => schema(inner, inside)));
    const whole = Array.isArray(allOf)
      ? mergeSchemas([bounded, ...(allOf as readonly Json[]).map((one) => schema(one, inside))], step)
      : bounded;
    const closed = withoutUnevaluated(whole);
    return withNullType(nullable === true ? orNull(closed) : closed, step);
  };

  return { object, schema: (value) => schema(value, []), unread };
}

/** Replaces each directly nested schema, always in the same order. */
export function mapNested(schema: JsonSchema, change: (inner: Json) => Json): JsonSchema {
  return mapValues(schema, (value, keyword) => {
    if (keyword === 'properties' && isMap(value)) return mapValues(value, change);
    if (['items', 'additionalProperties', 'not'].includes(keyword) && isMap(value)) return change(value);
    return ['anyOf', 'oneOf', 'prefixItems'].includes(keyword) && Array.isArray(value)
      ? (value as readonly Json[]).map(change)
      : value;
  });
}

export function mapValues<Value, Changed>(
  record: Readonly<Record<string, Value>>,
  change: (value: Value, name: string) => Changed,
): Readonly<Record<string, Changed>> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));
}

/** OpenAPI 3.0 has `nullable: true` beside `type`, `anyOf` or `oneOf`. */
function orNull(schema: JsonSchema): JsonSchema {
  const { type, anyOf, oneOf } = schema;
  if (typeof type === 'string') return { ...schema, type: [type, 'null'] };
  if (Array.isArray(anyOf)) return { ...schema, anyOf: [...(anyOf as readonly Json[]), { type: 'null' }] };
  if (Array.isArray(oneOf)) return { ...schema, oneOf: [...(oneOf as readonly Json[]), { type: 'null' }] };
  return schema;
}

/** A choice between one schema and null is that schema with one more type. */
function withNullType(schema: JsonSchema, step: () => void): JsonSchema {
  const { anyOf, oneOf, ...rest } = schema;
  const choices = [...asList(anyOf), ...asList(oneOf)].filter(isMap);
  const [only, ...others] = choices.filter(({ type }) => type !== 'null');
  if (only === undefined || others.length > 0 || (anyOf !== undefined && oneOf !== undefined)) return schema;
  const whole = mergeSchemas([only, rest], step);
  // A type beside the choice excludes null.
  if (choices.length === 1 || rest['type'] !== undefined) return whole;
  const values = asList(whole['enum']);
  const { type } = whole;
  if (type === undefined && values.length === 0) return schema;
  return {
    ...whole,
    ...omitUndefined({
      type: mapOptional(type, (it) => [...new Set([...(Array.isArray(it) ? (it as readonly Json[]) : [it]), 'null'])]),
    }),
    ...(values.length === 0 || values.includes(null) ? {} : { enum: [...values, null] }),
  };
}

/** After `allOf` is merged, all properties are in one schema, and `unevaluatedProperties` means the same as `additionalProperties`. */
function withoutUnevaluated(schema: JsonSchema): JsonSchema {
  const { unevaluatedProperties, ...rest } = schema;
  return unevaluatedProperties === false && rest['anyOf'] === undefined && rest['oneOf'] === undefined
    ? { ...rest, additionalProperties: false }
    : schema;
}

/** OpenAPI 3.0 has `exclusiveMinimum: true` beside `minimum`. */
function withBounds(schema: JsonSchema): JsonSchema {
  let result = schema;
  for (const [bound, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (typeof result[exclusive] !== 'boolean') continue;
    const { [bound]: limit, [exclusive]: isExclusive, ...rest } = result;
    result = limit === undefined ? rest : { ...rest, [isExclusive === true ? exclusive : bound]: limit };
  }
  return result;
}

/**
 * Merges schemas of `allOf`: union of properties and required names, intersection of enum values; the last schema wins for other keywords.
 */
function mergeSchemas(schemas: readonly JsonSchema[], step: () => void): JsonSchema {
  step();
  return schemas.reduce<JsonSchema>((all, one) => {
    const required = [...new Set([...texts(all['required']), ...texts(one['required'])])];
    const properties = mergeProperties(all['properties'], one['properties'], step);
    const values = commonValues(all['enum'], one['enum']);
    return {
      ...all,
      ...one,
      ...omitUndefined({ properties }),
      ...(required.length === 0 ? {} : { required }),
      ...omitUndefined({ enum: values }),
    };
  }, {});
}

/** Properties in both schemas are merged recursively. */
function mergeProperties(all: Json | undefined, one: Json | undefined, step: () => void): JsonMap | undefined {
  if (!isMap(all)) return isMap(one) ? one : undefined;
  if (!isMap(one)) return all;
  const both = Object.entries(one).map(([name, schema]) => {
    const known = ownProperty(all, name);
    return [
      name,
      known !== schema && isMap(known) && isMap(schema) ? mergeSchemas([known, schema], step) : schema,
    ] as const;
  });
  return { ...all, ...Object.fromEntries(both) };
}

function commonValues(all: Json | undefined, one: Json | undefined): readonly Json[] | undefined {
  if (!Array.isArray(all) || !Array.isArray(one)) return undefined;
  return (all as readonly Json[]).filter((value) => (one as readonly Json[]).includes(value));
}

function texts(value: Json | undefined): readonly string[] {
  return asList(value).filter((one) => typeof one === 'string');
}
