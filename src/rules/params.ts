/**
 * Parameters of a rule as one JSON Schema (2020-12). The type of the judge's and the planner's parameters is inferred
 * from it; `plumbline lint` validates the values in contracts against it.
 */
import type { XStatic } from 'typebox/schema';

type Members = Readonly<Record<string, object>>;

/** The schema of an object with required, optional and no additional properties. */
export interface ObjectSchema<Required extends Members, Optional extends Members> {
  readonly type: 'object';
  /** The names of all required properties. The type has one element, since a tuple of all names cannot be inferred. */
  readonly required: readonly [keyof Required & string];
  readonly properties: Required & Optional;
  readonly additionalProperties: false;
}

type None = Readonly<Record<never, never>>;

export function objectParams<const Required extends Members, const Optional extends Members = None>(
  required: Required,
  optional?: Optional,
): ObjectSchema<Required, Optional> {
  return {
    type: 'object',
    required: Object.keys(required) as unknown as readonly [keyof Required & string],
    properties: { ...required, ...optional } as Required & Optional,
    additionalProperties: false,
  };
}

/** The type of values that are valid against a schema. */
export type SchemaParams<Schema> = Frozen<XStatic<Schema>>;

type Frozen<Value> = Value extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: Frozen<Value[Name]> }
    : Value;

export const TEXT = { type: 'string' } as const;
export const TEXTS = { type: 'array', items: TEXT } as const;
export const NON_EMPTY_TEXTS = { type: 'array', items: TEXT, minItems: 1 } as const;
export const FLAG = { type: 'boolean' } as const;
export const FLAGS = { type: 'array', items: FLAG } as const;
export const COUNT = { type: 'integer', minimum: 0 } as const;
export const STATUSES = { type: 'array', items: { type: 'integer', minimum: 100, maximum: 599 }, minItems: 1 } as const;
/** The name of a step of the case, or of its group's setup. */
export const STEP = { type: 'string', minLength: 1 } as const;
export const STEPS = { type: 'array', items: STEP, minItems: 1 } as const;
/**
 * RFC 6901 pointer into a body. A pointer without its first slash would never match, and a missing value would pass.
 */
export const POINTER = { type: 'string', pattern: '^(?:/|$)' } as const;
export const POINTERS = { type: 'array', items: POINTER, minItems: 1 } as const;
export const ANYTHING = {} as const;
const LOCATED = objectParams(
  { pointer: POINTER, path: TEXT, parameter: TEXT, type: { enum: ['number', 'string'] } },
  { unasked: FLAG },
);
/** Definition of success of a step: `Success` of `src/model/success.ts`. */
export const SUCCESS = objectParams(
  { statuses: STATUSES },
  {
    flag: POINTER,
    brings: objectParams({ pointer: POINTER, type: { enum: ['number', 'string'] } }),
    provenBy: TEXT,
    located: LOCATED,
    grants: POINTER,
    unlisted: POINTER,
  },
);

export const STEP_PARAMS = objectParams({ step: STEP });
