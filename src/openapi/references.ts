/** References of an OpenAPI document followed, and its schemas in one form. Pure. */
import { BadInput } from '../errors.ts';
import type { Json } from '../load/model.ts';
import { isMap, type JsonMap, listOf, type Schema } from './json.ts';

export interface Resolve {
  /** What stands there, or what a reference there leads to; an empty object where there is none. */
  readonly object: (value: Json | undefined) => JsonMap;
  /**
   * A schema with all that it refers to written out. Where a schema holds itself, the inner one is left as `{}`: it
   * says nothing more. `allOf` is merged; `nullable` and boolean bounds of 3.0 are as in 2020-12.
   */
  readonly schema: (value: Json | undefined) => Schema;
}

/** Throws `BadInput` for references that lead out of the document, or to nothing. */
export function resolver(document: JsonMap, file: string): Resolve {
  const known = new Map<string, Schema>();

  const follow = (reference: string): Json => {
    if (!reference.startsWith('#/'))
      throw BadInput.of('openapi-reference', `the reference ${reference} leads out of the document`, { file, hint: 'Bundle the document into one file first.' });
    let here: Json | undefined = document;
    for (const part of reference.slice(2).split('/')) {
      const name = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
      here = isMap(here) ? here[name] : Array.isArray(here) ? (here as readonly Json[])[Number(name)] : undefined;
    }
    if (here === undefined) throw BadInput.of('openapi-reference', `the reference ${reference} leads to nothing`, { file, hint: 'Mend the document.' });
    return here;
  };

  const object = (value: Json | undefined): JsonMap => {
    let here = value;
    // A chain of references ends, or goes round: a document has fewer than this many steps in earnest.
    for (let steps = 0; steps < 32 && isMap(here) && typeof here['$ref'] === 'string'; steps += 1) here = follow(here['$ref']);
    return isMap(here) ? here : {};
  };

  const schema = (value: Json | undefined, inside: readonly string[]): Schema => {
    if (!isMap(value)) return {};
    const reference = value['$ref'];
    if (typeof reference === 'string') {
      if (inside.includes(reference)) return {};
      const cached = known.get(reference);
      const target = cached ?? schema(follow(reference), [...inside, reference]);
      // Inside of another reference, what was left out depends on it.
      if (inside.length === 0) known.set(reference, target);
      const { $ref: _ref, ...beside } = value;
      return Object.keys(beside).length === 0 ? target : merged([target, schema(beside, inside)]);
    }
    const { allOf, nullable, ...own } = value;
    const plain = { ...Object.fromEntries(Object.entries(own).map(([name, inner]) => [name, keyword(name, inner, inside)])) };
    const bounded = withBounds(plain);
    const whole = nullable === true && typeof bounded['type'] === 'string' ? { ...bounded, type: [bounded['type'], 'null'] } : bounded;
    return Array.isArray(allOf) ? merged([whole, ...(allOf as readonly Json[]).map((one) => schema(one, inside))]) : whole;
  };

  const keyword = (name: string, value: Json, inside: readonly string[]): Json => {
    if (name === 'properties' && isMap(value)) return Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, schema(inner, inside)]));
    if (['items', 'additionalProperties', 'not'].includes(name) && isMap(value)) return schema(value, inside);
    if (['anyOf', 'oneOf', 'prefixItems'].includes(name) && Array.isArray(value)) return (value as readonly Json[]).map((one) => schema(one, inside));
    return value;
  };

  return { object, schema: (value) => schema(value, []) };
}

/** 3.0 wrote `exclusiveMinimum: true` beside `minimum`. */
function withBounds(schema: Schema): Schema {
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

/** What all of them ask: properties and required members together, of everything else the later word. */
function merged(schemas: readonly Schema[]): Schema {
  return schemas.reduce<Schema>((all, one) => {
    const properties = { ...members(all['properties']), ...members(one['properties']) };
    const required = [...new Set([...texts(all['required']), ...texts(one['required'])])];
    return {
      ...all,
      ...one,
      ...(Object.keys(properties).length === 0 ? {} : { properties }),
      ...(required.length === 0 ? {} : { required }),
    };
  }, {});
}

function members(value: Json | undefined): JsonMap {
  return isMap(value) ? value : {};
}

function texts(value: Json | undefined): readonly string[] {
  return listOf(value).filter((one) => typeof one === 'string');
}
