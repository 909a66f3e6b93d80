import type { OperationContext } from '../../context.ts';
import type { EachItems, EachItem } from '../items.ts';

export interface Selector {
  /** What its items bring besides their name, for makers that need it. */
  readonly gives?: 'claim' | 'field';
  /** Names after the dot of `{name.more}`. */
  readonly more?: readonly string[];
  /** `chosen` is what the entries of `each` before it stand for. */
  readonly items: (context: OperationContext, chosen: EachItems) => readonly EachItem[];
}

/** A selector that YAML can name. */
export interface NamedSelector extends Selector {
  readonly words: string;
}
