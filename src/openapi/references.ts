import { isMap, type Json, type JsonMap, ownMember } from '../model/json.ts';
import { decodePercent } from '../model/text.ts';
import { defined } from '../model/objects.ts';
import { partName } from '../model/pointer.ts';
import { BadInput } from '../errors.ts';
import { suggestion } from '../load/suggest.ts';

/** JSON that somebody else wrote: nothing about it is certain. */

/** A JSON Schema. */
export type JsonSchema = { readonly [keyword: string]: Json };

export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

export function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** References of an OpenAPI document followed, and its schemas in one form. Pure. */

export interface Resolve {
  /** What stands there, or what a reference there leads to; an empty object where there is none. */
  readonly object: (value: Json | undefined) => JsonMap;
  /**
   * A schema with all that it refers to written out. Where a schema holds itself, the inner one is left as `{}`: it
   * says nothing more. `allOf` is merged; `nullable` and boolean bounds of 3.0 are as in 2020-12.
   */
  readonly schema: (value: Json | undefined) => JsonSchema;
}

/** A chain of references ends, or goes round: a document has fewer than this many steps in earnest. */
const MOST_STEPS = 32;

/** Schemas that a resolver writes out. Few documents need 10,000; schemas that refer to one another in circles can need millions. */
const MOST_SCHEMAS = 500_000;

/** Where a reference stands in the text of the document, the first time. */
function placeIn(text: string, reference: string): { readonly line?: number; readonly column?: number } {
  const before = text.split(reference, 1)[0] ?? '';
  if (before.length === text.length) return {};
  const lines = before.split('\n');
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}

/** Throws `BadInput` for references that lead out of the document, or to nothing. */
export function resolver(document: JsonMap, file: string, text = ''): Resolve {
  const known = new Map<string, JsonSchema>();
  /** References that were met inside of themselves while something is written out. */
  const cut = new Set<string>();

  const follow = (reference: string): Json => {
    if (!reference.startsWith('#'))
      throw BadInput.of('openapi-reference', `the reference ${reference} leads out of the document`, {
        file,
        ...placeIn(text, reference),
        hint: 'Bundle the document into one file first.',
      });
    let here: Json | undefined = document;
    let hint = 'Mend the document.';
    for (const part of reference.slice(1).split('/').slice(1)) {
      const name = partName(decodePercent(part) ?? part);
      const holder: Json | undefined = here;
      here = isMap(here)
        ? ownMember(here, name)
        : Array.isArray(here)
          ? (here as readonly Json[])[Number(name)]
          : undefined;
      if (here !== undefined) continue;
      hint = (isMap(holder) ? suggestion(name, Object.keys(holder), 'such thing') : undefined) ?? hint;
      break;
    }
    if (here === undefined || !/^#(\/|$)/.test(reference))
      throw BadInput.of('openapi-reference', `the reference ${reference} leads to nothing`, {
        file,
        ...placeIn(text, reference),
        hint,
      });
    return here;
  };

  const object = (value: Json | undefined): JsonMap => {
    let here = value;
    for (let steps = 0; steps < MOST_STEPS && isMap(here) && typeof here['$ref'] === 'string'; steps += 1)
      here = follow(here['$ref']);
    return isMap(here) && typeof here['$ref'] !== 'string' ? here : {};
  };

  /** What depends on where it stands, because something in it was cut there, is not kept. */
  const referred = (reference: string, inside: readonly string[]): JsonSchema => {
    if (inside.includes(reference)) {
      cut.add(reference);
      return {};
    }
    const cached = known.get(reference);
    if (cached !== undefined) return cached;
    const target = schema(follow(reference), [...inside, reference]);
    cut.delete(reference);
    if (cut.size === 0) known.set(reference, target);
    return target;
  };

  let count = 0;
  const step = (): void => {
    count += 1;
    if (count > MOST_SCHEMAS)
      throw BadInput.of('openapi-too-large', `the schemas refer to one another in more than ${MOST_SCHEMAS} ways`, {
        file,
        hint: 'Give a document with the operations that you want to test, and without references that lead in circles.',
      });
  };

  const schema = (value: Json | undefined, inside: readonly string[]): JsonSchema => {
    step();
    if (!isMap(value)) return {};
    const reference = value['$ref'];
    if (typeof reference === 'string') {
      const target = referred(reference, inside);
      const { $ref: _ref, ...beside } = value;
      return Object.keys(beside).length === 0 ? target : merged([target, schema(beside, inside)], step);
    }
    const { allOf, nullable, ...rest } = value;
    const bounded = withBounds(
      Object.fromEntries(Object.entries(rest).map(([name, inner]) => [name, keyword(name, inner, inside)])),
    );
    const whole = Array.isArray(allOf)
      ? merged([bounded, ...(allOf as readonly Json[]).map((one) => schema(one, inside))], step)
      : bounded;
    return nullable === true ? orNull(whole) : whole;
  };

  const keyword = (name: string, value: Json, inside: readonly string[]): Json => {
    if (name === 'properties' && isMap(value))
      return Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, schema(inner, inside)]));
    if (['items', 'additionalProperties', 'not'].includes(name) && isMap(value)) return schema(value, inside);
    if (['anyOf', 'oneOf', 'prefixItems'].includes(name) && Array.isArray(value))
      return (value as readonly Json[]).map((one) => schema(one, inside));
    return value;
  };

  return { object, schema: (value) => schema(value, []) };
}

/** 3.0 wrote `nullable: true` beside the type, or beside what is one of several things. */
function orNull(schema: JsonSchema): JsonSchema {
  const { type, anyOf, oneOf } = schema;
  if (typeof type === 'string') return { ...schema, type: [type, 'null'] };
  if (Array.isArray(anyOf)) return { ...schema, anyOf: [...(anyOf as readonly Json[]), { type: 'null' }] };
  if (Array.isArray(oneOf)) return { ...schema, oneOf: [...(oneOf as readonly Json[]), { type: 'null' }] };
  return schema;
}

/** 3.0 wrote `exclusiveMinimum: true` beside `minimum`. */
function withBounds(schema: JsonSchema): JsonSchema {
  let here = schema;
  for (const [bound, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (typeof here[exclusive] !== 'boolean') continue;
    const { [bound]: limit, [exclusive]: isExclusive, ...rest } = here;
    here = limit === undefined ? rest : { ...rest, [isExclusive === true ? exclusive : bound]: limit };
  }
  return here;
}

/** What all of them ask: members and required ones together, of codes those in every list, of everything else the later word. */
function merged(schemas: readonly JsonSchema[], step: () => void): JsonSchema {
  step();
  return schemas.reduce<JsonSchema>((all, one) => {
    const required = [...new Set([...texts(all['required']), ...texts(one['required'])])];
    const properties = members(all['properties'], one['properties'], step);
    const values = codes(all['enum'], one['enum']);
    return {
      ...all,
      ...one,
      ...defined({ properties }),
      ...(required.length === 0 ? {} : { required }),
      ...defined({ enum: values }),
    };
  }, {});
}

/** A member that both have is as both ask. */
function members(all: Json | undefined, one: Json | undefined, step: () => void): JsonMap | undefined {
  if (!isMap(all)) return isMap(one) ? one : undefined;
  if (!isMap(one)) return all;
  const both = Object.entries(one).map(([name, schema]) => {
    const known = ownMember(all, name);
    return [name, known !== schema && isMap(known) && isMap(schema) ? merged([known, schema], step) : schema] as const;
  });
  return { ...all, ...Object.fromEntries(both) };
}

function codes(all: Json | undefined, one: Json | undefined): readonly Json[] | undefined {
  if (!Array.isArray(all) || !Array.isArray(one)) return undefined;
  return (all as readonly Json[]).filter((value) => (one as readonly Json[]).includes(value));
}

function texts(value: Json | undefined): readonly string[] {
  return listOf(value).filter((one) => typeof one === 'string');
}
