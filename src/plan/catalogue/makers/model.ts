import type { ClaimRule, Field } from '../../../load/model.ts';
import type { OperationContext } from '../../context.ts';
import type { Value } from '../../model.ts';
import type { Json } from '../../../model/json.ts';

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

/** A maker that YAML can name. */
export type NamedMaker = Maker & { readonly words: string };

export function isMaker(value: unknown): value is Maker {
  return typeof value === 'object' && value !== null && 'make' in value && typeof value.make === 'function';
}
