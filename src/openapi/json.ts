/** JSON that somebody else wrote: nothing about it is certain. */
import type { Json } from '../record/json.ts';

/** A JSON Schema. */
export type JsonSchema = { readonly [keyword: string]: Json };

export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

export function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
