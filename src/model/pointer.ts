import { type Json, type JsonMap, ownProperty } from './json.ts';

/** JSON pointers (RFC 6901). */

/** Decodes one part of a pointer. */
export function decodePointerPart(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Encodes a name as one part of a pointer. */
export function encodePointerPart(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Last name of a pointer; empty for the root. */
export function lastPointerName(pointer: string): string {
  return decodePointerPart(pointer.slice(pointer.lastIndexOf('/') + 1));
}

/** A place in words if it is the first item of a list; unchanged otherwise. */
export function pointerText(pointer: string): string {
  const [, list] = /^\/(.+)\/0$/.exec(pointer) ?? [];
  return list === undefined ? pointer : `the first entry of ${decodePointerPart(list)} (${pointer})`;
}

/** The parent pointer; the root is its own parent. */
export function parentPointer(pointer: string): string {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));
}

/** Resolves a relative pointer: below the base, or first some levels up (Relative JSON Pointers, `1/id` is a sibling). */
export function resolvePointer(base: string, pointer: string): string {
  const [up = '', ...down] = pointer.split('/');
  const kept = base.split('/');
  return [...kept.slice(0, Math.max(1, kept.length - Number(up))), ...down].join('/');
}

/** Cached, since contracts have few pointers and every record of every page is read by them. */
const pathsByPointer = new Map<string, readonly string[]>();
const MAX_KNOWN = 1000;

/** The decoded parts of a pointer. */
function namesIn(pointer: string): readonly string[] {
  const cached = pathsByPointer.get(pointer);
  if (cached !== undefined) return cached;
  const names = pointer.split('/').slice(1).map(decodePointerPart);
  if (pathsByPointer.size < MAX_KNOWN) pathsByPointer.set(pointer, names);
  return names;
}

/** The value at an RFC 6901 pointer, or undefined. */
export function valueAtPointer(value: Json | undefined, pointer: string): Json | undefined {
  let here: Json | undefined = value;
  for (const name of namesIn(pointer)) here = inside(here, name);
  return here;
}

function inside(value: Json | undefined, name: string): Json | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  return Array.isArray(value) ? (value as readonly Json[])[Number(name)] : ownProperty(value as JsonMap, name);
}

/** The values at a pointer in which `*` matches every item of an array. */
export function valuesAt(value: Json | undefined, pointer: string): readonly Json[] {
  let here: readonly Json[] = value === undefined ? [] : [value];
  for (const part of pointer.split('/').slice(1)) {
    here = here.flatMap((v): readonly Json[] => {
      if (part === '*') return Array.isArray(v) ? (v as readonly Json[]) : [v];
      const next = inside(v, decodePointerPart(part));
      return next === undefined ? [] : [next];
    });
  }
  return here;
}
