/** All rules and case templates of Plumbline, for planning. A row that expects only acceptance or rejection is a rule of its own. */
import { extended } from '../model/objects.ts';
import type { RuleBook } from '../plan/catalogue/template.ts';
import type { CaseRule } from './model.ts';
import { STEP, STEPS } from './params.ts';
import { ANSWER_ROWS, CASES, COMMON_ROWS, PASSIVE, SCENARIOS, TEMPLATES } from './registry.ts';
import type { CaseEntry, PassiveEntry, RuleEntry, RuleParameter } from './rule-list.ts';

export const RULE_BOOK: RuleBook = bookOf(CASES.map(caseEntry), PASSIVE.map(passiveEntry));

function bookOf(cases: readonly CaseEntry[], passive: readonly PassiveEntry[]): RuleBook {
  const byId = new Map<string, RuleEntry>([...cases, ...passive].map((entry) => [entry.id, entry]));
  return {
    find: (id) => byId.get(id),
    cases,
    passive,
    rows: COMMON_ROWS,
    scenarios: SCENARIOS,
    templates: TEMPLATES,
    answers: ANSWER_ROWS,
  };
}

function caseEntry({ judge: _judge, params, ...words }: CaseRule): CaseEntry {
  return extended(words, { parameters: parametersOf(params) });
}

function passiveEntry({
  judge: _judge,
  judgeAll: _judgeAll,
  judgeMade: _judgeMade,
  ...words
}: (typeof PASSIVE)[number]): PassiveEntry {
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
