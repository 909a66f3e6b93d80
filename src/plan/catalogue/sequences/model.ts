/** What a row can have done that is more than changes of one request. */
import type { Json } from '../../../record/json.ts';
import type { RowChange } from '../../../load/model.ts';
import type { OperationContext } from '../../context.ts';
import type { Fixtures } from '../../fixtures.ts';
import type { Given, Step } from '../../model.ts';
import type { Chosen } from '../items.ts';

export interface Built {
  /** End of the case's name and its title, where there are several, or where the row's own will not do. */
  readonly key?: string;
  readonly when?: string;
  readonly steps: readonly Step[];
  /** Parameters of the rules that judge it, which only the sequence knows; those of the row come over them. */
  readonly params?: Readonly<Record<string, unknown>>;
  /** What its checks rest on, where the row does not say. */
  readonly given?: readonly Given[];
  /** Where several steps are judged alike: what differs between their checks. */
  readonly checks?: readonly BuiltCheck[];
}

export interface BuiltCheck {
  readonly key: string;
  readonly asks: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly given: readonly Given[];
}

export interface Sequence {
  readonly words: string;
  /** Parameters that a row gives it with `with`. */
  readonly takes?: readonly string[];
  /** One case, or several; undefined where the operation has nothing to do it with. `change` is the row's. */
  readonly build: (
    context: OperationContext,
    fixtures: Fixtures,
    given: Readonly<Record<string, Json>>,
    chosen: Chosen,
    change: RowChange,
  ) => Built | readonly Built[] | undefined;
}
