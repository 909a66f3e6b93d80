/** What a row can have done that is more than changes of one request. */
import type { AnswerUse } from '../../uses.ts';
import type { Json } from '../../../record/json.ts';
import type { RowChange } from '../../../load/model.ts';
import type { OperationContext } from '../../context.ts';
import type { Fixtures } from '../../fixtures.ts';
import type { Given, Step } from '../../model.ts';
import type { EachItems } from '../items.ts';

export interface BuiltCase {
  /** End of the case's name and its title, where there are several, or where the row's own will not do. */
  readonly key?: string;
  readonly when?: string;
  readonly steps: readonly Step[];
  /** Names of steps that the service has no operation for. */
  readonly left?: ReadonlySet<string>;
  /** Parameters that only the sequence knows: each rule gets those that it takes, and those of the row come over them. */
  readonly params?: Readonly<Record<string, unknown>>;
  /** Uses of answers that the success of an earlier step does not show. Its checks rest on them. */
  readonly uses?: readonly AnswerUse[];
  /** What its checks rest on, where the row does not say; it may depend on the parameters of the check. */
  readonly given?: readonly Given[] | ((params: Readonly<Record<string, unknown>>) => readonly Given[]);
  /** Where several steps are judged alike: what differs between their checks. */
  readonly checks?: readonly BuiltCheck[];
}

export interface BuiltCheck {
  readonly key: string;
  readonly way: string;
  readonly asks: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly given: readonly Given[];
}

export interface Sequence {
  readonly words: string;
  /** Parameters that a row gives it with `with`. */
  readonly takes?: readonly string[];
  /** Its parameters are steps by name, each with some of these words. */
  readonly steps?: readonly string[];
  /** One case, or several; undefined where the operation has nothing to do it with. `change` is the row's. */
  readonly build: (
    context: OperationContext,
    fixtures: Fixtures,
    given: Readonly<Record<string, Json>>,
    chosen: EachItems,
    change: RowChange,
  ) => BuiltCase | readonly BuiltCase[] | undefined;
}
