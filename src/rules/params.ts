/**
 * The parameters of a rule: one JSON Schema (2020-12). What its judge gets, and what a planned check has to give, is the
 * type that is inferred from it; what a contract writes is held against it by `plumbline lint`.
 */
import type { XStatic } from 'typebox/schema';

type Members = Readonly<Record<string, object>>;

/** The schema of an object that has the required members, may have the optional ones, and no others. */
export interface ObjectSchema<Required extends Members, Optional extends Members> {
  readonly type: 'object';
  /** The names of all required members; the type says which they are, and not how many. */
  readonly required: readonly [keyof Required & string];
  readonly properties: Required & Optional;
  readonly additionalProperties: false;
}

type None = Readonly<Record<never, never>>;

export function object<const Required extends Members, const Optional extends Members = None>(
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

/** What fits a schema. */
export type ParamsOf<Schema> = Frozen<XStatic<Schema>>;

type Frozen<Value> = Value extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: Frozen<Value[Name]> }
    : Value;

export const TEXT = { type: 'string' } as const;
export const TEXTS = { type: 'array', items: TEXT } as const;
export const SOME_TEXTS = { type: 'array', items: TEXT, minItems: 1 } as const;
export const FLAG = { type: 'boolean' } as const;
export const FLAGS = { type: 'array', items: FLAG } as const;
export const COUNT = { type: 'integer', minimum: 0 } as const;
export const STATUSES = { type: 'array', items: { type: 'integer', minimum: 100, maximum: 599 }, minItems: 1 } as const;
/** The name of a step of the case, or of its group's setup. */
export const STEP = { type: 'string', minLength: 1 } as const;
export const STEPS = { type: 'array', items: STEP, minItems: 1 } as const;
/** RFC 6901: a place in a body. Without its first slash it would be found nowhere, and what is absent could not be missed. */
export const POINTER = { type: 'string', pattern: '^(?:/|$)' } as const;
export const POINTERS = { type: 'array', items: POINTER, minItems: 1 } as const;
export const ANYTHING = {} as const;
const LOCATED = object(
  { pointer: POINTER, path: TEXT, parameter: TEXT, type: { enum: ['number', 'string'] } },
  { unasked: FLAG },
);
/** What counts as the success of a step: `Success` of `src/model/success.ts`. */
export const SUCCESS = object(
  { statuses: STATUSES },
  {
    flag: POINTER,
    brings: object({ pointer: POINTER, type: { enum: ['number', 'string'] } }),
    provenBy: TEXT,
    located: LOCATED,
    grants: POINTER,
    unlisted: POINTER,
  },
);

/** Parameters of a rule that needs one step only. */
export const STEP_PARAMS = object({ step: STEP });
