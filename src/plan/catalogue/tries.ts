/** A row as each of its tries has it, and what that is repeated for. */
import type { Applies, Row, RowEach, RowTry } from '../../load/model.ts';
import type { OperationContext } from '../context.ts';
import { CAPABILITIES } from './capabilities.ts';
import type { EachItems, EachItem } from './items.ts';
import { narrowed } from './narrow.ts';
import { SELECTORS } from './selectors/index.ts';

export interface TriedRow {
  readonly row: Row;
  readonly said: RowTry;
  /** End of the check's id, unless `each` gives one. */
  readonly key: string | undefined;
  /** What `{try}` stands for. */
  readonly name?: string;
}

/** The tries of a row that apply to the operation; a row without tries is one itself. */
export function triesOf(context: OperationContext, row: Row): readonly TriedRow[] {
  let all = triesByRow.get(row);
  if (all === undefined) {
    all = allTries(row);
    triesByRow.set(row, all);
  }
  return all.filter(({ said }) => said.applies === undefined || applies(context, said.applies));
}

/** Every operation of every version asks. */
const triesByRow = new WeakMap<Row, readonly TriedRow[]>();

function allTries(row: Row): readonly TriedRow[] {
  const { tries, applies: _applies, ...own } = row;
  if (tries === undefined) return [{ row, said: own, key: row.key }];
  return Object.entries(tries).map(([name, one]) => ({
    row,
    said: { ...own, ...one, ...withOf(row, one) },
    key: one.key ?? row.key ?? (one.each === undefined ? name : undefined),
    name,
  }));
}

/** The parameters of the sequence as one try has them: its own over those of the row. */
export function withOf(row: Row, { with: own }: RowTry): Pick<RowTry, 'with'> {
  return own === undefined ? {} : { with: { ...row.with, ...own } };
}

export function applies(context: OperationContext, needs: Applies): boolean {
  return hold(context, questionsOf(needs));
}

/** The same for one operation, each found out once: hundreds of rows ask for the same few dozen. Who looked at what is noted the first time only. */
export function appliesTo(context: OperationContext): (needs: Applies) => boolean {
  const known = new Map<readonly Question[], boolean>();
  return (needs) => {
    const asked = questionsOf(needs);
    let holds = known.get(asked);
    if (holds === undefined) known.set(asked, (holds = hold(context, asked)));
    return holds;
  };
}

function hold(context: OperationContext, asked: readonly Question[]): boolean {
  // Asked a million times for a thousand endpoints: without a closure for each.
  for (const { is, wanted } of asked) {
    let holds = false;
    for (const value of wanted) if ((holds = is(context, value))) break;
    if (!holds) return false;
  }
  return true;
}

function questionsOf(needs: Applies): readonly Question[] {
  const known = asking.get(needs);
  if (known !== undefined) return known;
  const text = JSON.stringify(needs);
  const asked =
    byText.get(text) ??
    Object.entries(needs).map(([name, wanted]) => ({
      is: CAPABILITIES[name]?.is ?? ((): boolean => false),
      wanted: [wanted].flat().map(String),
    }));
  byText.set(text, asked);
  asking.set(needs, asked);
  return asked;
}

/** What rows need, read once: every operation of every version asks for all of them, and the same words are the same questions. */
const asking = new WeakMap<Applies, readonly Question[]>();
const byText = new Map<string, readonly Question[]>();

interface Question {
  readonly is: (context: OperationContext, value: string) => boolean;
  /** One of these will do. */
  readonly wanted: readonly string[];
}

/** Every combination of what `each` names. */
export function choices(context: OperationContext, { said, name: tried }: TriedRow): readonly EachItems[] {
  let all: readonly EachItems[] = [new Map(tried === undefined ? [] : [['try', { key: '', value: tried }]])];
  Object.entries(said.each ?? {}).forEach(([name, from], nth) => {
    all = all.flatMap((chosen) =>
      itemsOf(context, from, chosen, nth === 0).map((item) => new Map(chosen).set(name, item)),
    );
  });
  return all;
}

/** What is chosen from first is the same for every row. */
function itemsOf(
  context: OperationContext,
  from: RowEach[string],
  chosen: EachItems,
  isFirst: boolean,
): readonly EachItem[] {
  const itemsBy = (name: string): readonly EachItem[] => {
    const items = (): readonly EachItem[] => SELECTORS[name]?.items(context, chosen) ?? [];
    return isFirst ? context.remembered(name, items) : items();
  };
  if (typeof from === 'string') return itemsBy(from);
  if ('from' in from) return narrowed(itemsBy(from.from), from);
  return from.map((value) => ({ key: String(value), value }));
}
