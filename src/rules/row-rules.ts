/** Rows of the common catalogues as rules: a row has its own texts and uses the judge of another rule. */
import { omitUndefined, mergeObjects } from '../model/objects.ts';
import { COMMON_CATALOGUES } from '../load/load-catalogue.ts';
import type { ResponseRow, OperationCondition, Catalogue, Row, RowCheck } from '../load/model.ts';
import { checkJudgeId } from '../load/row-judges.ts';
import type { Template, TemplateCheck, TemplateExpect } from '../plan/catalogue/template.ts';
import { SCENARIOS } from '../scenarios/all.ts';
import { CASE_RULES } from './all.ts';
import type { CaseRule, PassiveJudge, PassiveRule, RuleTexts } from './model.ts';

export const COMMON_ROWS: readonly Row[] = COMMON_CATALOGUES.catalogues.flatMap(({ rows }) => rows);

export const RESPONSE_ROWS: readonly ResponseRow[] = COMMON_CATALOGUES.catalogues.flatMap(({ answers }) => answers);

/** A judge with the texts of its row; none if no catalogue has a row for it. */
export function withRowTexts<Id extends string>(
  judge: PassiveJudge & { readonly id: Id },
): readonly (PassiveRule & { readonly id: Id })[] {
  const row = RESPONSE_ROWS.find(({ id }) => id === judge.id);
  if (row === undefined) return [];
  const { applies } = row;
  return [{ ...judge, ...wordsOf(row), id: judge.id, requirement: judge.id, ...omitUndefined({ applies }) }];
}

/** Rows and scenarios in planning order: a scenario follows the one before it, or the row it names. */
export const CASE_TEMPLATES: readonly Template[] = inOrder();

export { SCENARIOS };

function inOrder(): readonly Template[] {
  const all: Template[] = [...COMMON_ROWS];
  let place = 0;
  for (const scenario of SCENARIOS) {
    if (scenario.after !== undefined) place = all.findIndex(({ id }) => id === scenario.after) + 1;
    all.splice(place, 0, scenario);
    place += 1;
  }
  return all.map(withoutClosed);
}

function withoutClosed(template: Template): Template {
  const barred = excludedOperations(template, COMMON_CATALOGUES.catalogues);
  return barred.length === 0 ? template : { ...template, barred };
}

/** Operations that a template does not apply to, because another catalogue lists all their rows. */
export function excludedOperations(
  { id, catalogue }: Pick<Template, 'id' | 'catalogue'>,
  catalogues: readonly Catalogue[],
): readonly OperationCondition[] {
  return catalogues.flatMap(({ name, closed }) =>
    closed === undefined || name === catalogue || closed.also.includes(id) ? [] : [closed.applies],
  );
}

export const templateRules: readonly CaseRule[] = CASE_TEMPLATES.flatMap((row) => [
  ...mainRule(row),
  ...additionalRules(row),
]);

function mainRule(row: Template): readonly CaseRule[] {
  return row.judges.slice(0, 1).flatMap((judge) => ruleWithJudge(judge, { ...wordsOf(row), ...requirementsOf(row) }));
}

/** Rules for the checks of a row with an id and texts of their own. Several variants may name the same one. */
function additionalRules({ expect, tries = {} }: Template): readonly CaseRule[] {
  const all = [expect, ...Object.values(tries).flatMap((item) => item.expect ?? [])].flatMap(checksOf);
  const named = new Map(all.flatMap((check) => (check.id === undefined ? [] : [[check.id, check] as const])));
  return [...named].flatMap(([id, check]) => ruleWithJudge(checkJudgeId(check), wordsOf({ ...check, id })));
}

/** A rule with these texts and the judge of another rule; none if that rule does not exist, which planning reports. */
function ruleWithJudge(judge: string, words: RuleTexts<string>): readonly CaseRule[] {
  const rule: CaseRule | undefined = CASE_RULES.find(({ id }) => id === judge);
  if (rule === undefined) return [];
  const { kind, params, judge: judgement, form, judgesThrottling, awaits, needs, filled, unlisted } = rule;
  const traits = omitUndefined({ form, judgesThrottling, awaits, needs, filled, unlisted });
  return [mergeObjects(words, { kind, params, judge: judgement, ...traits })];
}

type Worded = Pick<RowCheck, 'title' | 'fails' | 'why' | 'source' | 'requirement' | 'convention'>;

function wordsOf({
  id,
  title,
  fails,
  why,
  source,
  requirement,
  convention,
}: Worded & { readonly id: string }): RuleTexts<string> {
  return {
    id,
    title: title ?? '',
    fails: fails ?? '',
    explain: why ?? '',
    ...omitUndefined({ source, requirement, convention }),
  };
}

function checksOf(expect: TemplateExpect): readonly TemplateCheck[] {
  return expect === 'accepted' ? [] : [expect].flat();
}

function requirementsOf(row: Template): { readonly requirementFor?: Readonly<Record<string, string>> } {
  const own = Object.entries(row.tries ?? {}).flatMap(([name, { key = name, requirement }]) =>
    requirement === undefined ? [] : [[key, requirement] as const],
  );
  return own.length === 0 ? {} : { requirementFor: Object.fromEntries(own) };
}
