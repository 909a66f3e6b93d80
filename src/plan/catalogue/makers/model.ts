import type { ClaimRule, Field } from '../../../load/model.ts';
import type { OperationContext } from '../../context.ts';
import type { Value } from '../../model.ts';

/** `of` is what it is made for: an item of `each` that is a claim, or a field. Nothing is tried where there is no such value (undefined). */
export type Maker =
  | { readonly words: string; readonly of?: undefined; readonly make: (context: OperationContext) => Value }
  | {
      readonly words: string;
      readonly of: 'claim';
      readonly make: (claim: ClaimRule, context: OperationContext) => Value | undefined;
    }
  | {
      readonly words: string;
      readonly of: 'field';
      readonly make: (field: Field, context: OperationContext) => Value | undefined;
    };
