/** The rules, and the templates by which every service is tried. */
import type { AnswerRow, Row } from '../load/model.ts';
import type { RuleList } from '../rules/words.ts';
import type { Template } from './catalogue/template.ts';

export interface RuleBook extends RuleList {
  /** Rows of the common catalogues, and those over every answer. */
  readonly rows: readonly Row[];
  readonly scenarios: readonly Template[];
  /** Rows and scenarios in the order in which their cases are planned. */
  readonly templates: readonly Template[];
  readonly answers: readonly AnswerRow[];
}
