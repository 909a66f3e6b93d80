/** What a row is repeated for, and the texts that stand for it. */
import type { Json } from '../../model/json.ts';
import type { ClaimRule, Field, Position, QueryParameter } from '../../load/model.ts';
import type { Value } from '../model.ts';
import type { OperationContext } from '../context.ts';

type Scalar = string | number | boolean;

/** From the record: names of members, and 0 for the one entry that a list is sent with. */
export type WayInside = readonly (string | 0)[];

/** One value of `each`. */
export interface EachItem {
  /** Its part of a check's id. */
  readonly key: string;
  /** The member that it stands for, by the names on the way to it. */
  readonly member?: readonly string[];
  /** Where it stands for one of several values of its member, or for something else: in which way that is tried. */
  readonly way?: string;
  /** What `{name}` stands for. */
  readonly value: Scalar;
  /** What `{name.more}` stands for. */
  readonly more?: Readonly<Record<string, Scalar | readonly string[]>>;
  /** What makers and refusals need to know of it. */
  readonly claim?: ClaimRule;
  readonly field?: Field;
  /** Parameters of the query. */
  readonly query?: readonly QueryParameter[];
  /** Of a field inside a member of the record. */
  readonly inside?: {
    /** To the record that has it, or to itself where it is the entry of a list. */
    readonly way: WayInside;
    /** A good one of the record that has it; absent where it is the entry of a list. */
    readonly record?: Readonly<Record<string, Value>>;
    /** Members of the outer record with that in its place. */
    readonly within: (changed: Value) => Readonly<Record<string, Value>>;
  };
  /** Where a contract declares it, for those who ask where a check comes from. */
  readonly at?: Position;
}

/** The values of `each` by name, in the order in which they are written. */
export type EachItems = ReadonlyMap<string, EachItem>;

export const NAME = /\{([a-z][a-z-]*(?:\.[a-z][a-z-]*)?)\}/g;

/** A text or value with every `{name}` replaced; a text that is nothing else becomes the value itself. */
export function fill(value: Written, chosen: EachItems): Written {
  if (typeof value === 'string') return fillValue(value, chosen);
  if (typeof value !== 'object' || value === null || isMaker(value)) return value;
  if (Array.isArray(value)) return (value as readonly Written[]).map((item) => fill(item, chosen));
  const members: [string, Written][] = [];
  for (const [name, member] of Object.entries(value as Readonly<Record<string, Written>>))
    for (const filled of fillName(name, chosen)) members.push([filled, fill(member, chosen)]);
  return Object.fromEntries(members);
}

/** A name that stands for several stands for a member of each; for none, where they are none. */
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

/** A name in braces. */
interface Named {
  readonly all: string;
  readonly item: string;
  readonly more: string | undefined;
}

/** A text as what stands between names and the names; rows have a few hundred, which are filled for every operation. */
function partsOf(text: string): readonly (string | Named)[] {
  let known = parts.get(text);
  if (known === undefined) {
    // Of a pattern with one group every second part is what that group found.
    known = text.split(NAME).map((part, index) => {
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

/** What the innermost item that has it brings: its claim, or its field. */
export function lastWith<Key extends 'claim' | 'field' | 'inside' | 'query' | 'member' | 'at'>(
  chosen: EachItems,
  key: Key,
): NonNullable<EachItem[Key]> | undefined {
  let last: NonNullable<EachItem[Key]> | undefined;
  for (const item of chosen.values()) last = item[key] ?? last;
  return last;
}

/** Makes a value from the contract; of a claim or a field of `each` where it has `of`. Undefined: there is no such value, and no case. */
export type Maker =
  | { readonly of?: undefined; readonly make: (context: OperationContext) => Value }
  | {
      readonly of: 'claim';
      readonly make: (claim: ClaimRule, context: OperationContext) => Value | undefined;
    }
  | {
      readonly of: 'field';
      readonly make: (field: Field, context: OperationContext) => Value | undefined;
      /** Name of the entry of `each` whose field is meant, where several have one. */
      readonly entry?: string;
    };

/** A value of a template: JSON with `{names}` and directives; in a scenario also value makers. */
export type Written = Json | Maker | readonly Written[] | { readonly [name: string]: Written };

export function isMaker(value: unknown): value is Maker {
  return typeof value === 'object' && value !== null && 'make' in value && typeof value.make === 'function';
}

export interface Selector {
  /** What its items bring besides their name, for makers that need it. */
  readonly gives?: 'claim' | 'field';
  /** Names after the dot of `{name.more}`. */
  readonly more?: readonly string[];
  /** `chosen` is what the entries of `each` before it stand for. */
  readonly items: (context: OperationContext, chosen: EachItems) => readonly EachItem[];
}
