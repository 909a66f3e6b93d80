/** What the cases of a row have to come to, where a rule of the row's own name judges it. */
import type { Outcome, RowCheck, RowExpect, RowTry } from './catalogue-model.ts';

interface Expecting {
  readonly expect?: RowExpect;
  readonly tries?: Readonly<Record<string, RowTry>>;
}

/** None where rules that are named judge it; both cannot be judged under one name. */
export function outcomesOf(row: Expecting): readonly Outcome[] {
  const all = Object.values(row.tries ?? { row }).map(({ expect }: Expecting) => expect ?? row.expect ?? []);
  return [...new Set(all.flatMap(outcomes))];
}

function outcomes(expect: RowExpect): readonly Outcome[] {
  if (expect === 'accepted') return ['accepted'];
  // A check with an id or a rule has a name of its own.
  const own = ([expect].flat() as readonly RowCheck[]).find(({ id, rule }) => id === undefined && rule === undefined);
  return own === undefined ? [] : [own.refused === undefined ? 'accepted' : 'refused'];
}
