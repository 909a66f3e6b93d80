/** Rows of the common catalogues as rules: those that ask no more than that a request is accepted, or refused, need no judge of their own. */
import { COMMON } from '../load/load-catalogue.ts';
import type { AnswerRow, Row, RowCheck, RowExpect } from '../load/model.ts';
import { acceptanceRule } from './accepted.ts';
import type { CaseRule, PassiveJudge, PassiveRule } from './model.ts';
import { refusalRule } from './refused.ts';

/** All rows that every service is tried with. */
export const COMMON_ROWS: readonly Row[] = COMMON.catalogues.flatMap(({ rows }) => rows);

/** All rows that every answer is held against. */
export const ANSWER_ROWS: readonly AnswerRow[] = COMMON.catalogues.flatMap(({ answers }) => answers);

/** A judge with the words of its row; none where no catalogue has one. */
export function withWords<Id extends string>(
  judge: PassiveJudge & { readonly id: Id },
): readonly (PassiveRule & { readonly id: Id })[] {
  const row = ANSWER_ROWS.find(({ id }) => id === judge.id);
  if (row === undefined) return [];
  const { title, fails, why, source, convention, covers = [], applies } = row;
  return [
    {
      ...judge,
      title,
      fails,
      explain: why,
      requirement: judge.id,
      ...(source === undefined ? {} : { source }),
      ...(convention === undefined ? {} : { convention }),
      ...(applies === undefined ? {} : { applies }),
      covers,
    },
  ];
}

export const rowRules: readonly CaseRule[] = COMMON_ROWS.flatMap((row) => [...ownRule(row), ...besides(row)]);

function ownRule(row: Row): readonly CaseRule[] {
  const { outcomes } = row;
  if (outcomes.length === 0) return [];
  const words = {
    id: row.id,
    title: row.title ?? '',
    fails: row.fails ?? '',
    explain: row.why ?? '',
    ...(row.source === undefined ? {} : { source: row.source }),
    ...(row.requirement === undefined ? {} : { requirement: row.requirement }),
    ...requirementsOf(row),
    ...(row.convention === undefined ? {} : { convention: row.convention }),
    covers: row.covers ?? [],
  };
  return [outcomes.includes('refused') ? refusalRule(words) : acceptanceRule(words)];
}

/** Those of its checks that have an id and words of their own. */
function besides({ expect }: Row): readonly CaseRule[] {
  return checksOf(expect).flatMap(({ id, title = '', fails = '', why = '', source, covers = [], refused }) => {
    if (id === undefined) return [];
    const words = { id, title, fails, explain: why, ...(source === undefined ? {} : { source }), covers };
    return [refused === undefined ? acceptanceRule(words) : refusalRule(words)];
  });
}

function checksOf(expect: RowExpect): readonly RowCheck[] {
  return expect === 'accepted' ? [] : [expect].flat();
}

function requirementsOf(row: Row): { readonly requirementFor?: Readonly<Record<string, string>> } {
  const own = Object.entries(row.tries ?? {}).flatMap(([name, { key = name, requirement }]) =>
    requirement === undefined ? [] : [[key, requirement] as const],
  );
  return own.length === 0 ? {} : { requirementFor: Object.fromEntries(own) };
}
