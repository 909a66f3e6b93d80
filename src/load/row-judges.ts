/** Finds the rules that judge the checks with the name of a row. */
import type { RowCheck } from './catalogue-model.ts';

type Judging = Pick<RowCheck, 'as' | 'refused' | 'id' | 'rule'>;
type Expect = 'accepted' | Judging | readonly Judging[];

interface Expecting {
  readonly expect?: Expect;
  readonly tries?: Readonly<Record<string, { readonly expect?: Expect }>>;
}

/** Ids of rules: empty if all checks name a rule. More than one is an error, since they cannot share a name. */
export function rowJudgeIds(row: Expecting): readonly string[] {
  const all = Object.values(row.tries ?? { row }).map(({ expect }: Expecting) => expect ?? row.expect ?? []);
  return [...new Set(all.flatMap(judges))];
}

function judges(expect: Expect): readonly string[] {
  if (expect === 'accepted') return [checkJudgeId({})];
  // A check with an id or a rule has a name of its own.
  const own = ([expect].flat() as readonly Judging[]).find(({ id, rule }) => id === undefined && rule === undefined);
  return own === undefined ? [] : [checkJudgeId(own)];
}

/** The rule that judges a check without a rule of its own. */
export function checkJudgeId({ as, refused }: Pick<RowCheck, 'as' | 'refused'>): string {
  return as ?? (refused === undefined ? 'outcome.accepted' : 'outcome.refused');
}
