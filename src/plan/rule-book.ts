/** The rules and the case templates that apply to every service. */
import type { AnswerRow, Row } from '../load/model.ts';
import type { RuleList } from '../rules/rule-list.ts';
import type { Template } from './catalogue/template.ts';

export interface RuleBook extends RuleList {
  /** Rows of the common catalogues. */
  readonly rows: readonly Row[];
  readonly scenarios: readonly Template[];
  /** Rows and scenarios in the order in which their cases are planned. */
  readonly templates: readonly Template[];
  readonly answers: readonly AnswerRow[];
}
