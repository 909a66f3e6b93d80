import type { Field } from './field.ts';

const jsonTypeOf: Readonly<Record<Field['kind'], 'string' | 'number' | 'integer' | 'boolean' | 'array'>> = {
  text: 'string',
  code: 'string',
  codes: 'array',
  date: 'string',
  money: 'number',
  indicator: 'boolean',
  reference: 'integer',
};

export interface Misfit {
  /** Pointer from the field to the member of the wrong type; empty for the field itself. */
  readonly below: string;
  readonly expected: string;
}

/** The type of a value is a matter of shape, judged before any value is. */
export function jsonTypeMisfit(field: Field, value: unknown): Misfit | undefined {
  const expected = jsonTypeOf[field.kind];
  if (expected === 'integer') return Number.isInteger(value) ? undefined : { below: '', expected };
  if (expected !== 'array') return typeof value === expected ? undefined : { below: '', expected };
  if (!Array.isArray(value)) return { below: '', expected };
  const index = value.findIndex((entry) => typeof entry !== 'string');
  return index < 0 ? undefined : { below: `/${String(index)}`, expected: 'string' };
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Members that have a value, of some of which that is not known: what is absent must not be there as undefined. */
type Defined<Members> = {
  [Name in keyof Members as undefined extends Members[Name] ? never : Name]: Members[Name];
} & {
  [Name in keyof Members as undefined extends Members[Name] ? Name : never]?: Exclude<Members[Name], undefined>;
};

/** The members that are not undefined. */
export function defined<const Members extends object>(members: Members): Defined<Members> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<Members>;
}
