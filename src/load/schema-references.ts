/**
 * The references within a JSON Schema of a contract. A part of it is judged by in more than one place, inside of other
 * schemas too, where a reference from its root would lead elsewhere: so what is referred to is written out. Pure.
 */
import { decodePercent } from '../record/percent.ts';
import { isMap, type Json, type JsonMap } from '../record/json.ts';
import { at, pointerPart } from '../record/pointer.ts';

/** Keywords whose value is no schema, whatever it looks like, and those whose members have names of their own. */
const VALUES: readonly string[] = ['const', 'default', 'enum', 'examples'];
const NAMED: readonly string[] = ['$defs', 'dependentSchemas', 'patternProperties', 'properties'];

/** References to parts that are full of references could make a small text a large schema. */
const MOST_PARTS = 10_000;
const DEEPEST = 500;

/** What a reference leads to; undefined where that is no schema. RFC 6901 §6: a pointer as a fragment. */
function referred(root: Json, reference: Json | undefined): Json | undefined {
  if (typeof reference !== 'string' || !/^#(\/|$)/.test(reference)) return undefined;
  const pointer = decodePercent(reference.slice(1));
  const found = pointer === undefined ? undefined : at(root, pointer);
  return isMap(found) || typeof found === 'boolean' ? found : undefined;
}

/** What is wrong with the reference that `schema` is or has, in words, with a hint. */
export function referenceFault(root: Json, schema: JsonMap): readonly [message: string, hint: string] | undefined {
  const reference = String(schema['$ref']);
  const target = referred(root, reference);
  if (target === undefined) {
    const shown = JSON.stringify(reference.length <= 60 ? reference : `${reference.slice(0, 60)}…`);
    return reference.startsWith('#')
      ? [`there is nothing at ${shown} in this schema`, known(root)]
      : [`${shown} leads out of the schema`, 'a reference stays within it: #/$defs/<name>'];
  }
  return reaches(root, target, schema)
    ? ['the reference comes back to itself', 'write the schema out as deep as it matters, and leave the rest open']
    : undefined;
}

function known(root: Json): string {
  const named = isMap(root) && isMap(root['$defs']) ? Object.keys(root['$defs']) : [];
  return named.length === 0
    ? 'the schema has no $defs'
    : `known: ${named.map((name) => `#/$defs/${pointerPart(name)}`).join(', ')}`;
}

function reaches(root: Json, from: Json, schema: JsonMap): boolean {
  const seen = new Set<Json>();
  const open: Json[] = [from];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (part === schema) return true;
    if (typeof part !== 'object' || part === null || seen.has(part)) continue;
    seen.add(part);
    const target = isMap(part) ? referred(root, part['$ref']) : undefined;
    open.push(...Object.values(part), ...(target === undefined ? [] : [target]));
  }
  return false;
}

/** The same schema without references; undefined where it would be too large, as one that comes back to itself is. */
export function writtenOut(root: Json): Json | undefined {
  let parts = 0;
  let isTooLarge = false;
  const write = (schema: Json, depth: number): Json => {
    parts += 1;
    isTooLarge ||= parts > MOST_PARTS || depth > DEEPEST;
    if (isTooLarge) return true;
    const inner = (part: Json): Json => write(part, depth + 1);
    if (Array.isArray(schema)) return (schema as readonly Json[]).map(inner);
    if (!isMap(schema)) return schema;
    const { $ref, $defs: _defs, ...own } = schema;
    const rest = mapped(own, (keyword, value) => {
      if (VALUES.includes(keyword)) return value;
      return NAMED.includes(keyword) && isMap(value) ? mapped(value, (_name, part) => inner(part)) : inner(value);
    });
    const target = referred(root, $ref);
    if (target === undefined) return rest;
    const { allOf } = rest;
    // What stands beside a reference holds too (JSON Schema 2020-12, core, §8.2.3.1).
    return Object.keys(rest).length === 0
      ? inner(target)
      : { ...rest, allOf: [inner(target), ...(Array.isArray(allOf) ? (allOf as readonly Json[]) : [])] };
  };
  const whole = write(root, 0);
  return isTooLarge ? undefined : whole;
}

function mapped(map: JsonMap, change: (name: string, value: Json) => Json): JsonMap {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, change(name, value)]));
}
