/**
 * What planning knows of the rules: their ids, their words, and what each takes; not how they judge. With them come the
 * rows that every service is tried with, since a row that asks no more than acceptance or refusal is a rule itself.
 */
import { extended } from '../record/extended.ts';
import type { AnswerRow, Row } from '../load/model.ts';
import type { Template } from '../plan/catalogue/template.ts';
import type { CaseRule, PassiveRule } from './model.ts';
import { STEP, STEPS } from './params.ts';
import { ANSWER_ROWS, CASES, COMMON_ROWS, PASSIVE, SCENARIOS, TEMPLATES, type PassiveRuleId } from './registry.ts';

export interface RuleParameter {
  readonly name: string;
  readonly isRequired: boolean;
  /** It is the name of a step, or several. */
  readonly isStep: boolean;
}

/** A rule over one case, without its judge. */
export interface CaseEntry extends Omit<CaseRule, 'judge' | 'params'> {
  /** In its order. */
  readonly parameters: readonly RuleParameter[];
}

/** A rule over every answer, without its judge. */
export interface PassiveEntry extends Omit<PassiveRule, 'id' | 'judge' | 'judgeAll' | 'judgeMade'> {
  readonly id: PassiveRuleId;
}

export type RuleEntry = CaseEntry | PassiveEntry;

export interface RuleBook {
  /** The rule of an id that someone wrote. */
  readonly find: (id: string) => RuleEntry | undefined;
  readonly cases: readonly CaseEntry[];
  readonly passive: readonly PassiveEntry[];
  /** Rows of the common catalogues, and those over every answer. */
  readonly rows: readonly Row[];
  readonly scenarios: readonly Template[];
  /** Rows and scenarios in the order in which their cases are planned. */
  readonly templates: readonly Template[];
  readonly answers: readonly AnswerRow[];
}

/** The rules that the program has. */
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
