/** All rules and case templates of Plumbline, for planning. A row that expects only acceptance or rejection is a rule of its own. */
import { mergeObjects } from '../model/objects.ts';
import type { RuleBook } from '../plan/catalogue/template.ts';
import type { CaseRule } from './model.ts';
import { STEP, STEPS } from './params.ts';
import {
  RESPONSE_ROWS,
  CASE_RULES_WITH_ROWS,
  COMMON_ROWS,
  PASSIVE_RULES_WITH_TEXTS,
  SCENARIOS,
  CASE_TEMPLATES,
} from './registry.ts';
import type { CaseRuleEntry, PassiveRuleEntry, RuleEntry, RuleParameter } from './rule-list.ts';

export const RULE_BOOK: RuleBook = bookOf(
  CASE_RULES_WITH_ROWS.map(caseEntry),
  PASSIVE_RULES_WITH_TEXTS.map(passiveEntry),
);

function bookOf(cases: readonly CaseRuleEntry[], passive: readonly PassiveRuleEntry[]): RuleBook {
  const byId = new Map<string, RuleEntry>([...cases, ...passive].map((entry) => [entry.id, entry]));
  return {
    find: (id) => byId.get(id),
    cases,
    passive,
    rows: COMMON_ROWS,
    scenarios: SCENARIOS,
    templates: CASE_TEMPLATES,
    answers: RESPONSE_ROWS,
  };
}

function caseEntry({ judge: _judge, params, ...words }: CaseRule): CaseRuleEntry {
  return mergeObjects(words, { parameters: parametersOf(params) });
}

function passiveEntry({
  judge: _judge,
  judgeAll: _judgeAll,
  judgeMade: _judgeMade,
  ...words
}: (typeof PASSIVE_RULES_WITH_TEXTS)[number]): PassiveRuleEntry {
  return words;
}

function parametersOf(params: object): readonly RuleParameter[] {
  const { properties = {}, required = [] } = params as {
    readonly properties?: Readonly<Record<string, unknown>>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([name, type]) => ({
    name,
    isRequired: required.includes(name),
    isStep: type === STEP || type === STEPS,
  }));
}
