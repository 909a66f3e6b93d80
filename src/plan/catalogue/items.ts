/** Values of `each`, and the texts that contain them. */
import type { Json } from '../../model/json.ts';
import type { ClaimRule, Field, Position, QueryParameter } from '../../load/model.ts';
import type { Value } from '../model.ts';
import type { OperationContext } from '../context.ts';

type Scalar = string | number | boolean;

/** Path from the record: names of fields, and 0 for the single entry of a list. */
export type NestedPath = readonly (string | 0)[];

/** One value of `each`. */
export interface EachItem {
  /** Part of the check's id. */
  readonly key: string;
  /** The field of the item, as a path of names. */
  readonly member?: readonly string[];
  /** The kind of value, if the item is one of several values of its field or not a field. */
  readonly way?: string;
  /** Value of `{name}`. */
  readonly value: Scalar;
  /** Values of `{name.more}`. */
  readonly more?: Readonly<Record<string, Scalar | readonly string[]>>;
  readonly claim?: ClaimRule;
  readonly field?: Field;
  readonly query?: readonly QueryParameter[];
  /** For a field inside a nested record or list. */
  readonly inside?: {
    /** To the nested record, or to the entry of a list. */
    readonly way: NestedPath;
    /** A valid nested record; absent for the entry of a list. */
    readonly record?: Readonly<Record<string, Value>>;
    /** Fields of the outer record with the changed value in place. */
    readonly within: (changed: Value) => Readonly<Record<string, Value>>;
  };
  /** Position in a contract. */
  readonly at?: Position;
}

/** The values of `each` by name, in their order. */
export type EachItems = ReadonlyMap<string, EachItem>;

export const NAME_IN_BRACES = /\{([a-z][a-z-]*(?:\.[a-z][a-z-]*)?)\}/g;

/** Replaces every `{name}`. A text that is a single name becomes the value itself. */
export function fillTemplate(value: TemplateValue, chosen: EachItems): TemplateValue {
  if (typeof value === 'string') return fillValue(value, chosen);
  if (typeof value !== 'object' || value === null || isMaker(value)) return value;
  if (Array.isArray(value)) return (value as readonly TemplateValue[]).map((item) => fillTemplate(item, chosen));
  const members: [string, TemplateValue][] = [];
  for (const [name, member] of Object.entries(value as Readonly<Record<string, TemplateValue>>))
    for (const filled of fillName(name, chosen)) members.push([filled, fillTemplate(member, chosen)]);
  return Object.fromEntries(members);
}

/** A name with several values becomes one field for each. */
function fillName(name: string, chosen: EachItems): readonly string[] {
  const filled = fillValue(name, chosen);
  return Array.isArray(filled) ? (filled as readonly string[]) : [String(filled)];
}

export function fillText(text: string, chosen: EachItems): string {
  if (chosen.size === 0 || !text.includes('{')) return text;
  let filled = '';
  for (const part of partsOf(text)) filled += typeof part === 'string' ? part : (standsFor(part, chosen) ?? part.all);
  return filled;
}

function fillValue(text: string, chosen: EachItems): Json {
  if (!text.includes('{')) return text;
  const [only] = partsOf(text);
  return typeof only === 'object' && only.all === text ? (standsFor(only, chosen) ?? text) : fillText(text, chosen);
}

interface Named {
  readonly all: string;
  readonly item: string;
  readonly more: string | undefined;
}

/** Splits a text into literals and names. Cached, because the same few hundred texts are filled for every operation. */
function partsOf(text: string): readonly (string | Named)[] {
  let known = parts.get(text);
  if (known === undefined) {
    // With one capture group, every second part is a capture.
    known = text.split(NAME_IN_BRACES).map((part, index) => {
      if (index % 2 === 0) return part;
      const [item = '', more] = part.split('.');
      return { all: `{${part}}`, item, more };
    });
    known = known.filter((part) => part !== '');
    parts.set(text, known);
  }
  return known;
}

const parts = new Map<string, readonly (string | Named)[]>();

function standsFor({ item, more }: Named, chosen: EachItems): Scalar | readonly string[] | undefined {
  return more === undefined ? chosen.get(item)?.value : chosen.get(item)?.more?.[more];
}

/** The property of the innermost item that has it. */
export function innermostProperty<Key extends 'claim' | 'field' | 'inside' | 'query' | 'member' | 'at'>(
  chosen: EachItems,
  key: Key,
): NonNullable<EachItem[Key]> | undefined {
  let last: NonNullable<EachItem[Key]> | undefined;
  for (const item of chosen.values()) last = item[key] ?? last;
  return last;
}

/**
 * Creates a value from the contract, or from a claim or field of `each`. Undefined: the value does not exist, and the
 * case is left out.
 */
export type Maker =
  | { readonly of?: undefined; readonly make: (context: OperationContext) => Value }
  | {
      readonly of: 'claim';
      readonly make: (claim: ClaimRule, context: OperationContext) => Value | undefined;
    }
  | {
      readonly of: 'field';
      readonly make: (field: Field, context: OperationContext) => Value | undefined;
      /** Name of the entry of `each`, if several have a field. */
      readonly entry?: string;
    };

/** A value of a template: JSON with `{names}` and directives; in a scenario also value makers. */
export type TemplateValue = Json | Maker | readonly TemplateValue[] | { readonly [name: string]: TemplateValue };

export function isMaker(value: unknown): value is Maker {
  return typeof value === 'object' && value !== null && 'make' in value && typeof value.make === 'function';
}

export interface Selector {
  /** Property of the items that makers need. */
  readonly gives?: 'claim' | 'field';
  readonly more?: readonly string[];
  /** `chosen` has the values of earlier entries of `each`. */
  readonly items: (context: OperationContext, chosen: EachItems) => readonly EachItem[];
}
